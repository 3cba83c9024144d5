// SPDX-License-Identifier: Apache-2.0

'use strict';
// The matrix's page: reads its data, and shows what the fragment of its URL names:
// #/  #/about  #/cases?client=…&topic=…&verdict=…&level=…&text=…  #/case/ID?client=…

const view = document.getElementById('view');
const overview = document.getElementById('overview');
const about = document.getElementById('about');
const baseTitle = document.title;
let data = null;

// An element: attributes that are false or null are left out, functions are listeners, children are text or elements.
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value !== null && value !== false && value !== undefined) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

async function unpack() {
  const packed = atob(document.getElementById('data').textContent);
  const octets = Uint8Array.from(packed, character => character.charCodeAt(0));
  const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate'));
  const read = JSON.parse(await new Response(stream).text());
  read.verdict = {};
  for (const [letter, word, sign, told, meaning] of read.verdicts) {
    read.verdict[letter] = read.verdict[word] = { letter, word, sign, told, meaning, rank: 'ectfwipns'.indexOf(letter), bad: 'ctef'.includes(letter) };
  }
  read.verdict['-'] = { letter: '-', word: 'none', sign: '·', told: 'not played', meaning: 'The client was not played this case.', rank: 99, bad: false };
  read.cases = new Map();
  for (const [number, scenario] of read.scenarios.entries()) {
    const findingsOf = read.findings[number], texts = read.texts[number];
    scenario.ids = scenario.cases.map(text => text ? `${scenario.id}[${text}]` : scenario.id);
    scenario.ids.forEach((id, place) => read.cases.set(id, { scenario, place }));
    scenario.details = new Map();
    for (const [client, place, findings, exchanges, reason] of read.details[number]) {
      scenario.details.set(`${client} ${place}`, {
        findings: findings.map(place => findingsOf[place]),
        exchanges: exchanges < 0 ? null : texts[exchanges],
        reason: reason < 0 ? null : texts[reason],
        key: `${findings} ${exchanges} ${reason}`,
      });
    }
  }
  return read;
}

// Signs

function sign(letter, words) {
  const verdict = data.verdict[letter];
  return make('span', { class: verdict.word, title: verdict.meaning }, make('span', { 'aria-hidden': 'true' }, verdict.sign),
    make('span', { class: 'sr' }, verdict.told), words ? ` ${words}` : null);
}

const number = count => count.toLocaleString('en');
const counted = (count, one) => `${number(count)} ${one}${count === 1 ? '' : 's'}`;

function level(word) {
  return { must: 'MUST', should: 'SHOULD', may: 'MAY', robust: 'SAFETY', note: 'NOTE' }[word] || word;
}

function shellQuoted(word) {
  return /^[-\w./=,:@%+]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// Addresses

function address(path, parameters) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters || {})) if (value) query.set(key, value);
  const text = query.toString();
  return `#/${path}${text ? `?${text}` : ''}`;
}

const caseAddress = (id, client) => address(`case/${encodeURIComponent(id)}`, { client });

