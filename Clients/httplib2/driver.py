# SPDX-License-Identifier: Apache-2.0
"""The driver for httplib2."""

import http.client
import socket
import ssl
import sys
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httplib2
from authspec_driver import Unsupported, serve

CAN = [
    "basic", "digest", "by-challenge", "per-origin", "redirects", "headers", "memory", "change", "resolve", "idn", "tls",
    "client-certificate", "client-certificate-per-origin",
]
ERRORS = [
    (ssl.SSLError, "tls"), (httplib2.RedirectLimit, "redirects"), (httplib2.RedirectMissingLocation, "protocol"),
    (httplib2.MalformedHeader, "protocol"), (httplib2.RelativeURIError, "url"), (socket.timeout, "timeout"),
    (httplib2.ServerNotFoundError, "connection"), (httplib2.HttpLib2Error, "other"),
    (http.client.HTTPException, "protocol"), (OSError, "connection"),
]


class Client:
    def __init__(self, session):
        self.http = None
        self.change(session)

    def change(self, session):
        """An Http keeps its logins and certificates, so others need another Http."""
        if session["schemes"] is not None or any(login.get("scheme") for login in session["credentials"]):
            raise Unsupported("a choice of schemes")
        if len({login.get("url") for login in session["credentials"]}) < len(session["credentials"]):
            raise Unsupported("two logins for one origin")
        settled = [session[key] for key in ("credentials", "ca_file", "client_certificates")]
        kept = self.http is not None and settled == self.settled
        self.settled = settled
        self.session = session
        if not kept:
            self.close()
            self.http = httplib2.Http(timeout=session["timeout_ms"] / 1000, ca_certs=session["ca_file"])
            for login in session["credentials"]:
                self.http.add_credentials(login["user"], login["password"], urlsplit(login.get("url") or "").netloc)
            for entry in session["client_certificates"]:
                if entry["target"] == "origin":
                    self.http.add_certificate(entry["file"], entry["file"], urlsplit(entry["url"]).netloc)
        self.http.timeout = session["timeout_ms"] / 1000
        self.http.follow_redirects = session["redirects"] > 0
        return kept

    def send(self, request):
        response, content = self.http.request(
            request.url, request.method, body=request.content, headers=request.header_dict(),
            redirections=self.session["redirects"] or httplib2.DEFAULT_MAX_REDIRECTS)
        headers = [(name, value) for name, value in response.items() if name not in ("status", "content-location")]
        return response.status, headers, content

    def close(self):
        for connection in self.http.connections.values() if self.http else []:
            connection.close()


serve("httplib2", httplib2.__version__, CAN, ERRORS, Client)
