// SPDX-License-Identifier: Apache-2.0

// The driver for http.request of Node.

import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { certificateFor, oneLogin, serve } from '../_javascript/authspec-driver.mjs';
import { AgentClient } from '../_javascript/agents.mjs';

const CODES = {
  ECONNREFUSED: 'connection', ECONNRESET: 'connection', EPIPE: 'connection', ENOTFOUND: 'connection',
  ERR_INVALID_URL: 'url', ERR_UNESCAPED_CHARACTERS: 'url', ERR_INVALID_PROTOCOL: 'url', ABORT_ERR: 'timeout',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls', SELF_SIGNED_CERT_IN_CHAIN: 'tls', UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  CERT_HAS_EXPIRED: 'tls', ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
};
// "X509 certificate error codes" of tls, and the errors of OpenSSL.
const TLS = /^(ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNSPECIFIED$|EPROTO$)/;

// Node documents its errors by code.
function kindOf({ code }) {
  if (TLS.test(code)) return 'tls';
  return CODES[code] ?? (String(code).startsWith('HPE_') ? 'protocol' : code && 'other');
}

class Client extends AgentClient {
  // It has a certificate for each origin.
  change(session) {
    return super.change(session, null);
  }

  send({ method, url, headers, body, stream, chunked, target }) {
    const options = { method, headers: {}, signal: AbortSignal.timeout(this.session.timeout_ms) };
    for (const [name, value] of headers) (options.headers[name] ??= []).push(value);
    const login = oneLogin(this.session, url);
    if (login) options.auth = `${login.user}:${login.password}`;
    const certificate = certificateFor(this.session, url);
    if (certificate) options.cert = options.key = readFileSync(certificate);
    if (target) options.path = target;
    const { protocol } = new URL(url);
    options.agent = this.agents[protocol];
    return new Promise((resolve, reject) => {
      const request = (protocol === 'https:' ? https : http).request(url, options);
      request.on('error', reject);
      request.on('response', (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const raw = response.rawHeaders;
          const pairs = raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]]]));
          resolve({ status: response.statusCode, headers: pairs, body: Buffer.concat(pieces) });
        });
      });
      if (body !== null && (stream || chunked)) Readable.from([body]).pipe(request);
      else request.end(body ?? undefined);
    });
  }
}

serve({
  client: 'node-http', version: process.versions.node,
  can: [
    'basic', 'basic-unasked', 'preemptive', 'userinfo', 'headers', 'memory', 'change', 'concurrent', 'stream', 'target',
    'resolve', 'idn', 'tls', 'client-certificate', 'client-certificate-per-origin',
  ], kindOf, Client,
});
