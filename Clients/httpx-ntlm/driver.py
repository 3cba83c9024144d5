# SPDX-License-Identifier: Apache-2.0
"""The driver for httpx-ntlm, which adds NTLM to httpx."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx_family
import httpx_ntlm
from authspec_driver import login_object, serve


class Client(httpx_family.Client):
    def auth(self, url):
        return login_object(self.logins, self.session, url, {"ntlm": httpx_ntlm.HttpNtlmAuth})


can = "ntlm ntlm-v2 redirects memory change concurrent stream resolve tls".split()
serve("httpx-ntlm", version("httpx-ntlm"), can, httpx_family.ERRORS, Client)
