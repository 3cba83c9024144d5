# SPDX-License-Identifier: Apache-2.0
"""The driver for aiohttp."""

import asyncio
import os
import socket
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import aiohttp
import aiohttp.abc
from authspec_driver import NAMES, Failure, Unsupported, login_object, one_login, serve, trust_context

DIGEST = getattr(aiohttp, "DigestAuthMiddleware", None)  # Since 3.12.
CAN = [
    "basic", "basic-unasked", "preemptive", "proxy", "connect", "redirects", "cookies", "userinfo", "headers", "memory",
    "change", "concurrent", "stream", "resolve", "idn", "netrc", "tls", "client-certificate",
    "proxy-tls", "websocket",
] + (["digest", "digest-sess", "digest-sha-256", "digest-auth-int"] if DIGEST else [])
ERRORS = [
    (asyncio.TimeoutError, "timeout"), (aiohttp.TooManyRedirects, "redirects"), (aiohttp.InvalidURL, "url"),
    (aiohttp.ClientSSLError, "tls"), (aiohttp.ServerFingerprintMismatch, "tls"),
    (aiohttp.ClientConnectionError, "connection"), (aiohttp.ClientPayloadError, "protocol"),
    (aiohttp.ClientResponseError, "protocol"), (aiohttp.ClientError, "other"),
]
LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()
wait = lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, LOOP).result()


class Resolver(aiohttp.abc.AbstractResolver):
    """Resolves names by the session's `resolve`, otherwise by the system."""

    def __init__(self):
        self.system = aiohttp.ThreadedResolver()

    async def resolve(self, host, port=0, family=socket.AF_INET):
        place = NAMES.place(host, port)
        if place is None:
            return await self.system.resolve(host, port, family)
        return [{"hostname": host, "host": place[0], "port": place[1], "family": socket.AF_INET, "proto": 0,
                 "flags": socket.AI_NUMERICHOST}]

    async def close(self):
        await self.system.close()


class Client:
    def __init__(self, session):
        self.logins, self.http = {}, None
        self.change(session)

    def change(self, session):
        """The cookie jar and the netrc file belong to a session; all other settings belong to each request."""
        settled = (session["cookies"], session["netrc"])
        kept = self.http is not None and settled == self.settled
        if not kept:
            self.close()
            self.settled, self.http = settled, wait(self.new_session(session))
        self.session = session
        return kept

    async def new_session(self, session):
        os.environ["NETRC"] = session["netrc"] or ""
        # The servers' hosts are IP addresses, whose cookies a jar accepts only with this option.
        jar = aiohttp.CookieJar(unsafe=True) if session["cookies"] else aiohttp.DummyCookieJar()
        return aiohttp.ClientSession(
            cookie_jar=jar, trust_env=bool(session["netrc"]), connector=aiohttp.TCPConnector(resolver=Resolver()))

    def options(self, request):
        """The settings of a request: the logins, the proxy, trust and limits."""
        session = self.session
        options = {
            "timeout": aiohttp.ClientTimeout(total=session["timeout_ms"] / 1000), "proxy": session["proxy"],
            "allow_redirects": session["redirects"] > 0, "max_redirects": session["redirects"],
        }
        try:
            login = login_object(self.logins, session, request.url, {"basic": aiohttp.BasicAuth, "digest": DIGEST})
            proxy = session["proxy"] and one_login(session, session["proxy"], "proxy")
            options["proxy_auth"] = aiohttp.BasicAuth(proxy["user"], proxy["password"]) if proxy else None
        except ValueError as error:  # It rejects the login.
            raise Failure("credentials", str(error)) from error
        if isinstance(login, aiohttp.BasicAuth):
            if any(name.lower() == "authorization" for name, _ in request.headers):
                raise Unsupported("a login beside the caller's own Authorization: it takes one of them")
            options["auth"] = login
        elif login:
            options["middlewares"] = (login,)
        if session["ca_file"] or session["client_certificate"]:
            options["ssl"] = trust_context(session, session["client_certificate"])
        return options

    def send(self, request):
        return wait(self.exchange(request, self.options(request)))

    async def exchange(self, request, options):
        body = request.body
        if request.stream and body is not None:
            body = pieces(request.content)
        elif request.chunked:
            # The documented way for a body in memory; a generator is for other bodies.
            options["chunked"] = True
        async with self.http.request(
                request.method, request.url, headers=request.headers, data=body, **options) as response:
            content = await response.read()
            pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.raw_headers]
            return response.status, pairs, content

    def open_websocket(self, request):
        limit = self.session["timeout_ms"] / 1000
        return wait(asyncio.wait_for(self.play(request, self.options(request)), limit))

    async def play(self, request, options):
        session, digest = self.http, options.get("middlewares")
        options = {key: value for key, value in options.items() if key in ("auth", "proxy", "proxy_auth", "ssl")}
        if digest:  # ws_connect() has no middlewares of its own, so they are those of a session.
            session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=Resolver()), middlewares=digest)
        messages = []
        try:
            async with session.ws_connect(request.url, headers=request.headers, **options) as socket:
                if request.body is not None:
                    await socket.send_str(request.body.decode())
                async for message in socket:
                    if message.type == aiohttp.WSMsgType.ERROR:
                        raise Failure("protocol", str(message.data))
                    messages.append(message.data.encode() if isinstance(message.data, str) else message.data)
                if socket.close_code in (None, 1006):
                    raise Failure("connection", "the websocket ended without a Close")
                return 101, [], b"", messages
        except aiohttp.WSServerHandshakeError as error:
            if error.status == 101:
                raise
            return error.status, (error.headers or {}).items(), b"", []
        finally:
            if session is not self.http:
                await session.close()

    def close(self):
        if self.http is not None:
            wait(self.http.close())


async def pieces(body):
    """A body that aiohttp reads once and whose length it does not know."""
    for piece in body:
        yield piece


serve("aiohttp", aiohttp.__version__, CAN, ERRORS, Client)