function place() {
  const text = location.hash.replace(/^#\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  const parameters = Object.fromEntries(new URLSearchParams(mark < 0 ? '' : text.slice(mark + 1)));
  return { path, parameters };
}

// The list of cases

function matching(filter) {
  const words = (filter.text || '').toLowerCase().split(/\s+/).filter(Boolean);
  const client = data.clients.findIndex(each => each.name === filter.client);
  const verdicts = filter.verdict ? filter.verdict.split(' ') : null;
  const clients = client >= 0 ? [client] : data.clients.map((_, index) => index);
  const result = [];
  const tally = {};
  for (const scenario of data.scenarios) {
    if (filter.topic && scenario.topic !== filter.topic) continue;
    if (filter.level && scenario.level !== filter.level) continue;
    const hits = [];
    for (let place = 0; place < scenario.cases.length; place++) {
      const fitting = [];
      for (const index of clients) {
        const letter = scenario.played[index][place];
        if (words.length && !words.every(word => told(scenario, place, index).includes(word))) continue;
        tally[letter] = (tally[letter] || 0) + 1;
        if (!verdicts || verdicts.includes(data.verdict[letter].word)) fitting.push(index);
      }
      if (fitting.length) hits.push({ place, clients: fitting });
    }
    if (hits.length) result.push({ scenario, hits, rank: client < 0 ? 0 : Math.min(...hits.map(hit => data.verdict[scenario.played[client][hit.place]].rank)) });
  }
  // Of one client's scenarios the gravest come first.
  result.sort((one, other) => one.rank - other.rank);
  return { result, tally, client };
}

// All that can be searched for of a case and a client, in lower case.
function told(scenario, place, client) {
  scenario.text = scenario.text || [scenario.title, scenario.level, ...scenario.requirements, ...scenario.spec, ...scenario.tags].join(' ').toLowerCase();
  const details = scenario.details.get(`${client} ${place}`);
  if (details && details.text === undefined) {
    details.text = [details.reason || '', ...details.findings.flatMap(each =>
      [each.id, each.title, each.expected, each.observed, each.diagnosis, each.expectedFailure, ...each.requirements])].join(' ').toLowerCase();
  }
  return `${scenario.text} ${scenario.ids[place].toLowerCase()} ${details ? details.text : ''}`;
}

function choice(label, name, options, filter, change) {
  const select = make('select', { change: () => change(name, select.value) },
    options.map(([value, text]) => make('option', { value, selected: (filter[name] || '') === value }, text)));
  return make('label', null, label, select);
}

function listView(filter) {
  const topics = [...new Set(data.scenarios.map(each => each.topic))].sort();
  const input = make('input', { type: 'search', value: filter.text || '', placeholder: 'words, an id, R083…', autocomplete: 'off', spellcheck: 'false' });
  const heading = make('h2', { tabindex: '-1' });
  const sub = make('div');
  const pills = make('div', { class: 'pills', role: 'group', 'aria-label': 'Verdicts' });
  const count = make('p', { class: 'count', role: 'status' });
  const results = make('div');
  const change = (name, value) => {
    filter[name] = value;
    history.replaceState(null, '', address('cases', filter));
    fill();
  };
  let waiting = 0;
  input.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => change('text', input.value), 150);
  });
  const filters = make('form', { class: 'filters', role: 'search', submit: event => event.preventDefault() },
    choice('Client', 'client', [['', 'all clients'], ...data.clients.map(each => [each.name, each.title])], filter, change),
    choice('Topic', 'topic', [['', 'all topics'], ...topics.map(each => [each, each])], filter, change),
    choice('Level', 'level', [['', 'all levels'], ...['must', 'robust', 'should', 'may', 'note'].map(each => [each, level(each)])], filter, change),
    make('label', { class: 'wide' }, 'Search', input));

  function fill() {
    const found = matching(filter);
    const client = data.clients[found.client];
    heading.textContent = [client ? client.title : 'All clients', filter.topic || null].filter(Boolean).join(' · ');
    document.title = `${heading.textContent} – ${baseTitle}`;
    sub.replaceChildren(...(client ? clientFacts(client) : []));
    const chosen = filter.verdict ? filter.verdict.split(' ') : [];
    pills.replaceChildren(...data.verdicts.map(([letter]) => data.verdict[letter]).concat(data.verdict['-'])
      .filter(each => found.tally[each.letter] || chosen.includes(each.word))
      .map(each => make('button', {
        type: 'button', title: each.meaning, 'aria-pressed': String(chosen.includes(each.word)),
        click: () => {
          const rest = chosen.includes(each.word) ? chosen.filter(word => word !== each.word) : [...chosen, each.word];
          change('verdict', rest.join(' '));
          const again = [...pills.children].find(button => button.dataset.word === each.word);
          if (again) again.focus();
        }, 'data-word': each.word,
      }, make('span', { class: each.word, 'aria-hidden': 'true' }, each.sign), ` ${number(found.tally[each.letter] || 0)} ${each.told}`)));
    const cases = found.result.reduce((sum, each) => sum + each.hits.length, 0);
    count.textContent = `${counted(cases, 'case')} of ${counted(found.result.length, 'scenario')}`;
    results.replaceChildren();
    showMore(found, 0);
  }

  // So many scenarios at a time, that a long list does not keep anyone waiting.
  function showMore(found, from) {
    const until = Math.min(found.result.length, from + 60);
    for (const { scenario, hits } of found.result.slice(from, until)) results.append(entry(scenario, hits, found.client));
    if (until < found.result.length) {
      const button = make('button', { type: 'button', click: () => {
        button.remove();
        showMore(found, until);
        const next = results.children[until];
        if (next) next.querySelector('a').focus();
      } }, `Show ${number(Math.min(60, found.result.length - until))} more of ${number(found.result.length - until)} scenarios`);
      results.append(button);
    }
  }

  fill();
  return make('div', { class: 'list' }, heading, sub, filters, pills, count, results);
}

