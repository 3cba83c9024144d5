# SPDX-License-Identifier: Apache-2.0
"""The driver for httpx-gssapi, which adds Negotiate to httpx."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx
import httpx_family
import httpx_gssapi
from authspec_driver import gss_credentials, login_object, serve, use_tickets


class Client(httpx_family.Client):
    def change(self, session):
        use_tickets(session)
        return super().change(session)

    def auth(self, url):
        tickets = self.session["kerberos"]
        if not tickets:
            basic = login_object(self.logins, self.session, url, {None: httpx.BasicAuth})
            return basic or httpx.USE_CLIENT_DEFAULT
        return httpx_gssapi.HTTPSPNEGOAuth(delegate=tickets["delegate"], creds=gss_credentials(tickets))


errors = [(httpx_gssapi.MutualAuthenticationError, "authentication"), *httpx_family.ERRORS]
can = "negotiate delegate proxy basic-unasked redirects memory change concurrent stream resolve tls".split()
serve("httpx-gssapi", version("httpx-gssapi"), can, errors, Client)
