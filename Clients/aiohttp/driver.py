"""The driver for aiohttp."""

import asyncio
import os
import ssl
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import aiohttp
from authspec_driver import Failure, Unsupported, one_login, serve

DIGEST = getattr(aiohttp, "DigestAuthMiddleware", None)  # Since 3.12.
CAN = [
    "basic", "basic-unasked", "preemptive", "proxy", "connect", "redirects", "cookies", "userinfo", "headers", "change",
    "concurrent", "stream", "netrc", "tls", "client-certificate",
] + (["digest", "digest-sess", "digest-sha-256", "digest-auth-int"] if DIGEST else [])
ERRORS = [
    (asyncio.TimeoutError, "timeout"), (aiohttp.TooManyRedirects, "redirects"), (aiohttp.InvalidURL, "url"),
    (aiohttp.ClientSSLError, "tls"), (aiohttp.ServerFingerprintMismatch, "tls"),
    (aiohttp.ClientConnectionError, "connection"), (aiohttp.ClientPayloadError, "protocol"),
    (aiohttp.ClientResponseError, "protocol"), (aiohttp.ClientError, "other"),
]
LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()


def wait(coroutine):
    return asyncio.run_coroutine_threadsafe(coroutine, LOOP).result()


def login_of(kind, login):
    """The login as aiohttp takes it; it refuses some with a ValueError."""
    try:
        return kind(login["user"], login["password"])
    except ValueError as error:
        raise Failure("credentials", str(error)) from error


class Client:
    def __init__(self, session):
        self.logins, self.http = {}, None
        self.change(session)

    def change(self, session):
        """A session's cookie jar is settled when it is made; all else goes with each request."""
        kept = self.http is not None and (session["cookies"], session["netrc"]) == self.told
        if not kept:
            self.close()
            self.told, self.http = (session["cookies"], session["netrc"]), wait(self.new_session(session))
        self.session = session
        return kept

    async def new_session(self, session):
        if session["netrc"]:
            os.environ["NETRC"] = session["netrc"]
        # The servers have addresses for names, whose cookies a jar takes only when told so.
        jar = aiohttp.CookieJar(unsafe=True) if session["cookies"] else aiohttp.DummyCookieJar()
        return aiohttp.ClientSession(cookie_jar=jar, trust_env=bool(session["netrc"]))

    def options(self, request):
        """What goes with a request: the login, the proxy, trust and limits."""
        session, options = self.session, {}
        login = one_login(session, request.url)
        if login and login["scheme"] == "basic":
            options["auth"] = login_of(aiohttp.BasicAuth, login)
        elif login and login["scheme"] == "digest" and DIGEST:
            key = (login["url"], login["user"], login["password"])
            self.logins[key] = self.logins.get(key) or login_of(DIGEST, login)
            options["middlewares"] = (self.logins[key],)
        elif login:
            raise Unsupported("a login without a scheme")
        if session["proxy"]:
            options["proxy"] = session["proxy"]
            proxy_login = one_login(session, session["proxy"], "proxy")
            if proxy_login:
                options["proxy_auth"] = login_of(aiohttp.BasicAuth, proxy_login)
        if session["ca_file"] or session["client_certificate"]:
            options["ssl"] = ssl.create_default_context(cafile=session["ca_file"])
            if session["client_certificate"]:
                options["ssl"].load_cert_chain(session["client_certificate"])
        limit = aiohttp.ClientTimeout(total=session["timeout_ms"] / 1000)
        follow = session["redirects"] > 0
        return {**options, "timeout": limit, "allow_redirects": follow, "max_redirects": session["redirects"]}

    def send(self, request):
        return wait(self.exchange(request, self.options(request)))

    async def exchange(self, request, options):
        body = request.content
        if body is not None and body is not request.body:
            body = pieces(body)
        async with self.http.request(
                request.method, request.url, headers=request.headers, data=body, **options) as response:
            content = await response.read()
            pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.raw_headers]
            return response.status, pairs, content

    def close(self):
        if self.http is not None:
            wait(self.http.close())


async def pieces(body):
    """A body that aiohttp reads once and whose length it does not know."""
    for piece in body:
        yield piece


serve("aiohttp", aiohttp.__version__, CAN, ERRORS, Client)