function clientFacts(client) {
  return [
    make('p', { class: 'sub' }, client.version),
    make('p', { class: 'sub' }, `Claims: ${client.abilities.join(', ') || 'nothing'}. `, make('a', { href: `clients/${encodeURIComponent(client.name)}.txt` }, 'The results as text')),
    client.stray === undefined ? null : make('p', { class: 'sub old' }, `These are results of earlier scenarios${client.stray ? `: ${counted(client.stray, 'case')} of them are no more` : ''}.`),
  ].filter(Boolean);
}

function entry(scenario, hits, client) {
  const id = scenario.ids[hits[0].place];
  const title = client >= 0 ? caseAddress(id, data.clients[client].name) : caseAddress(id);
  const section = make('section', { class: 'scenario' },
    make('h3', null, make('a', { href: title }, scenario.title)),
    make('p', { class: 'meta' }, make('code', null, scenario.id), ` · ${level(scenario.level)}`,
      scenario.requirements.length ? ` · ${scenario.requirements.join(' ')}` : '',
      ` · ${hits.length === scenario.cases.length ? '' : `${hits.length} of `}${counted(scenario.cases.length, 'case')}`));
  section.append(client >= 0 ? caseList(scenario, hits, client) : clientChips(scenario, hits));
  return section;
}

// A client's cases of a scenario, each with what was seen; the rest of many behind a button.
function caseList(scenario, hits, client) {
  const item = ({ place }) => {
    const details = scenario.details.get(`${client} ${place}`);
    const first = details && (details.findings.find(each => data.verdict[each.verdict].bad) || details.findings[0]);
    const why = first ? first.diagnosis || first.observed : details && details.reason;
    return make('li', null, sign(scenario.played[client][place]),
      make('a', { href: caseAddress(scenario.ids[place], data.clients[client].name) }, scenario.cases[place].replaceAll(',', ', ') || 'the only case'),
      make('span', { class: 'why' }, why || ''));
  };
  const list = make('ul', { class: 'cases' }, hits.slice(0, 8).map(item));
  if (hits.length <= 9) {
    list.append(...hits.slice(8).map(item));
    return list;
  }
  const button = make('button', { type: 'button', class: 'more', click: () => {
    const rest = hits.slice(8).map(item);
    list.append(...rest);
    button.remove();
    rest[0].querySelector('a').focus();
  } }, `Show ${number(hits.length - 8)} more`);
  return make('div', null, list, button);
}

