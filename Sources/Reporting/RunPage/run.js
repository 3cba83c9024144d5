// SPDX-License-Identifier: Apache-2.0
"use strict";
// Filters the cases by the words of the search, opens the case that the address names, and moves
// between cases with j and k.
const input = document.getElementById("search");
const found = document.getElementById("found");
const cases = [...document.querySelectorAll("details")];
const groups = [...document.querySelectorAll(".group")];
document.querySelector(".find").hidden = false;

function filter() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const one of cases) {
    const text = one.textContent.toLowerCase();
    one.hidden = !words.every((word) => text.includes(word));
    if (!one.hidden) shown += 1;
  }
  for (const group of groups) {
    group.hidden = words.length > 0 && !group.querySelector("details:not([hidden])");
  }
  found.textContent = words.length ? `${shown} of ${cases.length} cases` : "";
}

function openNamed() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name && document.getElementById(name);
  if (!target) return;
  if (target.tagName === "DETAILS") target.open = true;
  target.scrollIntoView();
}

function move(step) {
  const shown = cases.filter((one) => !one.hidden);
  const now = shown.findIndex((one) => one.contains(document.activeElement));
  const next = shown[now < 0 ? (step > 0 ? 0 : shown.length - 1) : now + step];
  if (next) next.querySelector("summary").focus();
}

input.addEventListener("input", filter);
addEventListener("hashchange", openNamed);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && document.activeElement === input) {
    input.value = "";
    filter();
    input.blur();
  } else if (document.activeElement !== input) {
    if (event.key === "/") { event.preventDefault(); input.focus(); }
    if (event.key === "j") move(1);
    if (event.key === "k") move(-1);
  }
});
addEventListener("beforeprint", () => cases.forEach((one) => { one.open = !one.hidden; }));
for (const one of cases) {
  one.addEventListener("toggle", () => {
    if (one.open) history.replaceState(null, "", "#" + encodeURIComponent(one.id));
  });
}
openNamed();
