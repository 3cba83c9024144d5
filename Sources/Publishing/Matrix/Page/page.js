// SPDX-License-Identifier: Apache-2.0

'use strict';
// The matrix's page: reads its data, and shows what the fragment of its URL names:
// #/?order=…&show=…&text=…  #/about  #/cases?client=…&topic=…&verdict=…&level=…&broken=…&cause=…&text=…
// #/case/ID?client=…  #/client/NAME

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
  read.causes = read.causes.map(([id, kind, title, advice]) => ({ id, kind, title, advice }));
  read.cases = new Map();
  for (const [number, scenario] of read.scenarios.entries()) {
    const findingsOf = read.findings[number], texts = read.texts[number], blames = read.blames[number];
    scenario.ids = scenario.cases.map(text => text ? `${scenario.id}[${text}]` : scenario.id);
    scenario.ids.forEach((id, place) => read.cases.set(id, { scenario, place }));
    scenario.details = new Map();
    for (const [client, place, findings, exchanges, reason] of read.details[number]) {
      scenario.details.set(`${client} ${place}`, {
        findings: findings.map(place => findingsOf[place]),
        causes: findings.map(place => blames[place]),
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
  return { must: 'MUST', should: 'SHOULD', may: 'MAY', note: 'NOTE' }[word] || word;
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

const clientAddress = name => `#/client/${encodeURIComponent(name)}`;

// A file of the folder in which authspec was run; only its name if it is not known where that is.
function file(path, text) {
  const { root, suffix } = document.documentElement.dataset;
  if (root === undefined || path.startsWith('/')) return make('span', null, text || path);
  return make('a', { href: `${root}${path}${suffix || ''}` }, text || path);
}

// A file beside the page.
function fileBeside(path, text) {
  return make('a', { href: `${path}${(path.endsWith('.txt') && document.documentElement.dataset.suffix) || ''}` }, text);
}

// A section of an RFC, with a link to its text.
function source(text) {
  return data.links[text] ? make('a', { href: data.links[text] }, text) : text;
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
        if (filter.cause && !isBlamed(scenario, place, index, filter.cause)) continue;
        if (filter.broken && brokenLevel(scenario, place, index) !== filter.broken) continue;
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

// Whether a case of a client is broken by a cause.
function isBlamed(scenario, place, client, cause) {
  const details = scenario.details.get(`${client} ${place}`);
  if (details && details.causes.some(each => each >= 0)) return details.causes.some(each => each >= 0 && data.causes[each].id === cause);
  // A case that broke without a check.
  return { crash: 'c', hang: 't', fault: 'e' }[cause] === scenario.played[client][place];
}

// The level of the gravest broken check of a client's case, as Outcome.brokenLevel has it.
function brokenLevel(scenario, place, client) {
  const letter = scenario.played[client][place];
  if (!'ctfw'.includes(letter)) return null;
  const details = scenario.details.get(`${client} ${place}`);
  const broken = details ? details.findings.filter(each => data.verdict[each.verdict].bad || each.verdict === 'warn').map(each => each.level) : [];
  return ['must', 'robust', 'should'].find(each => broken.includes(each)) || (letter === 'w' ? 'should' : 'robust');
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
  const cause = make('p', { class: 'cause' });
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
    choice('Gravest broken', 'broken', [['', 'anything'], ...['must', 'should', 'robust'].map(each => [each, level(each)])], filter, change),
    make('label', { class: 'wide' }, 'Search', input));

  function fill() {
    const found = matching(filter);
    const client = data.clients[found.client];
    heading.textContent = [client ? client.title : 'All clients', filter.topic || null].filter(Boolean).join(' · ');
    document.title = `${heading.textContent} – ${baseTitle}`;
    sub.replaceChildren(...(client ? clientFacts(client) : []));
    const known = data.causes.find(each => each.id === filter.cause);
    cause.hidden = !filter.cause;
    cause.replaceChildren('Only: ', make('b', null, known ? known.title : filter.cause || ''), known && known.advice ? ` (${known.advice}) ` : ' ',
      make('button', { type: 'button', click: () => {
        change('cause', '');
        heading.focus();
      } }, 'Show all'));
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
  return make('div', { class: 'list' }, heading, sub, filters, cause, pills, count, results);
}

function clientFacts(client) {
  return [
    make('p', { class: 'sub' }, client.version, '. ', make('a', { href: clientAddress(client.name) }, 'What is broken, and what changed')),
    make('p', { class: 'sub' }, `Claims: ${client.abilities.join(', ') || 'nothing'}. `, resultsFile(client)),
    earlier(client),
  ].filter(Boolean);
}

const resultsFile = client => fileBeside(`clients/${encodeURIComponent(client.name)}.txt`, 'The results as text');

function earlier(client) {
  return client.stray === undefined ? null : make('p', { class: 'sub old' }, `These are results of earlier scenarios${client.stray ? `: ${counted(client.stray, 'case')} of them are no more` : ''}.`);
}

// A client: what is broken, gravest first; each topic; what changed.

function clientView(name) {
  const index = data.clients.findIndex(each => each.name === name);
  if (index < 0) {
    return make('div', { class: 'case' }, make('h2', { tabindex: '-1' }, 'There is no such client'),
      make('p', null, make('code', null, name), ' is not among the clients of this page. ', make('a', { href: '#/' }, 'All clients')));
  }
  const client = data.clients[index];
  const topics = new Map();
  const all = {};
  for (const scenario of data.scenarios) {
    if (!topics.has(scenario.topic)) topics.set(scenario.topic, {});
    const tally = topics.get(scenario.topic);
    for (const letter of scenario.played[index]) {
      tally[letter] = (tally[letter] || 0) + 1;
      all[letter] = (all[letter] || 0) + 1;
    }
  }
  document.title = `${client.title} – ${baseTitle}`;
  const other = (place, words) => place === undefined ? null
    : make('p', { class: 'sub' }, words, ' ', make('a', { href: clientAddress(data.clients[place].name) }, data.clients[place].title));
  return make('article', { class: 'case' },
    make('p', { class: 'crumbs' }, make('a', { href: '#/' }, 'All clients')),
    make('h2', { tabindex: '-1' }, client.title),
    make('p', { class: 'verdict' }, make('b', null, figure(all)), ` of its concluded cases are broken${client.few ? '; few were concluded' : ''}. `,
      { leak: 'It leaks a login.', 'one-port': 'It leaks a login only in cases in which http and https have one port number.', 'caller-leak': 'It leaks only what its caller wrote.', 'no-leak': 'No leak was seen.', few: 'No leak was seen in those.' }[client.group],
      ' ', make('a', { href: address('cases', { client: name }) }, 'All its cases')),
    make('p', { class: 'sub' }, client.version),
    make('p', { class: 'sub' }, `Played${client.date ? ` on ${client.date}` : ''} by authspec ${client.authspec}, scenarios `, make('code', null, client.scenarios || 'unknown'), '. ', resultsFile(client),
      client.after === undefined ? [', ', fileBeside(`badges/${encodeURIComponent(client.badge)}`, 'a badge')] : null),
    make('p', { class: 'sub' }, `Claims: ${client.abilities.join(', ') || 'nothing'}.`),
    earlier(client), other(client.after, 'There is a later version:'),
    make('h3', null, 'What is broken, the gravest first'), causeList(client),
    client.before === undefined ? null : changes(client),
    make('h3', null, 'Topic by topic'), topicTable(client, topics, all));
}

const concluded = tally => [...'pnwctfe'].reduce((sum, letter) => sum + (tally[letter] || 0), 0);
const broken = tally => [...'ctfe'].reduce((sum, letter) => sum + (tally[letter] || 0), 0);
const figure = tally => concluded(tally) ? `${number(broken(tally))}/${number(concluded(tally))}` : '–';

// Some of a list, and a button for the rest of it.
function some(list, items, count) {
  list.append(...items.slice(0, items.length > count + 1 ? count : items.length));
  if (items.length <= count + 1) return list;
  const button = make('button', { type: 'button', class: 'more', click: () => {
    const rest = items.slice(count);
    list.append(...rest);
    button.remove();
    rest[0].querySelector('a').focus();
  } }, `Show ${number(items.length - count)} more`);
  return make('div', null, list, button);
}

function causeList(client) {
  if (!client.causes.length) return make('p', null, 'Nothing is broken.');
  const kinds = { leak: 'leak', 'connection-login': 'connection', 'caller-leak': 'leak of what the caller wrote', crash: 'crash', hang: 'hang' };
  return some(make('ol', { class: 'causes' }), client.causes.map(([place, count]) => {
    const cause = data.causes[place];
    return make('li', null, make('a', { href: address('cases', { client: client.name, cause: cause.id }) }, cause.title),
      make('small', null, ` ${counted(count, 'case')}`), kinds[cause.kind] ? make('span', { class: 'fail kind' }, ` ${kinds[cause.kind]}`) : null,
      cause.advice ? make('p', { class: 'why' }, cause.advice) : null);
  }), 12);
}

// What `authspec diff` says of the version before and this one.
function changes(client) {
  const before = data.clients[client.before];
  const { failing, passing, changed, added, removed, same } = client.changes;
  const list = (heading, ids) => ids.length ? [
    make('h4', null, `${heading} `, make('small', null, number(ids.length))),
    some(make('ul', { class: 'cases' }), [...grouped(ids)].map(([scenario, ids]) => make('li', null,
      make('span', { class: 'none', 'aria-hidden': 'true' }, '·'),
      make('a', { href: caseAddress(ids[0], client.name) }, data.cases.has(ids[0]) ? data.cases.get(ids[0]).scenario.title : scenario),
      make('span', { class: 'why' }, counted(ids.length, 'case')))), 10)] : null;
  return make('section', { class: 'changes' },
    make('h3', null, `What changed since ${before.title}`),
    make('p', null, `${number(failing.length)} newly failing, ${number(passing.length)} newly passing, ${number(changed.length)} changed, ${number(added)} added, ${number(removed)} removed, ${number(same)} the same. `,
      make('a', { href: clientAddress(before.name) }, before.title)),
    client.scenarios === before.scenarios ? null : make('p', { class: 'sub old' }, 'The two were played different scenarios: some of this is due to those.'),
    list('Newly failing', failing), list('Newly passing', passing), list('Changed', changed));
}

// Ids of cases by the ids of their scenarios.
function grouped(ids) {
  const groups = new Map();
  for (const id of ids) {
    const scenario = id.replace(/\[.*/, '');
    if (!groups.has(scenario)) groups.set(scenario, []);
    groups.get(scenario).push(id);
  }
  return groups;
}

// All counts of a client.
function topicTable(client, topics, all) {
  const verdicts = data.verdicts.map(([letter]) => data.verdict[letter]).concat(data.verdict['-']).filter(each => all[each.letter]);
  const row = (topic, tally) => make('tr', null,
    make('th', { scope: 'row' }, make('a', { href: address('cases', { client: client.name, topic }) }, topic || 'all')),
    make('td', null, figure(tally)),
    verdicts.map(each => make('td', null, tally[each.letter]
      ? make('a', { href: address('cases', { client: client.name, topic, verdict: each.word }), 'aria-label': `${number(tally[each.letter])} ${each.told}, ${topic || 'all topics'}` }, number(tally[each.letter])) : '–')));
  return make('div', { class: 'frame scroll', tabindex: '0', role: 'region', 'aria-label': 'Counts by topic' }, make('table', { class: 'counts' },
    make('thead', null, make('tr', null, make('th', { scope: 'col' }, 'Topic'), make('th', { scope: 'col' }, 'broken'),
      verdicts.map(each => make('th', { scope: 'col', title: each.meaning }, make('span', { class: each.word, 'aria-hidden': 'true' }, each.sign), ` ${each.told}`)))),
    make('tbody', null, row('', all), [...topics].sort(([one], [other]) => one < other ? -1 : 1).map(([topic, tally]) => row(topic, tally)))));
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
    (scenario.onePort || []).includes(place) ? make('p', { class: 'sub' }, 'In this case http and https have one port number. A leak in it counts only for a client that leaks a login in another case, too.') : null,
    rules(scenario), tally(scenario, place),
    make('h3', null, 'What was seen'), seen(scenario, place, only),
    make('details', { class: 'block' }, make('summary', null, 'What is played: the lines of its file'), lines(scenario, place)),
    scenario.cases.length > 1 ? grid(scenario, place) : null,
    make('p', { class: 'meta' }, 'The scenario: ', file(scenario.file)),
    make('h3', null, 'Play it again'), again(id, data.clients[only]));
}

// How a client is installed, and how a case is played to it. A known failure is shown, too.
function again(id, client) {
  const name = client && client.selection ? shellQuoted(client.selection) : 'NAME';
  const isBuiltIn = client && client.selection && !client.folder;
  const program = (client && client.program) || 'authspec';
  const commands = [isBuiltIn ? null : `make clients CLIENTS=${name}`, `${program} run --client ${name} --no-expected ${shellQuoted(id)}`];
  const words = isBuiltIn ? 'The client is a part of authspec. '
    : `The first command installs the client${name === 'NAME' ? '; NAME is that of its folder in Clients' : ''}. `;
  return [
    make('p', { class: 'sub' }, words, make('code', null, '--no-expected'), ' shows a failure also if it is known.'),
    make('code', { class: 'command', tabindex: '0', role: 'region', 'aria-label': 'Commands' }, commands.filter(Boolean).join('\n')),
  ];
}

function rules(scenario) {
  const items = scenario.requirements.map(id => {
    const known = data.requirements[id];
    return known ? make('li', null, make('b', null, level(known[0]), ', ', source(known[1])), ` (`,
      make('a', { href: address('cases', { text: id }) }, id), `): ${known[2]}`) : make('li', null, id);
  });
  if (!items.length) items.push(...scenario.spec.map(text => make('li', null, make('b', null, level(scenario.level)), ' ', source(text))));
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

function lines(scenario, place) {
  const others = scenario.cases.length > 1 && place > 0
    ? make('p', { class: 'meta' }, `With the values of the first case, ${scenario.cases[0].replaceAll(',', ', ')}.`) : null;
  return make('div', null, others, make('pre', { class: 'lines' }, scenario.lines.join('\n')));
}

// All cases of the scenario, for all clients.
function grid(scenario, place) {
  const table = () => make('div', { class: 'frame scroll', tabindex: '0', role: 'region', 'aria-label': 'All cases of this scenario' }, make('table', { class: 'grid' },
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

let rows = [];
function prepareOverview() {
  const table = document.getElementById('matrix');
  const frame = make('div', { class: 'frame', tabindex: '0', role: 'region', 'aria-label': 'The table of clients' });
  table.replaceWith(frame);
  frame.append(table);
  for (const cell of table.querySelectorAll('td')) cell.firstElementChild.dataset.label = cell.dataset.topic;
  rows = [...table.tBodies[0].rows];
  for (const row of rows) {
    row.classList.add('folded');
    const fold = make('button', { type: 'button', class: 'fold', 'aria-expanded': 'false', click: () => {
      const isFolded = row.classList.toggle('folded');
      fold.setAttribute('aria-expanded', String(!isFolded));
      fold.textContent = isFolded ? 'Topics' : 'Fold';
    } }, 'Topics');
    row.cells[0].append(fold);
  }
  const form = document.querySelector('.order');
  form.hidden = false;
  form.addEventListener('submit', event => event.preventDefault());
  const columns = [...table.tHead.rows[0].cells].filter(each => each.dataset.topic && each.dataset.level !== 'must').map(each => each.dataset.topic);
  form.append(
    chooser('Order', 'order', [['', 'share broken, MUST'], ['name', 'name of the client'], ...columns.map(each => [each, `share broken, ${each}`])]),
    chooser('Show', 'show', [['', 'all clients'], ['leak', 'those that leak a login'], ['one-port', 'those that leak one with one port number only'], ['caller-leak', 'those that leak what the caller wrote'], ['no-leak few', 'those without a leak']]),
    make('label', { class: 'wide' }, 'Find a client', make('input', { type: 'search', name: 'text', autocomplete: 'off', spellcheck: 'false', input: arrangeAnew })));
}

function chooser(label, name, options) {
  return make('label', null, label, make('select', { name, change: arrangeAnew }, options.map(([value, text]) => make('option', { value }, text))));
}

// The address says how the table is arranged, so that it can be linked.
function arrangeAnew() {
  const chosen = Object.fromEntries(new FormData(document.querySelector('.order')));
  history.replaceState(null, '', address('', chosen));
  arrange(chosen);
}

// Orders the rows of the table, and hides those that are not asked for.
function arrange({ order = '', show = '', text = '' }) {
  const form = document.querySelector('.order');
  for (const [name, value] of Object.entries({ order, show, text })) form.elements[name].value = value;
  const table = document.getElementById('matrix');
  const heads = [...table.tHead.rows[0].cells];
  const column = order === '' || order === 'name' ? -1 : heads.findIndex(each => each.dataset.topic === order);
  let sorted = rows;
  if (order === 'name') sorted = [...rows].sort((one, other) => one.cells[0].textContent.localeCompare(other.cells[0].textContent, 'en'));
  else if (column > 0) sorted = [...rows].sort((one, other) => one.matches('.few') - other.matches('.few') || share(one.cells[column]) - share(other.cells[column]));
  table.tBodies[0].append(...sorted);
  heads.forEach((each, index) => {
    const isOrder = order === 'name' ? index === 0 : column > 0 ? index === column : each.dataset.level === 'must';
    if (isOrder) each.setAttribute('aria-sort', 'ascending');
    else each.removeAttribute('aria-sort');
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const name = row.cells[0].textContent.toLowerCase();
    row.hidden = (show && !show.split(' ').includes(row.dataset.group)) || !words.every(word => name.includes(word));
    if (!row.hidden) count++;
  }
  document.getElementById('rows').textContent = count === rows.length ? counted(count, 'client') : `${number(count)} of ${counted(rows.length, 'client')}`;
}

// The share of broken cases of a cell; none concluded comes last.
function share(cell) {
  const [bad, of] = (cell.dataset.of || cell.textContent.replace(/,/g, '')).split('/').map(Number);
  return of ? bad / of : 2;
}

// What the fragment names

let shown = null;
function show() {
  const { path, parameters } = place();
  const isCase = path.startsWith('case/');
  const isList = path === 'cases';
  const isClient = path.startsWith('client/');
  overview.hidden = isCase || isList || isClient || path === 'about';
  if (!overview.hidden) arrange(parameters);
  about.hidden = path !== 'about';
  if (shown) shown.remove();
  shown = null;
  document.title = path === 'about' ? `About – ${baseTitle}` : baseTitle;
  if (isCase || isList || isClient) {
    if (!data) shown = make('p', { class: 'loading', role: 'status' }, failure || 'Reading…');
    else if (isCase || isClient) {
      let id = path.slice(path.indexOf('/') + 1);
      try { id = decodeURIComponent(id); } catch (error) { /* shown as it is */ }
      shown = isCase ? caseView(id, parameters.client) : clientView(id);
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
