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
    def auth(self, url):
        # An object logs in once: its state is that of one login. Without mechanisms it takes the
        # strongest that it has, whatever the server offers.
        return login_object({}, self.session, url, {"scram-sha-256": lambda user, password:
                            requests_scram.HTTPSCRAMAuth(user, password, mechanisms=["SCRAM-SHA-256"])})


errors = requests_family.errors_of(requests) + [(scramp.ScramException, "authentication")]
serve("requests-scram", version("requests-scram"), ["scram", "redirects", "resolve", "tls"], errors, Client)
