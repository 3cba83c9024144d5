# SPDX-License-Identifier: Apache-2.0
"""The driver for requests, and for niquests, which has the same interface."""

import os
from http.cookiejar import DefaultCookiePolicy

from authspec_driver import basic_proxy_login, login_object, serve, use_tickets, with_login

CAN = [
    "basic", "basic-unasked", "preemptive", "digest", "digest-sess", "digest-sha-256", "proxy", "connect", "redirects",
    "cookies", "userinfo", "headers", "memory", "change", "stream", "resolve", "netrc", "tls", "client-certificate",
    "proxy-tls",
]
# Behind a proxy over TLS, niquests verifies the proxy by the system's certificates if the URL is http.
LACKS = {"niquests": {"proxy-tls"}}
KINDS = {
    "SSLError": "tls", "Timeout": "timeout", "TooManyRedirects": "redirects", "InvalidURL": "url",
    "MissingSchema": "url", "InvalidSchema": "url", "URLRequired": "url", "UnrewindableBodyError": "body",
    "StreamConsumedError": "body", "ChunkedEncodingError": "protocol", "ContentDecodingError": "protocol",
    "ConnectionError": "connection", "RequestException": "other",
}


def client_class(library):
    """The driver's client for `library`."""

    class Client:
        def __init__(self, session):
            self.http, self.logins = library.Session(), {}
            self.policy = DefaultCookiePolicy()
            # niquests caches netrc files until the process ends. A new client must not use the
            # cache of an earlier one.
            getattr(library.utils.get_netrc_auth, "cache_clear", lambda: None)()
            self.change(session)

        def change(self, session):
            self.session = session
            self.http.max_redirects = session["redirects"] or self.http.max_redirects
            # A session keeps cookies unless its jar accepts no domain.
            self.http.cookies.set_policy(self.policy if session["cookies"] else DefaultCookiePolicy(allowed_domains=[]))
            self.http.verify = session["ca_file"] or True
            self.http.cert = session["client_certificate"]
            proxy = self.proxy()
            self.http.proxies = {"http": proxy, "https": proxy} if proxy else {}
            os.environ.pop("NETRC", None)
            if session["netrc"]:
                os.environ["NETRC"] = session["netrc"]
            return True

        def proxy(self):
            """The proxy's URL, with the login for it."""
            return self.session["proxy"] and with_login(self.session["proxy"], basic_proxy_login(self.session))

        def auth(self, url):
            """The object that logs in at a URL."""
            classes = {"basic": library.auth.HTTPBasicAuth, "digest": library.auth.HTTPDigestAuth}
            return login_object(self.logins, self.session, url, classes)

        def send(self, request):
            response = self.http.request(
                request.method, request.url, headers=request.header_dict(), data=request.content,
                auth=self.auth(request.url), timeout=self.session["timeout_ms"] / 1000,
                allow_redirects=self.session["redirects"] > 0)
            return response.status_code, response.raw.headers.items(), response.content

        def close(self):
            self.http.close()

    return Client


def function_class(library):
    """The driver's client for the functions of `library`: each call makes a new session."""

    class FunctionClient(client_class(library)):
        def send(self, request):
            classes = {"basic": library.auth.HTTPBasicAuth, "digest": library.auth.HTTPDigestAuth}
            response = library.request(
                request.method, request.url, headers=request.header_dict(), data=request.content,
                auth=login_object({}, self.session, request.url, classes), proxies=self.http.proxies or None,
                verify=self.http.verify, cert=self.http.cert,
                timeout=self.session["timeout_ms"] / 1000, allow_redirects=self.session["redirects"] > 0)
            return response.status_code, response.raw.headers.items(), response.content

    return FunctionClient


def ticket_class(auth):
    """The driver's client for requests with an object for tickets of Kerberos, which `auth` makes for a session."""
    import requests

    class TicketClient(client_class(requests)):
        def change(self, session):
            use_tickets(session)
            self.object = auth(session) if session["kerberos"] else None
            return super().change(session)

        def auth(self, url):
            return self.object or login_object(self.logins, self.session, url, {None: requests.auth.HTTPBasicAuth})

    return TicketClient


def errors_of(library):
    """The exceptions of `library`, and the kinds that they are."""
    return [(getattr(library.exceptions, name), kind) for name, kind in KINDS.items() if hasattr(library.exceptions, name)]


def run(library, by_function=False):
    """Runs the protocol with a session of `library`, or with its functions."""
    errors = errors_of(library)
    can = [ability for ability in CAN if ability not in LACKS.get(library.__name__, ())]
    if by_function:
        can = [ability for ability in can if ability not in ("memory", "cookies")]
        serve(f"{library.__name__}-function", library.__version__, can, errors, function_class(library))
    else:
        serve(library.__name__, library.__version__, can, errors, client_class(library))
