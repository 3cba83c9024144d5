# SPDX-License-Identifier: Apache-2.0
"""The driver for websocket-client: create_connection(), which has a login for proxies only."""

import ssl
import sys
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import websocket
from authspec_driver import Failure, Unsupported, one_login, serve

CAN = ["websocket", "basic-unasked", "proxy", "connect", "redirects", "headers", "change", "resolve", "tls", "client-certificate"]
ERRORS = [
    (websocket.WebSocketTimeoutException, "timeout"), (TimeoutError, "timeout"), (ssl.SSLError, "tls"),
    (websocket.WebSocketProxyException, "connection"), (websocket.WebSocketConnectionClosedException, "connection"),
    (websocket.WebSocketException, "protocol"), (ValueError, "url"), (OSError, "connection"),
]


class Client:
    def __init__(self, session):
        self.session = session

    def change(self, session):
        self.session = session
        return True

    def open_websocket(self, request):
        session = self.session
        if one_login(session, request.url):
            raise Unsupported("a login for an origin: it has no option for one")
        options = {
            "timeout": session["timeout_ms"] / 1000, "redirect_limit": session["redirects"],
            "header": [f"{name}: {value}" for name, value in request.headers],
        }
        if session["proxy"]:
            proxy, login = urlsplit(session["proxy"]), one_login(session, session["proxy"], "proxy")
            options |= {"http_proxy_host": proxy.hostname, "http_proxy_port": proxy.port, "proxy_type": "http"}
            options["http_no_proxy"] = ["none.invalid"]  # Without a list it bypasses the proxy for this machine.
            if login:
                options["http_proxy_auth"] = (login["user"], login["password"])
        if request.url.startswith("wss:"):
            options["sslopt"] = {"ca_certs": session["ca_file"]}
            if session["client_certificate"]:
                options["sslopt"]["certfile"] = session["client_certificate"]
        messages = []
        try:
            socket = websocket.create_connection(request.url, **options)
        except websocket.WebSocketBadStatusException as error:
            headers = [(name, value) for name, value in (error.resp_headers or {}).items()]
            return error.status_code, headers, error.resp_body or b"", []
        try:
            if request.body is not None:
                socket.send(request.body.decode())
            while True:
                opcode, message = socket.recv_data()
                if opcode == websocket.ABNF.OPCODE_CLOSE:
                    return 101, list((socket.headers or {}).items()), b"", messages
                messages.append(message)
        finally:
            socket.shutdown()

    def close(self):
        pass


serve("websocket-client", websocket.__version__, CAN, ERRORS, Client)