// What each client came to in a scenario: its gravest verdict, and in how many cases.
function clientChips(scenario, hits) {
  const clients = new Map();
  for (const { place, clients: fitting } of hits) {
    for (const index of fitting) {
      const letter = scenario.played[index][place];
      const known = clients.get(index);
      if (!known || data.verdict[letter].rank < data.verdict[known.letter].rank) clients.set(index, { letter, count: 1, place });
      else if (known.letter === letter) known.count++;
    }
  }
  const groups = new Map();
  for (const [index, { letter, count, place }] of clients) {
    if (!groups.has(letter)) groups.set(letter, []);
    groups.get(letter).push({ index, count, place });
  }
  const letters = [...groups.keys()].sort((one, other) => data.verdict[one].rank - data.verdict[other].rank);
  return make('div', null, letters.map(letter => {
    const group = groups.get(letter);
    if (!data.verdict[letter].bad && letter !== 'w' && group.length > 4) {
      return make('p', { class: 'meta' }, sign(letter), ` ${counted(group.length, 'client')} ${data.verdict[letter].told}`);
    }
    return make('ul', { class: 'chips' }, group.map(({ index, count, place }) => make('li', null,
      make('a', { href: caseAddress(scenario.ids[place], data.clients[index].name) }, sign(letter), ` ${data.clients[index].title}`),
      scenario.cases.length > 1 ? make('small', { class: 'none' }, ` ${count}`) : null)));
  }));
}

// A case

function caseView(id, chosen) {
  const found = data.cases.get(id);
  if (!found) {
    return make('div', { class: 'case' }, make('h2', { tabindex: '-1' }, 'There is no such case'),
      make('p', null, make('code', null, id), ' is not among the cases of this page. ', make('a', { href: '#/cases' }, 'All cases')));
  }
  const { scenario, place } = found;
  const only = data.clients.findIndex(each => each.name === chosen);
  document.title = `${scenario.title} – ${baseTitle}`;
  return make('article', { class: 'case' },
    make('p', { class: 'crumbs' }, make('a', { href: address('cases', { topic: scenario.topic, client: chosen }) }, scenario.topic), ' / ', scenario.id.slice(scenario.topic.length + 1)),
    make('h2', { tabindex: '-1' }, scenario.title),
    scenario.cases[place] ? make('p', { class: 'coordinates' }, make('code', null, scenario.cases[place].replaceAll(',', ', '))) : null,
    rules(scenario), tally(scenario, place),
    make('h3', null, 'What was seen'), seen(scenario, place, only),
    make('details', { class: 'block' }, make('summary', null, 'What is played, step by step'), story(scenario, place)),
    scenario.cases.length > 1 ? grid(scenario, place) : null,
    make('h3', null, 'Play it again'),
    make('code', { class: 'command' }, `authspec run --client ${shellQuoted(only >= 0 ? data.clients[only].client : 'NAME')} ${shellQuoted(id)}`));
}

function rules(scenario) {
  const items = scenario.requirements.map(id => {
    const known = data.requirements[id];
    return known ? make('li', null, make('b', null, known[0] === 'robust' ? 'SAFETY' : `${level(known[0])}, ${known[1]}`), ` (`,
      make('a', { href: address('cases', { text: id }) }, id), `): ${known[2]}`) : make('li', null, id);
  });
  if (!items.length) items.push(...scenario.spec.map(text => make('li', null, make('b', null, level(scenario.level)), ` ${text}`)));
  return items.length ? make('ul', { class: 'rules' }, items) : make('p', { class: 'meta' }, level(scenario.level));
}

// Which clients came to what.
function tally(scenario, place) {
  const groups = new Map();
  data.clients.forEach((client, index) => {
    const letter = scenario.played[index][place];
    if (!groups.has(letter)) groups.set(letter, []);
    groups.get(letter).push(index);
  });
  const letters = [...groups.keys()].sort((one, other) => data.verdict[one].rank - data.verdict[other].rank);
  return make('dl', { class: 'tally' }, letters.map(letter => [
    make('dt', null, make('span', { class: data.verdict[letter].word }, make('span', { 'aria-hidden': 'true' }, `${data.verdict[letter].sign} `),
      `${groups.get(letter).length} ${data.verdict[letter].told}`)),
    make('dd', null, groups.get(letter).map(index => scenario.details.has(`${index} ${place}`)
      ? make('a', { href: caseAddress(scenario.ids[place], data.clients[index].name) }, data.clients[index].title)
      : make('span', null, data.clients[index].title))),
  ]));
}

