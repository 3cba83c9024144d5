// SPDX-License-Identifier: Apache-2.0

// The driver for got: one instance for a session, with agents that keep connections.

import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { oneLogin, serve } from '../_javascript/authspec-driver.mjs';
import { AgentClient } from '../_javascript/agents.mjs';

const require = createRequire(import.meta.url);
const got = require('got');

const CODES = {
  ECONNREFUSED: 'connection', ECONNRESET: 'connection', EPIPE: 'connection', ENOTFOUND: 'connection',
  ERR_INVALID_URL: 'url', ERR_UNESCAPED_CHARACTERS: 'url', ERR_INVALID_PROTOCOL: 'url', ETIMEDOUT: 'timeout', ERR_BODY_PARSE_FAILURE: 'protocol', ERR_UNSUPPORTED_PROTOCOL: 'url',
  ERR_TOO_MANY_REDIRECTS: 'redirects', ERR_INVALID_CHAR: 'credentials',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls', SELF_SIGNED_CERT_IN_CHAIN: 'tls', UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  CERT_HAS_EXPIRED: 'tls', ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
};
// "X509 certificate error codes" of tls, and the errors of OpenSSL.
const TLS = /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED$|EPROTO$)/;

// An error of got has the code of Node's error, or a class of its own.
function kindOf({ code, name, message }) {
  if (TLS.test(code)) return 'tls';
  if (name === 'MaxRedirectsError') return 'redirects';
  if (name === 'TimeoutError' || name === 'CancelError') return 'timeout';
  if (/aborted|socket hang up/.test(message)) return 'connection';
  if (/Unsupported protocol|Invalid URL/.test(message)) return 'url';
  return CODES[code] ?? (String(code).startsWith('HPE_') ? 'protocol' : code && 'other');
}

class Client extends AgentClient {
  async send({ method, url, headers, body, stream, chunked }) {
    const options = {
      method, headers: {}, agent: { http: this.agents['http:'], https: this.agents['https:'] }, throwHttpErrors: false,
      followRedirect: this.session.redirects > 0, maxRedirects: this.session.redirects, responseType: 'buffer',
      // By default got repeats a request after some errors, in seconds: later than a request may take.
      timeout: this.session.timeout_ms, retry: 0, allowGetBody: true,
    };
    for (const [name, value] of headers) (options.headers[name.toLowerCase()] ??= []).push(value);
    for (const [name, values] of Object.entries(options.headers)) if (values.length === 1) [options.headers[name]] = values;
    const login = oneLogin(this.session, url);
    if (login) Object.assign(options, { username: login.user, password: login.password });
    if (body !== null) options.body = stream || chunked ? Readable.from([body]) : body;
    if (body !== null && stream && !chunked) options.headers['content-length'] = String(body.length);
    const running = got(url, options);
    const late = setTimeout(() => running.cancel(), this.session.timeout_ms);
    try {
      const response = await running;
      const raw = response.rawHeaders;
      const pairs = raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]]]));
      return { status: response.statusCode, headers: pairs, body: response.rawBody };
    } finally {
      clearTimeout(late);
    }
  }
}

serve({
  client: 'got', version: require('got/package.json').version,
  can: [
    'basic', 'basic-unasked', 'preemptive', 'redirects', 'userinfo', 'headers', 'memory', 'change', 'concurrent', 'stream',
    'resolve', 'idn', 'tls', 'client-certificate',
  ], kindOf, Client,
});
