// SPDX-License-Identifier: Apache-2.0

// The driver for axios: one instance for a session, with agents that keep connections.

import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { oneLogin, serve, Unsupported } from '../_javascript/authspec-driver.mjs';
import { AgentClient } from '../_javascript/agents.mjs';

const require = createRequire(import.meta.url);
const axios = require('axios');

const CODES = {
  ECONNREFUSED: 'connection', ECONNRESET: 'connection', EPIPE: 'connection', ENOTFOUND: 'connection',
  ERR_INVALID_URL: 'url', ERR_UNESCAPED_CHARACTERS: 'url', ERR_INVALID_PROTOCOL: 'url', ECONNABORTED: 'timeout', ETIMEDOUT: 'timeout', ERR_CANCELED: 'timeout',
  ERR_FR_TOO_MANY_REDIRECTS: 'redirects', ERR_BAD_RESPONSE: 'protocol', ERR_INVALID_CHAR: 'credentials',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls', SELF_SIGNED_CERT_IN_CHAIN: 'tls', UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  CERT_HAS_EXPIRED: 'tls', ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
};
// "X509 certificate error codes" of tls, and the errors of OpenSSL.
const TLS = /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED$|EPROTO$)/;

function kindOf({ code, message }) {
  if (TLS.test(code)) return 'tls';
  if (code === 'ERR_BAD_REQUEST' || /Unsupported protocol|Invalid URL/.test(message)) return 'url';
  if (/aborted|socket hang up/.test(message)) return 'connection';
  return CODES[code] ?? (String(code).startsWith('HPE_') ? 'protocol' : code && 'other');
}

class Client extends AgentClient {
  async send({ method, url, headers, body, stream, chunked }) {
    const options = {
      method, url, headers: {}, httpAgent: this.agents['http:'], httpsAgent: this.agents['https:'], proxy: this.proxy(),
      maxRedirects: this.session.redirects, responseType: 'arraybuffer', validateStatus: () => true,
      timeout: this.session.timeout_ms, signal: AbortSignal.timeout(this.session.timeout_ms), transformRequest: [],
    };
    for (const [name, value] of headers) {
      if (Object.keys(options.headers).some((other) => other.toLowerCase() === name.toLowerCase())) {
        throw new Unsupported('two header lines of one name');
      }
      options.headers[name] = value;
    }
    const login = oneLogin(this.session, url);
    if (login) options.auth = { username: login.user, password: login.password };
    if (body !== null) options.data = stream || chunked ? Readable.from([body]) : body;
    if (body !== null && stream && !chunked) options.headers['Content-Length'] = body.length;
    const response = await axios.request(options);
    const raw = response.request.res.rawHeaders;
    const pairs = raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]]]));
    return { status: response.status, headers: pairs, body: response.data };
  }

  proxy() {
    if (!this.session.proxy) return false;
    const { protocol, hostname: host, port } = new URL(this.session.proxy);
    const login = oneLogin(this.session, this.session.proxy, 'proxy');
    const auth = login && { username: login.user, password: login.password };
    return { protocol, host, port: Number(port || 80), auth };
  }
}

serve({
  client: 'axios', version: axios.VERSION,
  can: [
    'basic', 'basic-unasked', 'preemptive', 'proxy', 'redirects', 'userinfo', 'headers', 'memory', 'change', 'concurrent',
    'stream', 'resolve', 'idn', 'tls', 'client-certificate',
  ], kindOf, Client,
});