// What was seen of each client, once for those of which the same was seen; the chosen one first.
function seen(scenario, place, only) {
  const groups = new Map();
  data.clients.forEach((_, index) => {
    const details = scenario.details.get(`${index} ${place}`);
    if (!details) return;
    const key = `${scenario.played[index][place]} ${details.key}`;
    if (!groups.has(key)) groups.set(key, { letter: scenario.played[index][place], details, clients: [] });
    groups.get(key).clients.push(index);
  });
  const sorted = [...groups.values()].sort((one, other) =>
    other.clients.includes(only) - one.clients.includes(only) || data.verdict[one.letter].rank - data.verdict[other.letter].rank);
  if (!sorted.length) return make('p', { class: 'meta' }, 'Nothing to tell: every client that was played it did what is required.');
  return make('div', null, sorted.map(({ letter, details, clients }) => {
    const heading = make('h4', null, sign(letter), ` ${clients.map(index => data.clients[index].title).join(', ')}`);
    const body = [
      details.reason ? make('p', { class: 'sub' }, details.reason) : null,
      details.findings.map((finding, index) => findingList(finding, scenario, details.findings[index - 1])),
      details.exchanges ? exchange(details.exchanges) : null,
    ];
    const isOpen = only < 0 ? data.verdict[letter].bad || letter === 'w' : clients.includes(only);
    return make('section', { class: clients.includes(only) && sorted.length > 1 ? 'seen chosen' : 'seen' },
      isOpen || (!details.findings.length && !details.exchanges) ? [heading, body] : make('details', null, make('summary', null, heading), body));
  }));
}

// What is known is told once, where one check after another is known for the same.
function findingList(finding, scenario, before) {
  const bad = data.verdict[finding.verdict].bad || finding.verdict === 'warn';
  const rows = [];
  const row = (label, text, kind) => { if (text) rows.push(make('dt', null, label), make('dd', { class: kind || null }, text)); };
  if (finding.title && finding.title !== scenario.title) row(bad ? 'broken' : data.verdict[finding.verdict].told, finding.title);
  row('expected', finding.expected, 'right');
  row('observed', finding.observed, bad ? 'wrong' : null);
  row('because', finding.diagnosis);
  if (!before || before.expectedFailure !== finding.expectedFailure) row('known', finding.expectedFailure, 'reason');
  row('check', make('span', null, make('code', null, finding.id), finding.requirements.length ? ` · ${level(finding.level)} · ${finding.requirements.join(' ')}` : ` · ${level(finding.level)}`));
  return make('dl', { class: 'finding' }, rows);
}

// A line of the exchange; long ones wrap below where their text begins.
function exchange(text) {
  return make('pre', { class: 'exchange', tabindex: '0', 'aria-label': 'What went to and fro' }, text.split('\n').map((line, index, lines) => {
    const start = /^.{0,24}?(→|←|=|\?|!) +/.exec(line) || /^ */.exec(line);
    const isReply = line.includes('←') || (/^ {6}/.test(line) && isInReply(lines, index));
    const kind = line.startsWith('▸') ? 'culprit' : /^ *\d+\. /.test(line) ? 'step' : isReply ? 'reply' : null;
    return make('div', { class: kind, style: `--hang: ${start[0].length + (start[1] ? 0 : 2)}ch` }, line || ' ');
  }));
}

function isInReply(lines, index) {
  for (let number = index; number >= 0; number--) if (/→|←/.test(lines[number].slice(0, 26))) return lines[number].slice(0, 26).includes('←');
  return false;
}

function story(scenario, place) {
  const others = scenario.cases.length > 1 && place > 0
    ? make('p', { class: 'meta' }, `Told with the values of the first case, ${scenario.cases[0].replaceAll(',', ', ')}.`) : null;
  return make('div', { class: 'story' }, others, scenario.notes ? make('p', null, scenario.notes) : null, scenario.story.map(line => {
    const depth = line.length - line.trimStart().length;
    return depth === 0 ? make('h4', null, line) : make('p', { class: depth > 2 ? 'deep' : null }, line.trim());
  }), make('p', { class: 'meta' }, scenario.file));
}

