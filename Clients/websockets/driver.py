# SPDX-License-Identifier: Apache-2.0
"""The driver for websockets: its asyncio client, with the login in the URL as its documentation has it."""

import asyncio
import ssl
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import websockets
from authspec_driver import Failure, one_login, serve, trust_context, with_login
from websockets.asyncio.client import connect
from websockets.exceptions import (
    ConnectionClosedError, ConnectionClosedOK, InvalidHandshake, InvalidProxyStatus, InvalidStatus, InvalidURI, ProtocolError, ProxyError,
    SecurityError,
)

CAN = [
    "websocket", "basic", "basic-unasked", "preemptive", "userinfo", "proxy", "connect", "redirects", "headers", "change",
    "concurrent", "resolve", "tls", "client-certificate",
]
ERRORS = [
    (TimeoutError, "timeout"), (InvalidURI, "url"), (ssl.SSLError, "tls"), (SecurityError, "redirects"),
    (ProxyError, "connection"), (InvalidHandshake, "protocol"), (ProtocolError, "protocol"), (OSError, "connection"),
]
LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()


class Client:
    def __init__(self, session):
        self.session = session

    def change(self, session):
        self.session = session
        return True  # There is no state: connect() is a function.

    def open_websocket(self, request):
        limit = self.session["timeout_ms"] / 1000
        running = asyncio.run_coroutine_threadsafe(asyncio.wait_for(self.play(request), limit), LOOP)
        return running.result()

    async def play(self, request):
        session = self.session
        url = with_login(request.url, one_login(session, request.url))
        proxy = session["proxy"] and with_login(session["proxy"], one_login(session, session["proxy"], "proxy"))
        options = {"proxy": proxy or None, "additional_headers": request.headers, "max_size": 2 ** 24}
        if request.url.startswith("wss:"):
            options["ssl"] = trust_context(session, session["client_certificate"])
        messages = []
        try:
            async with connect(url, **options) as socket:
                try:
                    if request.body is not None:
                        await socket.send(request.body.decode())
                    async for message in socket:
                        messages.append(message.encode() if isinstance(message, str) else message)
                except ConnectionClosedOK:
                    pass  # The server was faster than the message.
                except ConnectionClosedError as error:
                    # Without a Close of the server's it has ended, or failed, the connection.
                    if error.rcvd is None:
                        raise Failure("protocol" if error.sent else "connection", str(error)) from error
                return 101, socket.response.headers.raw_items(), b"", messages
        except (InvalidStatus, InvalidProxyStatus) as error:
            response = error.response
            return response.status_code, response.headers.raw_items(), bytes(response.body or b""), []

    def close(self):
        pass


serve("websockets", websockets.__version__, CAN, ERRORS, Client)
