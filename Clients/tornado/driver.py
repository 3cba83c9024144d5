# SPDX-License-Identifier: Apache-2.0
"""The driver for Tornado: websocket_connect() with an HTTPRequest."""

import asyncio
import ssl
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import tornado
from authspec_driver import Failure, Unsupported, one_login, serve
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.iostream import StreamClosedError
from tornado.simple_httpclient import HTTPStreamClosedError, HTTPTimeoutError
from tornado.websocket import WebSocketError, websocket_connect

CAN = [
    "websocket", "basic", "basic-unasked", "preemptive", "userinfo", "redirects", "headers", "change", "concurrent", "resolve",
    "tls", "client-certificate",
]
ERRORS = [
    (TimeoutError, "timeout"), (HTTPTimeoutError, "timeout"), (ssl.SSLError, "tls"), (HTTPStreamClosedError, "connection"),
    (StreamClosedError, "connection"), (HTTPClientError, "protocol"), (WebSocketError, "protocol"), (OSError, "connection"),
    (ValueError, "url"),
]
LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, daemon=True).start()


class Client:
    def __init__(self, session):
        self.session = session

    def change(self, session):
        self.session = session
        return True

    def open_websocket(self, request):
        limit = self.session["timeout_ms"] / 1000
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(self.play(request, limit), limit), LOOP).result()

    async def play(self, request, limit):
        session = self.session
        if session["proxy"]:
            raise Unsupported("a proxy")
        login = one_login(session, request.url) or {}
        asked = HTTPRequest(
            request.url, headers=request.header_dict(), connect_timeout=limit, request_timeout=limit,
            auth_username=login.get("user"), auth_password=login.get("password"),
            follow_redirects=session["redirects"] > 0, max_redirects=session["redirects"], ca_certs=session["ca_file"],
            client_cert=session["client_certificate"], client_key=session["client_certificate"])
        messages = []
        try:
            socket = await websocket_connect(asked)
        except HTTPClientError as error:
            if error.response is None or error.code >= 599:
                raise
            return error.code, list(error.response.headers.get_all()), error.response.body or b"", []
        if request.body is not None:
            await socket.write_message(request.body.decode())
        while (message := await socket.read_message()) is not None:
            messages.append(message.encode() if isinstance(message, str) else message)
        if socket.close_code is None:
            raise Failure("connection", "the websocket ended without a Close")
        return 101, [], b"", messages

    def close(self):
        pass


serve("tornado", tornado.version, CAN, ERRORS, Client)
