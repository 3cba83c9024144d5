"""The driver for httpx."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx
from authspec_driver import Unsupported, one_login, serve

CAN = [
    "basic", "basic-unasked", "preemptive", "digest", "digest-sess", "digest-sha-256", "proxy", "connect", "redirects",
    "cookies", "userinfo", "headers", "change", "concurrent", "stream", "netrc", "tls", "client-certificate",
]
ERRORS = [
    (httpx.TooManyRedirects, "redirects"), (httpx.TimeoutException, "timeout"), (httpx.RemoteProtocolError, "protocol"),
    (httpx.DecodingError, "protocol"), (httpx.NetworkError, "connection"), (httpx.ProxyError, "connection"),
    (httpx.UnsupportedProtocol, "url"), (httpx.InvalidURL, "url"), (httpx.ProtocolError, "protocol"),
    (httpx.StreamError, "body"), (httpx.HTTPError, "other"),
]
# Trust takes longest to load, so that programs share it between clients, as the documentation says they may.
TRUST = httpx.create_ssl_context()


class Client:
    def __init__(self, session):
        self.logins = {}
        self.http = None
        self.change(session)

    def change(self, session):
        """A client's proxy and trust are settled when it is made; what else there is may change."""
        told = {key: session[key] for key in ("proxy", "ca_file", "client_certificate")}
        told["login"] = session["proxy"] and one_login(session, session["proxy"], "proxy")
        kept = self.http is not None and told == self.told
        if not kept:
            self.close()
            self.told, self.http = told, self.new_client(session, told["login"])
        self.http.max_redirects = session["redirects"]
        self.http.timeout = session["timeout_ms"] / 1000
        self.session = session
        return kept

    def new_client(self, session, proxy_login):
        trust = TRUST
        if session["ca_file"] or session["client_certificate"]:
            trust = httpx.create_ssl_context(verify=session["ca_file"] or True, cert=session["client_certificate"])
        proxy = session["proxy"]
        if proxy and proxy_login:
            proxy = httpx.Proxy(proxy, auth=(proxy_login["user"], proxy_login["password"]))
        return httpx.Client(verify=trust, proxy=proxy)

    def auth(self, url):
        """One object for one login, so that Digest goes on with its nonce."""
        login = one_login(self.session, url)
        if login is None:
            return httpx.NetRCAuth(self.session["netrc"]) if self.session["netrc"] else httpx.USE_CLIENT_DEFAULT
        classes = {"basic": httpx.BasicAuth, "digest": httpx.DigestAuth}
        if login["scheme"] not in classes:
            raise Unsupported("a login without a scheme")
        key = (login["scheme"], login["url"], login["user"], login["password"])
        if key not in self.logins:
            self.logins[key] = classes[login["scheme"]](login["user"], login["password"])
        return self.logins[key]

    def send(self, request):
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers]
        response = self.http.request(
            request.method, request.url, headers=headers, content=request.content,
            auth=self.auth(request.url), follow_redirects=self.session["redirects"] > 0)
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw]
        return response.status_code, pairs, response.content

    def close(self):
        if self.http is not None:
            self.http.close()


serve("httpx", httpx.__version__, CAN, ERRORS, Client)
