// SPDX-License-Identifier: Apache-2.0

// The driver protocol, version 1, for clients written in JavaScript: docs/driver-protocol.md.
//
// A driver calls `serve` with its name, version and abilities, and a class that makes a client for
// a session: `send(request)` returns a promise of { status, headers, body }, `change(session)`
// returns whether the client kept its state, `close()` ends it.

import { createInterface } from 'node:readline';

const DEFAULTS = {
  credentials: [], preemptive: false, ask: false, schemes: null, redirects: 10, cookies: false, proxy: null,
  tunnel: false, resolve: {}, timeout_ms: 2000, ca_file: null, client_certificate: null,
  client_certificates: [], pins: [], netrc: null, store: null,
};

// The client does not support a setting or request; the case is skipped with this reason.
export class Unsupported extends Error {}

// The ability that a setting needs if it is neither empty nor false; the other settings need none.
const ABILITY = {
  ask: 'ask', cookies: 'cookies', proxy: 'proxy', tunnel: 'tunnel', ca_file: 'tls',
  netrc: 'netrc', store: 'store',
};

// The address and port for a name and port in the session's `resolve`; undefined if they are not in
// it.
export function placeOf(session, host, port) {
  const name = `${host}:${port}`.toLowerCase();
  const found = Object.entries(session.resolve).find(([key]) => key.toLowerCase() === name)?.[1];
  return found && { host: found.slice(0, found.lastIndexOf(':')), port: Number(found.slice(found.lastIndexOf(':') + 1)) };
}

// The file with the client's certificate for an origin; undefined if it has none.
export function certificateFor(session, url) {
  return session.client_certificates.find(
    (entry) => entry.target === 'origin' && origin(entry.url) === origin(url))?.file;
}

function origin(url) {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}

// The login for a client that has one login for each request: the most specific one that matches,
// or undefined.
export function oneLogin(session, url, target = 'origin') {
  const rank = (entry) => 4 * !!entry.url + 2 * (entry.realm != null) + !!entry.scheme;
  const fitting = session.credentials.filter(
    (entry) => entry.target === target && (!entry.url || origin(entry.url) === origin(url)));
  const best = Math.max(...fitting.map(rank));
  const [login, ...others] = fitting.filter((entry) => rank(entry) === best);
  if (others.length > 0) throw new Unsupported('logins that differ in realm or scheme only');
  if (!login) return undefined;
  return !session.schemes || session.schemes.includes(login.scheme) ? login : undefined;
}

// Runs the protocol until the input ends. `kindOf` returns the kind of an error, or nothing for an
// error that the client's documentation does not name.
export function serve({ client: name, version, can, kindOf, Client }) {
  let client = null;
  let session = null;

  function told() {
    for (const [key, ability] of Object.entries(ABILITY)) {
      if (session[key] && !can.includes(ability)) throw new Unsupported(key);
    }
    const isOne = can.includes('client-certificate') && session.client_certificate;
    if (session.client_certificates.length > 0 && !isOne && !can.includes('client-certificate-per-origin')) {
      throw new Unsupported('certificates for several servers, or for a proxy');
    }
    if (session.pins.length > 0 && !can.includes('tls-pin')) throw new Unsupported('pins');
    for (const { target, token, scheme } of session.credentials) {
      const asked = token ? 'bearer' : scheme;
      const ability = target === 'proxy' ? { basic: 'proxy', digest: 'proxy-digest' }[asked] : asked;
      if (asked && !can.includes(ability)) throw new Unsupported(`${asked} at the ${target}`);
    }
    if (!can.includes('resolve') && Object.keys(session.resolve).length > 0) throw new Unsupported('resolve');
    return { ...session };
  }

  const operations = {
    hello: () => ({ client: name, version, can }),
    async open(message) {
      await operations.close();
      session = { ...DEFAULTS, ...message.session };
      client = new Client(told());
      return { ok: true };
    },
    async change(message) {
      Object.assign(session, message.session);
      return (await client.change(told())) ? { ok: true } : { ok: true, kept: false };
    },
    async close() {
      await client?.close();
      client = null;
      return { ok: true };
    },
    async request(message) {
      if (!client) return { error: { kind: 'internal', message: 'a request without an open session' } };
      for (const key of ['stream', 'target']) if (message[key] && !can.includes(key)) throw new Unsupported(key);
      const body = message.body == null ? null : Buffer.from(message.body, 'base64');
      const answer = await client.send({ headers: [], ...message, body });
      return { ...answer, body: Buffer.from(answer.body).toString('base64') };
    },
  };

  async function answer(message) {
    let content;
    try {
      if (!Object.hasOwn(operations, message.op)) throw new Unsupported(String(message.op));
      content = await operations[message.op](message);
    } catch (error) {
      const text = [error, error?.cause].filter(Boolean).map((each) => `${each.code ?? ''} ${each}`.trim()).join('; ');
      content = error instanceof Unsupported
        ? { unsupported: error.message } : { error: { kind: kindOf(error) ?? 'internal', message: text } };
    }
    process.stdout.write(`${JSON.stringify({ id: message.id, ...content })}\n`);
  }

  // Requests run concurrently; earlier operations are finished before a request starts.
  const running = new Set();
  let done = Promise.resolve();
  createInterface({ input: process.stdin, crlfDelay: Infinity })
    .on('line', (line) => {
      const message = JSON.parse(line);
      const task = done.then(() => answer(message));
      if (message.op !== 'request') done = task;
      running.add(task);
      task.finally(() => running.delete(task));
    })
    .on('close', () => {
      setTimeout(() => process.exit(0), 500);
      Promise.all(running).then(() => process.stdout.write('', () => process.exit(0)));
    });
}
