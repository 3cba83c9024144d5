# SPDX-License-Identifier: Apache-2.0
"""The driver for requests-scram, which adds SCRAM to requests."""

import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import old_names  # noqa: F401
import requests
import requests_family
import requests_scram
import scramp
from authspec_driver import login_object, serve


class Client(requests_family.client_class(requests)):
    def send(self, request):
        # An object logs in once: its state is that of one login. Without mechanisms it takes the
        # strongest that it has, whatever the server offers.
        auth = login_object({}, self.session, request.url, {"scram-sha-256": lambda user, password:
                            requests_scram.HTTPSCRAMAuth(user, password, mechanisms=["SCRAM-SHA-256"])})
        response = self.http.request(
            request.method, request.url, headers=request.header_dict(), data=request.content, auth=auth,
            timeout=self.session["timeout_ms"] / 1000, allow_redirects=self.session["redirects"] > 0)
        return response.status_code, response.raw.headers.items(), response.content


errors = [(getattr(requests.exceptions, name), kind) for name, kind in requests_family.KINDS.items()
          if hasattr(requests.exceptions, name)]
errors.append((scramp.ScramException, "authentication"))
serve("requests-scram", version("requests-scram"), ["scram", "redirects", "resolve", "tls"], errors, Client)
