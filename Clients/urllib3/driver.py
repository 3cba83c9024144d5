"""The driver for urllib3."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import old_names  # noqa: F401
import urllib3
from authspec_driver import Failure, Unsupported, one_login, serve
from urllib3 import exceptions

CAN = [
    "basic", "basic-unasked", "preemptive", "proxy", "connect", "redirects", "headers", "change", "concurrent", "stream",
    "tls", "client-certificate",
]
ERRORS = [
    (getattr(exceptions, name), kind) for name, kind in {
        "NewConnectionError": "connection", "TimeoutError": "timeout", "SSLError": "tls", "LocationValueError": "url", "UnrewindableBodyError": "body",
        "DecodeError": "protocol", "InvalidHeader": "protocol", "ProxyError": "connection",
        "ProtocolError": "connection", "HTTPError": "other",
    }.items() if hasattr(exceptions, name)
]
# What is none of these is counted by itself since 1.26.
OTHER = {"other": 3} if hasattr(urllib3.Retry(), "other") else {}


class Client:
    def __init__(self, session):
        self.pools = None
        self.change(session)

    def change(self, session):
        """The proxy and trust are settled when the pools are made; all else goes with each request."""
        settled = {key: session[key] for key in ("proxy", "ca_file", "client_certificate")}
        settled["login"] = session["proxy"] and one_login(session, session["proxy"], "proxy")
        kept = self.pools is not None and settled == self.settled
        if not kept:
            self.close()
            self.settled, self.pools = settled, self.new_pools(settled)
        self.session = session
        return kept

    def new_pools(self, settled):
        trust = {"ca_certs": settled["ca_file"], "cert_file": settled["client_certificate"]}
        trust = {key: value for key, value in trust.items() if value}
        if not settled["proxy"]:
            return urllib3.PoolManager(**trust)
        login = settled["login"]
        headers = login and urllib3.make_headers(proxy_basic_auth=f"{login['user']}:{login['password']}")
        return urllib3.ProxyManager(settled["proxy"], proxy_headers=headers or None, **trust)

    def headers(self, request):
        """The caller's, and those that `make_headers` makes of a login."""
        headers = request.header_dict()
        login = one_login(self.session, request.url)
        if login:
            made = urllib3.make_headers(basic_auth=f"{login['user']}:{login['password']}")
            if {name.lower() for name in headers} & {name.lower() for name in made}:
                raise Unsupported("a login beside the caller's own Authorization: both are the same header")
            headers.update(made)
        return headers

    def send(self, request):
        # A lost connection is tried three times more, as without a word about it; all tries share the time.
        follow = self.session["redirects"]
        retries = urllib3.Retry(total=None, connect=3, read=3, redirect=follow, status=0, **OTHER)
        timeout = urllib3.Timeout(total=self.session["timeout_ms"] / 1000 / 4)
        try:
            response = self.pools.request(
                request.method, request.url, body=request.content, headers=self.headers(request), retries=retries,
                redirect=follow > 0, timeout=timeout)
        except exceptions.MaxRetryError as failure:
            if isinstance(failure.reason, exceptions.ResponseError):
                raise Failure("redirects", str(failure)) from failure
            raise failure.reason from failure
        return response.status, response.headers.items(), response.data

    def close(self):
        if self.pools is not None:
            self.pools.clear()


serve("urllib3", urllib3.__version__, CAN, ERRORS, Client)
