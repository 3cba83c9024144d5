# SPDX-License-Identifier: Apache-2.0
"""The driver for requests_ntlm, which adds NTLM to requests."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import requests
import requests_family
import requests_ntlm
from authspec_driver import serve, shared_login_object


class Client(requests_family.client_class(requests)):
    def auth(self, url):
        classes = {"ntlm": requests_ntlm.HttpNtlmAuth, None: requests.auth.HTTPBasicAuth}
        return shared_login_object(self.logins, self.session, url, classes)


can = "ntlm ntlm-v2 proxy basic-unasked proxy-ntlm redirects memory change stream resolve tls".split()
serve("requests-ntlm", version("requests-ntlm"), can, requests_family.errors_of(requests), Client)
