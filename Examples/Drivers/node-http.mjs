// SPDX-License-Identifier: Apache-2.0

// A complete driver for node:http of Node.js, by the protocol of docs/driver-protocol.md.
import http from 'node:http';
import { createInterface } from 'node:readline';

const CAN = ['basic', 'basic-unasked', 'preemptive', 'headers', 'memory'];

class Unsupported extends Error {}

let session = null;
let agent = null;

function open(told) {
  for (const key of ['ask', 'cookies', 'netrc', 'proxy', 'tunnel', 'schemes']) {
    if (told[key]) throw new Unsupported(key);
  }
  if (told.credentials.some(({ target, scheme }) => target === 'proxy' || scheme !== 'basic')) {
    throw new Unsupported('a login that is not for Basic at an origin');
  }
  session = told;
  agent = new http.Agent({ keepAlive: true });
}

function close() {
  agent?.destroy();
  session = null;
}

// The login for a request: one for its origin takes precedence over one for any origin.
function login({ origin }) {
  const given = session.credentials;
  const own = given.filter(({ url }) => url === origin);
  const [first, ...others] = own.length > 0 ? own : given.filter(({ url }) => url === null);
  if (others.length > 0) throw new Unsupported('logins that differ in realm only');
  return first && `${first.user}:${first.password}`;
}

function request({ method, url, headers, body, stream, chunked }) {
  if (!session) throw new Error('no session');
  if (stream || chunked) throw new Unsupported('stream or chunked');
  const fields = {};
  for (const [name, value] of headers) fields[name] = name in fields ? [fields[name], value].flat() : value;
  const octets = body === null ? null : Buffer.from(body, 'base64');
  if (octets) fields['Content-Length'] = octets.length;
  const auth = fields.Authorization ? undefined : login(new URL(url));
  return new Promise((resolve, reject) => {
    const asked = http.request(url, { method, agent, auth, headers: fields }, (response) => {
      const chunks = [];
      const raw = response.rawHeaders;
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({
        status: response.statusCode,
        headers: raw.flatMap((name, at) => (at % 2 ? [] : [[name, raw[at + 1]]])),
        body: Buffer.concat(chunks).toString('base64'),
      }));
    });
    const timer = setTimeout(() => asked.destroy(new Error('timeout')), session.timeout_ms);
    asked.on('close', () => clearTimeout(timer));
    asked.on('error', reject);
    asked.end(octets ?? undefined);
  });
}

function kind({ code = '', message }) {
  if (message === 'timeout') return 'timeout';
  if (code.startsWith('HPE_')) return 'protocol';
  if (code.startsWith('ERR_INVALID_URL')) return 'url';
  return code.startsWith('E') && !code.startsWith('ERR_') ? 'connection' : 'internal';
}

async function answer(call) {
  try {
    switch (call.op) {
      case 'hello': return { client: 'node-http', version: process.versions.node, can: CAN };
      case 'open': close(); open(call.session); return { ok: true };
      case 'request': return await request(call);
      case 'close': close(); return { ok: true };
      default: return { unsupported: String(call.op) };
    }
  } catch (error) {
    if (error instanceof Unsupported) return { unsupported: error.message };
    return { error: { kind: kind(error), message: `${error.code ?? ''} ${error.message}` } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const call = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: call.id, ...(await answer(call)) })}\n`);
}
process.exit(0);
