# SPDX-License-Identifier: Apache-2.0
"""The driver for httpx-gssapi, which adds Negotiate to httpx."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx
import httpx_family
import httpx_gssapi
from authspec_driver import Unsupported, gss_credentials, serve, use_tickets


class Client(httpx_family.Client):
    def change(self, session):
        use_tickets(session)
        if session["credentials"] and not session["kerberos"]:
            raise Unsupported("a login without a ticket")
        return super().change(session)

    def auth(self, url):
        tickets = self.session["kerberos"]
        if not tickets:
            return httpx.USE_CLIENT_DEFAULT
        return httpx_gssapi.HTTPSPNEGOAuth(delegate=tickets["delegate"], creds=gss_credentials(tickets))


errors = [(httpx_gssapi.MutualAuthenticationError, "authentication"), *httpx_family.ERRORS]
can = "negotiate delegate redirects memory change concurrent stream resolve tls".split()
serve("httpx-gssapi", version("httpx-gssapi"), can, errors, Client)
