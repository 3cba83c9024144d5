# SPDX-License-Identifier: Apache-2.0
"""The driver for httpx-ntlm, which adds NTLM to httpx."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx
import httpx_family
import httpx_ntlm
from authspec_driver import serve, shared_login_object


class Client(httpx_family.Client):
    def auth(self, url):
        classes = {"ntlm": httpx_ntlm.HttpNtlmAuth, None: httpx.BasicAuth}
        return shared_login_object(self.logins, self.session, url, classes) or httpx.USE_CLIENT_DEFAULT


can = "ntlm ntlm-v2 proxy basic-unasked proxy-ntlm redirects memory change concurrent stream resolve tls".split()
serve("httpx-ntlm", version("httpx-ntlm"), can, httpx_family.ERRORS, Client)
