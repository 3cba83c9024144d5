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


def auth(tickets):
    return requests_kerberos.HTTPKerberosAuth(delegate=tickets["delegate"], principal=tickets["principal"])


errors = [(requests_kerberos.exceptions.MutualAuthenticationError, "authentication"), *requests_family.errors_of(requests)]
can = "negotiate delegate redirects memory change stream resolve tls".split()
serve("requests-kerberos", version("requests-kerberos"), can, errors, requests_family.ticket_class(auth))
