# SPDX-License-Identifier: Apache-2.0
"""The driver for requests-scram, which adds SCRAM to requests."""

import contextlib
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import old_names  # noqa: F401
import requests
import requests_family
import requests_scram
from authspec_driver import login_object, serve


class Client(requests_family.client_class(requests)):
    def send(self, request):
        classes = {"scram-sha-256": requests_scram.HTTPSCRAMAuth}
        # An object logs in once: its state is that of one login.
        auth = login_object({}, self.session, request.url, classes)
        # The library prints the header section of each response.
        with contextlib.redirect_stdout(sys.stderr):
            response = self.http.request(
                request.method, request.url, headers=request.header_dict(), data=request.content, auth=auth,
                timeout=self.session["timeout_ms"] / 1000, allow_redirects=self.session["redirects"] > 0)
        return response.status_code, response.raw.headers.items(), response.content


errors = [(getattr(requests.exceptions, name), kind) for name, kind in requests_family.KINDS.items()
          if hasattr(requests.exceptions, name)]
serve("requests-scram", version("requests-scram"), ["scram", "redirects", "resolve", "tls"], errors, Client)
