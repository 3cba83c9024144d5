# SPDX-License-Identifier: Apache-2.0
"""The driver for Qt WebSockets: a QWebSocket, logins by its signals authenticationRequired and proxyAuthenticationRequired."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
from authspec_driver import Failure, Unsupported, origin, serve
from PyQt6.QtCore import QCoreApplication, QEventLoop, QTimer, QUrl, qVersion
from PyQt6.QtNetwork import QAbstractSocket, QNetworkProxy, QNetworkRequest
from PyQt6.QtWebSockets import QWebSocket
from qt_trust import trust

CAN = [
    "websocket", "basic", "digest", "digest-sess", "by-challenge", "per-origin", "per-realm", "ask", "proxy", "proxy-digest",
    "connect", "userinfo", "headers", "change", "tls", "client-certificate",
]
Error = QAbstractSocket.SocketError
KINDS = {
    Error.SslHandshakeFailedError: "tls", Error.SocketTimeoutError: "timeout", Error.RemoteHostClosedError: "connection",
    Error.ConnectionRefusedError: "connection", Error.NetworkError: "connection", Error.HostNotFoundError: "connection",
    Error.ProxyAuthenticationRequiredError: "authentication", Error.ProxyConnectionClosedError: "connection",
    Error.ProxyProtocolError: "connection",
}


class Client:
    def __init__(self, session):
        self.told = session

    def change(self, session):
        self.told = session
        return True  # There is no state: each websocket is an object of its own.

    def answer(self, request, refused, target, url, authenticator):
        realm = authenticator.realm()
        fitting = [entry for entry in self.told["credentials"]
                   if entry["target"] == target and entry.get("realm") in (None, realm)
                   and (not entry.get("url") or origin(entry["url"]) == origin(url))]
        login = max(fitting, key=lambda entry: (bool(entry.get("url")), entry.get("realm") is not None), default=None)
        failures = refused.get((target, realm), 0)
        refused[target, realm] = failures + 1
        if self.told["ask"] and (failures or login is None):
            login = request.ask(target, url, None, realm, failures)
        elif failures:
            login = None  # Without a login the connection is given up.
        if login:
            domain = login.get("domain")
            authenticator.setUser(login["user"] if domain is None else f"{domain}\\{login['user']}")
            authenticator.setPassword(login["password"])

    def open_websocket(self, request):
        if self.told["schemes"] is not None:
            raise Unsupported("schemes")
        socket, loop, messages, failure, refused = QWebSocket(), QEventLoop(), [], [], {}
        proxy = QNetworkProxy(QNetworkProxy.ProxyType.NoProxy)
        if self.told["proxy"]:
            url = QUrl(self.told["proxy"])
            proxy = QNetworkProxy(QNetworkProxy.ProxyType.HttpProxy, url.host(), url.port())
        socket.setProxy(proxy)
        if self.told["ca_file"]:
            socket.setSslConfiguration(trust(self.told))
        socket.authenticationRequired.connect(
            lambda authenticator: self.answer(request, refused, "origin", request.url, authenticator))
        socket.proxyAuthenticationRequired.connect(
            lambda proxy, authenticator: self.answer(request, refused, "proxy", self.told["proxy"], authenticator))
        socket.connected.connect(lambda: request.body is not None and socket.sendTextMessage(request.body.decode()))
        socket.textMessageReceived.connect(lambda text: messages.append(text.encode()))
        socket.binaryMessageReceived.connect(lambda octets: messages.append(bytes(octets)))
        socket.errorOccurred.connect(lambda error: (failure.append(error), loop.quit()))
        socket.disconnected.connect(loop.quit)
        opened = []
        socket.connected.connect(lambda: opened.append(True))
        timer = QTimer()
        timer.timeout.connect(lambda: (failure.append(Error.SocketTimeoutError), loop.quit()))
        timer.start(self.told["timeout_ms"])
        asked = QNetworkRequest(QUrl(request.url))
        for name, value in request.header_dict().items():
            asked.setRawHeader(name.encode(), value.encode("latin-1"))
        socket.open(asked)
        loop.exec()
        timer.stop()
        words, code = socket.errorString(), int(socket.closeCode().value)
        socket.abort()
        if opened and not failure and code not in (1002, 1006, 1007, 1009):
            return 101, [], b"", messages
        kind = KINDS.get(failure[0] if failure else None, "protocol")
        raise Failure("authentication" if refused and kind != "timeout" and not opened else kind, words)

    def close(self):
        pass


application = QCoreApplication([])
serve("Qt WebSockets", qVersion(), CAN, [], Client)
