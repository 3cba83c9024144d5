// SPDX-License-Identifier: Apache-2.0
"use strict";
// Fetches the view again whenever it has changed, and keeps what is being typed.
const view = document.getElementById("view");
const gone = document.getElementById("gone");
let version = view.dataset.version;
let misses = 0;
let timer;

async function look() {
  let isOver = view.querySelector("[data-over]") !== null;
  try {
    const reply = await fetch("/view?" + encodeURIComponent(version), { cache: "no-store" });
    misses = 0;
    gone.hidden = true;
    if (reply.status === 200) {
      const active = document.activeElement && document.activeElement.id;
      const typed = document.getElementById("outcome");
      const value = typed && document.activeElement === typed ? typed.value : "";
      version = reply.headers.get("X-Version") || "";
      view.innerHTML = await reply.text();
      const field = document.getElementById("outcome");
      if (field && value) field.value = value;
      const again = active && document.getElementById(active);
      if (again) again.focus();
    }
  } catch {
    misses += 1;
    isOver = isOver || view.querySelector("[data-over]") !== null;
    gone.hidden = isOver || misses < 2;
  }
  clearTimeout(timer);
  if (misses < 1000) timer = setTimeout(look, misses > 3 ? 3000 : 700);
}

document.addEventListener("submit", async (event) => {
  event.preventDefault();
  const outcome = document.getElementById("outcome").value.trim();
  try {
    const reply = await fetch("/next", { method: "POST", body: outcome });
    if (reply.status === 204) document.getElementById("outcome").value = "";
    document.getElementById("answer").textContent = reply.status === 204 ? "" : await reply.text();
    if (reply.status === 204) look();
  } catch {
    gone.hidden = false;
  }
});
look();
