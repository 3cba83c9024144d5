# SPDX-License-Identifier: Apache-2.0
"""The driver for urllib.request of Python's standard library."""

import http.client
import platform
import ssl
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
from authspec_driver import Failure, Unsupported, one_login, serve, trust_context, with_login

CAN = ("basic digest by-challenge preemptive per-origin per-realm proxy connect redirects cookies headers memory change stream "
       "resolve tls client-certificate").split()
ERRORS = [
    (ssl.SSLError, "tls"), (TimeoutError, "timeout"), (http.client.InvalidURL, "url"),
    (http.client.RemoteDisconnected, "connection"), (http.client.HTTPException, "protocol"), (OSError, "connection"),
]


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Client:
    def __init__(self, session):
        self.cookies, self.logins = CookieJar(), {}
        self.change(session)

    def change(self, session):
        """Keeps the login handlers, which have state, until a login is removed. The other handlers have no state."""
        told = (session["preemptive"], session["schemes"])
        logins = {self.place(login): login for login in session["credentials"]}
        if len(logins) < len(session["credentials"]):
            raise Unsupported("two logins for one origin and realm")
        kept = self.logins.keys() <= logins.keys() and bool(self.logins) and told == self.told
        if not kept:
            self.told, self.handlers = told, self.login_handlers(session)
        self.logins = logins
        for login in logins.values():
            self.add(login, session["preemptive"])
        self.opener = urllib.request.build_opener(*self.handlers.values(), *self.other_handlers(session))
        self.timeout = session["timeout_ms"] / 1000
        return kept

    def place(self, login):
        """The URL under which a password manager keeps a login."""
        if not login.get("url"):
            raise Unsupported("a login for any origin")
        return login["target"], login.get("scheme"), login["url"], login.get("realm")

    def login_handlers(self, session):
        """A handler for each target and scheme, each with its own password manager."""
        default = urllib.request.HTTPPasswordMgrWithDefaultRealm
        prior = urllib.request.HTTPPasswordMgrWithPriorAuth
        handlers = {
            ("origin", "basic"): urllib.request.HTTPBasicAuthHandler(prior() if session["preemptive"] else default()),
            ("origin", "digest"): urllib.request.HTTPDigestAuthHandler(default()),
            ("proxy", "basic"): urllib.request.ProxyBasicAuthHandler(default()),
        }
        allowed = session["schemes"]
        return {place: handlers[place] for place in handlers if allowed is None or place[1] in allowed}

    def add(self, login, preemptive):
        for (target, scheme), handler in self.handlers.items():
            if target == login["target"] and login.get("scheme") in (None, scheme):
                prior = isinstance(handler.passwd, urllib.request.HTTPPasswordMgrWithPriorAuth)
                handler.passwd.add_password(
                    login.get("realm"), login["url"], login["user"], login["password"],
                    **({"is_authenticated": preemptive} if prior else {}))

    def other_handlers(self, session):
        """The proxy, cookies, redirects and trust."""
        proxy = session["proxy"]
        if proxy and session["preemptive"]:
            # urllib sends a login in the proxy's URL at once; one in the password manager waits for
            # a challenge.
            proxy = with_login(proxy, one_login(session, proxy, "proxy"))
        handlers = [urllib.request.ProxyHandler({"http": proxy, "https": proxy} if proxy else {})]
        if session["cookies"]:
            handlers.append(urllib.request.HTTPCookieProcessor(self.cookies))
        if session["redirects"] == 0:
            handlers.append(NoRedirects())
        if session["ca_file"] or session["client_certificate"]:
            trust = trust_context(session, session["client_certificate"])
            handlers.append(urllib.request.HTTPSHandler(context=trust))
        return handlers

    def send(self, request):
        asked = urllib.request.Request(request.url, request.content, request.header_dict(), method=request.method)
        try:
            response = self.opener.open(asked, timeout=self.timeout)
        except urllib.error.HTTPError as refusal:  # The response if its status is not 2xx.
            response = refusal
        except urllib.error.URLError as failure:
            if isinstance(failure.reason, (ssl.SSLError, TimeoutError)):
                raise failure.reason from failure
            raise
        except ValueError as refusal:
            # Documented: "raise ValueError on unsupported Authentication Scheme".
            if "does not support the following scheme" in str(refusal):
                raise Failure("other", str(refusal)) from refusal
            raise
        with response:
            # An error that urllib makes itself has a text instead of a body, which may be empty.
            return response.status, response.headers.items(), response.read() or b""

    def close(self):
        """There are no connections to close: urllib keeps none."""


serve("urllib", platform.python_version(), CAN, ERRORS, Client)
