// SPDX-License-Identifier: Apache-2.0

// The driver for fetch of Node.

import dns from 'node:dns';
import { serve, Unsupported } from '../_javascript/authspec-driver.mjs';

const CODES = {
  ECONNREFUSED: 'connection', ECONNRESET: 'connection', EPIPE: 'connection', ENOTFOUND: 'connection',
  UND_ERR_SOCKET: 'connection', UND_ERR_CONNECT_TIMEOUT: 'timeout', UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout', UND_ERR_HEADERS_OVERFLOW: 'protocol', UND_ERR_RESPONSE_EXCEEDED_MAX_SIZE: 'protocol',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'body', ERR_INVALID_URL: 'url',
};

// fetch rejects with a TypeError whose cause has the details, or with the abort reason of its
// signal.
function kindOf(error) {
  if (error.name === 'TimeoutError') return 'timeout';
  const cause = error.cause;
  const code = cause?.code ?? error.code ?? '';
  if (CODES[code]) return CODES[code];
  if (code.startsWith('HPE_')) return 'protocol';
  if (/redirect count exceeded/.test(cause?.message)) return 'redirects';
  if (/includes credentials|Failed to parse URL/.test(error.message)) return 'url';
  return error instanceof TypeError ? 'other' : undefined;
}

// fetch has no option for the addresses of names. authspec does not judge name resolution, so this
// replaces the resolver.
const names = new Map();
const lookUp = dns.lookup;
dns.lookup = (host, ...rest) => lookUp(names.get(host.toLowerCase()) ?? host, ...rest);

function useNames(resolve) {
  names.clear();
  for (const [name, place] of Object.entries(resolve)) {
    const [[host, port], [address, target]] = [name, place].map((text) => text.split(':'));
    if (port !== target) throw new Unsupported('a name that leads to another port');
    names.set(host.toLowerCase(), address);
  }
}

class Client {
  constructor(session) {
    this.change(session);
  }

  change(session) {
    if (session.credentials.length > 0) throw new Unsupported('a login: fetch takes only header lines');
    useNames(session.resolve);
    this.session = session;
    return true;
  }

  async send({ method, url, headers, body, stream, chunked }) {
    const options = {
      method, headers, redirect: this.session.redirects > 0 ? 'follow' : 'manual',
      signal: AbortSignal.timeout(this.session.timeout_ms),
    };
    if (body !== null) options.body = body;
    if (body !== null && (stream || chunked)) {
      options.body = new Blob([body]).stream();
      options.duplex = 'half';
    }
    const response = await fetch(url, options);
    return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
  }

  close() {}
}

serve({
  client: 'node-fetch', version: `${process.versions.node} undici/${process.versions.undici}`,
  can: ['redirects', 'headers', 'memory', 'change', 'concurrent', 'stream', 'resolve'], kindOf, Client,
});