// All cases of the scenario, for all clients.
function grid(scenario, place) {
  const table = () => make('div', { class: 'frame' }, make('table', { class: 'grid' },
    make('thead', null, make('tr', null, make('th', { scope: 'col' }, 'Case'), data.clients.map(client => make('th', { scope: 'col' }, make('span', { class: 'head' }, client.title))))),
    make('tbody', null, scenario.cases.map((text, number) => make('tr', { class: number === place ? 'here' : null },
      make('th', { scope: 'row' }, make('a', { href: caseAddress(scenario.ids[number]), 'aria-current': number === place ? 'page' : null }, text.replaceAll(',', ', '))),
      data.clients.map((client, index) => {
        const letter = scenario.played[index][number];
        return make('td', null, make('a', { href: caseAddress(scenario.ids[number], client.name), 'aria-label': `${client.title}: ${data.verdict[letter].told}`, class: data.verdict[letter].word }, data.verdict[letter].sign));
      }))))));
  const details = make('details', { class: 'block', toggle: () => { if (details.open && details.children.length === 1) details.append(table()); } },
    make('summary', null, `All ${counted(scenario.cases.length, 'case')} of this scenario, client by client`));
  return details;
}

// The overview

function prepareOverview() {
  const table = document.getElementById('matrix');
  const frame = make('div', { class: 'frame', tabindex: '0', role: 'region', 'aria-label': 'The matrix' });
  table.replaceWith(frame);
  frame.append(table);
  for (const cell of table.querySelectorAll('td')) cell.firstElementChild.dataset.label = cell.dataset.topic;
  const rows = [...table.tBodies[0].rows];
  for (const row of rows) {
    row.classList.add('folded');
    const fold = make('button', { type: 'button', class: 'fold', 'aria-expanded': 'false', click: () => {
      const isFolded = row.classList.toggle('folded');
      fold.setAttribute('aria-expanded', String(!isFolded));
      fold.textContent = isFolded ? 'Topics' : 'Fold';
    } }, 'Topics');
    row.cells[0].append(fold);
  }
  const order = document.querySelector('.order');
  order.hidden = false;
  for (const button of order.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      order.querySelectorAll('button').forEach(each => each.setAttribute('aria-pressed', String(each === button)));
      const sorted = button.dataset.order === 'bad' ? [...rows].sort((one, other) => one.dataset.bad - other.dataset.bad) : rows;
      table.tBodies[0].append(...sorted);
    });
  }
}

// What the fragment names

let shown = null;
function show() {
  const { path, parameters } = place();
  const isCase = path.startsWith('case/');
  const isList = path === 'cases';
  overview.hidden = isCase || isList || path === 'about';
  about.hidden = path !== 'about';
  if (shown) shown.remove();
  shown = null;
  document.title = path === 'about' ? `About – ${baseTitle}` : baseTitle;
  if (isCase || isList) {
    if (!data) shown = make('p', { class: 'loading', role: 'status' }, failure || 'Reading…');
    else if (isCase) {
      let id = path.slice(5);
      try { id = decodeURIComponent(id); } catch (error) { /* shown as it is */ }
      shown = caseView(id, parameters.client);
    } else shown = listView(parameters);
    view.append(shown);
  }
  const heading = (shown || (about.hidden ? overview : about)).querySelector('h2');
  if (hasMoved && heading) heading.focus({ preventScroll: true });
  if (hasMoved) scrollTo(0, 0);
}

let hasMoved = false;
let failure = null;
addEventListener('hashchange', () => { hasMoved = true; show(); });
prepareOverview();
show();
unpack().then(read => { data = read; show(); }, error => {
  failure = 'The details cannot be unpacked here; a browser of 2023 or later can. The matrix and the files in clients/ have the same.';
  console.error(error);
  show();
});
