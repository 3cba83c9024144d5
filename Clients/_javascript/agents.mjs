// SPDX-License-Identifier: Apache-2.0

// What clients have in common that send through the agents of Node.js: the agents keep connections,
// and connect to the places that a session's `resolve` gives.

import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { placeOf } from './authspec-driver.mjs';

// A client with an agent for each scheme, in `agents`, which are made anew for other files of TLS.
export class AgentClient {
  constructor(session) {
    this.change(session);
  }

  // `certificate` is the file of the certificate that the client shows to every server.
  change(session, certificate = session.client_certificate) {
    const told = JSON.stringify([session.ca_file, certificate]);
    this.session = session;
    if (this.agents && told === this.told) return true;
    this.close();
    this.told = told;
    const ca = session.ca_file ? readFileSync(session.ca_file) : undefined;
    // An agent's own certificate, even an undefined one, takes precedence over a request's.
    const own = certificate ? { cert: readFileSync(certificate), key: readFileSync(certificate) } : {};
    this.agents = {
      'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true, ca, ...own }),
    };
    for (const agent of Object.values(this.agents)) {
      const connect = agent.createConnection;
      agent.createConnection = (options, ...rest) => connect.call(
        agent, { ...options, ...placeOf(this.session, options.host, options.port) }, ...rest);
    }
    return false;
  }

  close() {
    for (const agent of Object.values(this.agents ?? {})) agent.destroy();
  }
}
