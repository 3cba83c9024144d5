# SPDX-License-Identifier: Apache-2.0
"""The driver for requests-kerberos, which adds Negotiate to requests."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import requests
import requests_family
import requests_kerberos
from authspec_driver import serve


def auth(session):
    tickets = session["kerberos"]
    # The default demands the proof of the origin server, which gives none if only a proxy asks for tickets.
    proof = requests_kerberos.OPTIONAL if session["proxy"] else requests_kerberos.REQUIRED
    return requests_kerberos.HTTPKerberosAuth(proof, delegate=tickets["delegate"], principal=tickets["principal"])


errors = [(requests_kerberos.exceptions.MutualAuthenticationError, "authentication"), *requests_family.errors_of(requests)]
can = "negotiate delegate proxy basic-unasked proxy-negotiate redirects memory change stream resolve tls".split()
serve("requests-kerberos", version("requests-kerberos"), can, errors, requests_family.ticket_class(auth))
