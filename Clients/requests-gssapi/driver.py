# SPDX-License-Identifier: Apache-2.0
"""The driver for requests-gssapi, which adds Negotiate to requests."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import requests
import requests_family
import requests_gssapi
from authspec_driver import gss_credentials, serve


def auth(session):
    tickets = session["kerberos"]
    return requests_gssapi.HTTPSPNEGOAuth(delegate=tickets["delegate"], creds=gss_credentials(tickets))


errors = [(requests_gssapi.MutualAuthenticationError, "authentication"), *requests_family.errors_of(requests)]
can = "negotiate delegate proxy basic-unasked redirects memory change stream resolve tls".split()
serve("requests-gssapi", version("requests-gssapi"), can, errors, requests_family.ticket_class(auth))
