# SPDX-License-Identifier: Apache-2.0
"""The drivers for urllib3: with its managers (PoolManager, ProxyManager), or with their connection pools."""

import old_names  # noqa: F401
import urllib3
import urllib3.util
from authspec_driver import Failure, Unsupported, one_login, serve
from urllib3 import exceptions

CAN = [
    "basic", "basic-unasked", "preemptive", "proxy", "connect", "redirects", "headers", "memory", "change",
    "concurrent", "stream", "resolve", "tls", "client-certificate", "proxy-tls",
]
ERRORS = [
    (getattr(exceptions, name), kind) for name, kind in {
        "NewConnectionError": "connection", "TimeoutError": "timeout", "SSLError": "tls", "LocationValueError": "url", "UnrewindableBodyError": "body",
        "DecodeError": "protocol", "InvalidHeader": "protocol", "ProxyError": "connection",
        "ProtocolError": "connection", "HTTPError": "other",
    }.items() if hasattr(exceptions, name)
]
# Since 1.26 all other errors have a count of their own.
OTHER = {"other": 3} if hasattr(urllib3.Retry(), "other") else {}


class Client:
    def __init__(self, session):
        self.pools = None
        self.change(session)

    def change(self, session):
        """The proxy and the certificates are fixed when the pools are made; other settings belong to each request."""
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
        """The caller's header fields, and those that `make_headers` makes from a login."""
        headers = request.header_dict()
        login = one_login(self.session, request.url)
        if login:
            made = urllib3.make_headers(basic_auth=f"{login['user']}:{login['password']}")
            if {name.lower() for name in headers} & {name.lower() for name in made}:
                raise Unsupported("a login beside the caller's own Authorization: both are the same header")
            headers.update(made)
        return headers

    def send(self, request):
        # A lost connection is tried three times more, which is the default; all tries share the
        # time.
        follow = self.session["redirects"]
        retries = urllib3.Retry(total=None, connect=3, read=3, redirect=follow, status=0, **OTHER)
        timeout = urllib3.Timeout(total=self.session["timeout_ms"] / 1000 / 4)
        try:
            response = self.perform(
                request.method, request.url, body=request.content, headers=self.headers(request), retries=retries,
                redirect=follow > 0, timeout=timeout)
        except exceptions.MaxRetryError as failure:
            if isinstance(failure.reason, exceptions.ResponseError):
                raise Failure("redirects", str(failure)) from failure
            raise failure.reason from failure
        return response.status, response.headers.items(), response.data

    def perform(self, method, url, **options):
        return self.pools.request(method, url, **options)

    def close(self):
        if self.pools is not None:
            self.pools.clear()


class PoolClient(Client):
    """A pool of connections to one host, with `urlopen`: it follows redirects itself, and refuses those to other hosts.

    Behind a proxy a pool of a ProxyManager accepts URLs of any host if the caller allows it, as the manager does.
    """

    def perform(self, method, url, **options):
        pool = self.pools.connection_from_url(url)
        if self.settled["proxy"] and url.startswith("http:"):
            return pool.urlopen(method, url, assert_same_host=False, **options)
        try:
            return pool.urlopen(method, urllib3.util.parse_url(url).request_uri, **options)
        except exceptions.HostChangedError as refusal:
            raise Unsupported(f"a redirect to another host: {refusal}") from refusal


def run(by_pool):
    """Runs the protocol with the managers, or with their pools."""
    name, client = ("urllib3-pool", PoolClient) if by_pool else ("urllib3", Client)
    serve(name, urllib3.__version__, CAN, ERRORS, client)
