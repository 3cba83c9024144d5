"""The driver for httpx."""

import ssl
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx
from authspec_driver import Failure, login_object, one_login, serve

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
            trust = ssl.create_default_context(cafile=session["ca_file"])
            if session["client_certificate"]:
                trust.load_cert_chain(session["client_certificate"])
        proxy = session["proxy"]
        if proxy and proxy_login:
            proxy = httpx.Proxy(proxy, auth=(proxy_login["user"], proxy_login["password"]))
        return httpx.Client(verify=trust, proxy=proxy)

    def auth(self, url):
        classes = {"basic": httpx.BasicAuth, "digest": httpx.DigestAuth}
        netrc = self.session["netrc"] and httpx.NetRCAuth(self.session["netrc"])
        return login_object(self.logins, self.session, url, classes) or netrc or httpx.USE_CLIENT_DEFAULT

    def send(self, request):
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers]
        try:
            response = self.http.request(
                request.method, request.url, headers=headers, content=request.content,
                auth=self.auth(request.url), follow_redirects=self.session["redirects"] > 0)
        except httpx.ConnectError as error:
            if "SSL" in str(error):  # httpx has no exception of its own for trust.
                raise Failure("tls", str(error)) from error
            raise
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw]
        return response.status_code, pairs, response.content

    def close(self):
        if self.http is not None:
            self.http.close()


serve("httpx", httpx.__version__, CAN, ERRORS, Client)
