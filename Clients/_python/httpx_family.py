# SPDX-License-Identifier: Apache-2.0
"""The drivers for httpx: with a Client, or with its functions."""

from http.cookiejar import DefaultCookiePolicy

import httpx
from authspec_driver import Failure, Unsupported, basic_proxy_login, login_object, serve, trust_context

CAN = [
    "basic", "basic-unasked", "preemptive", "digest", "digest-sess", "digest-sha-256", "proxy", "connect", "redirects",
    "cookies", "userinfo", "headers", "memory", "change", "concurrent", "stream", "resolve", "netrc", "tls",
    "client-certificate", "proxy-tls",
]
ERRORS = [
    (httpx.TooManyRedirects, "redirects"), (httpx.TimeoutException, "timeout"), (httpx.RemoteProtocolError, "protocol"),
    (httpx.DecodingError, "protocol"), (httpx.NetworkError, "connection"), (httpx.ProxyError, "connection"),
    (httpx.UnsupportedProtocol, "url"), (httpx.InvalidURL, "url"), (httpx.ProtocolError, "protocol"),
    (httpx.StreamError, "body"), (httpx.HTTPError, "other"),
]
# Loading the certificates takes the most time, so clients share them, as the documentation
# recommends.
TRUST = httpx.create_ssl_context()


class Client:
    def __init__(self, session):
        self.logins = {}
        self.http = None
        self.change(session)

    def change(self, session):
        """The proxy and the certificates of a client are fixed when it is made; other settings can change."""
        told = {key: session[key] for key in ("proxy", "ca_file", "client_certificate")}
        told["login"] = basic_proxy_login(session)
        kept = self.http is not None and told == self.told
        if not kept:
            self.close()
            self.told, self.http = told, self.new_client(session, told["login"])
        # A client keeps cookies unless its jar accepts no domain.
        self.http.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=None if session["cookies"] else []))
        # It counts challenges as well; follow_redirects is what forbids all redirects.
        self.http.max_redirects = session["redirects"] or self.http.max_redirects
        self.http.timeout = session["timeout_ms"] / 1000
        self.session = session
        return kept

    def new_client(self, session, proxy_login):
        trust = TRUST
        if session["ca_file"] or session["client_certificate"]:
            trust = trust_context(session, session["client_certificate"])
        proxy = session["proxy"]
        if proxy:
            # The context of a proxy is one of its own, and only for https.
            own = {"ssl_context": trust_context(session)} if proxy.startswith("https:") else {}
            if proxy_login:
                own["auth"] = (proxy_login["user"], proxy_login["password"])
            proxy = httpx.Proxy(proxy, **own)
        self.settled = {"verify": trust, "proxy": proxy}
        return httpx.Client(**self.settled)

    def auth(self, url):
        classes = {"basic": httpx.BasicAuth, "digest": httpx.DigestAuth}
        netrc = self.session["netrc"] and httpx.NetRCAuth(self.session["netrc"])
        login = login_object(self.logins, self.session, url, classes)
        if login and netrc:
            raise Unsupported("a login beside a netrc file: both are the request's auth")
        return login or netrc or httpx.USE_CLIENT_DEFAULT

    def send(self, request):
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers]
        try:
            response = self.perform(
                request.method, request.url, headers=headers, content=request.content,
                auth=self.auth(request.url), follow_redirects=self.session["redirects"] > 0)
        except httpx.ConnectError as error:
            if "SSL" in str(error):  # httpx has no exception of its own for trust.
                raise Failure("tls", str(error)) from error
            raise
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw]
        return response.status_code, pairs, response.content

    def perform(self, method, url, **options):
        return self.http.request(method, url, **options)

    def close(self):
        if self.http is not None:
            self.http.close()


class FunctionClient(Client):
    """Each call of a function makes a new client."""

    def perform(self, method, url, **options):
        self.logins = {}
        if options["auth"] is httpx.USE_CLIENT_DEFAULT:
            options["auth"] = None
        return httpx.request(method, url, timeout=self.session["timeout_ms"] / 1000, **self.settled, **options)


def run(by_function):
    """Runs the protocol with a client of httpx, or with its functions."""
    if by_function:
        can = [ability for ability in CAN if ability not in ("memory", "cookies")]
        serve("httpx-function", httpx.__version__, can, ERRORS, FunctionClient)
    else:
        serve(httpx.__name__, httpx.__version__, CAN, ERRORS, Client)
