# SPDX-License-Identifier: Apache-2.0
"""The driver for Qt 6: a QNetworkAccessManager, logins by its signals authenticationRequired and proxyAuthenticationRequired."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
from authspec_driver import Failure, Unsupported, origin, serve
from PyQt6.QtCore import QByteArray, QCoreApplication, QEventLoop, QIODevice, QUrl, qVersion
from PyQt6.QtNetwork import (
    QNetworkAccessManager, QNetworkCookieJar, QNetworkProxy, QNetworkReply, QNetworkRequest,
)
from qt_trust import trust

CAN = [
    "basic", "digest", "digest-sess", "ntlm", "ntlm-v2", "proxy-ntlm", "by-challenge", "per-origin", "per-realm", "ask", "proxy", "proxy-digest", "connect",
    "tunnel", "redirects", "cookies", "userinfo", "headers", "memory", "change", "stream", "tls",
    "client-certificate",
]
Error = QNetworkReply.NetworkError
KINDS = {
    Error.TimeoutError: "timeout", Error.OperationCanceledError: "timeout", Error.SslHandshakeFailedError: "tls",
    Error.TooManyRedirectsError: "redirects", Error.InsecureRedirectError: "redirects", Error.ContentReSendError: "body",
    Error.ProxyTimeoutError: "timeout", Error.ProxyAuthenticationRequiredError: "authentication",
    Error.AuthenticationRequiredError: "authentication", Error.ProtocolUnknownError: "url",
    Error.ProtocolInvalidOperationError: "url", Error.ProtocolFailure: "protocol", Error.ConnectionRefusedError: "connection",
    Error.RemoteHostClosedError: "connection", Error.HostNotFoundError: "connection", Error.ProxyNotFoundError: "connection",
    Error.ProxyConnectionRefusedError: "connection", Error.ProxyConnectionClosedError: "connection",
    Error.UnknownNetworkError: "connection",
}


class Once(QIODevice):
    """A body that can be read only once: a sequential device."""

    def __init__(self, octets):
        super().__init__()
        self.left = octets
        self.open(QIODevice.OpenModeFlag.ReadOnly)

    def isSequential(self):
        return True

    def bytesAvailable(self):
        return len(self.left) + super().bytesAvailable()

    def readData(self, count):
        part, self.left = self.left[:count], self.left[count:]
        return part or None


class Client:
    def __init__(self, session):
        self.manager = QNetworkAccessManager()
        self.manager.setCookieJar(QNetworkCookieJar())
        self.manager.authenticationRequired.connect(
            lambda reply, authenticator: self.answer("origin", self.origin(reply.url()), authenticator))
        self.manager.proxyAuthenticationRequired.connect(
            lambda proxy, authenticator: self.answer("proxy", self.told["proxy"], authenticator))
        self.told = None
        self.change(session)

    def change(self, session):
        if self.told and self.told["credentials"] != session["credentials"]:
            self.manager.clearAccessCache()
        self.told = dict(session)
        proxy = QNetworkProxy(QNetworkProxy.ProxyType.NoProxy)
        if session["proxy"]:
            url = QUrl(session["proxy"])
            proxy = QNetworkProxy(QNetworkProxy.ProxyType.HttpProxy, url.host(), url.port())
            if session["tunnel"]:
                proxy.setCapabilities(QNetworkProxy.Capability.TunnelingCapability | QNetworkProxy.Capability.HostNameLookupCapability)
        self.manager.setProxy(proxy)
        if session["schemes"] is not None:
            raise Unsupported("schemes")
        return True

    @staticmethod
    def origin(url):
        return url.adjusted(QUrl.UrlFormattingOption.RemoveUserInfo | QUrl.UrlFormattingOption.RemovePath
                            | QUrl.UrlFormattingOption.RemoveQuery | QUrl.UrlFormattingOption.RemoveFragment).toString()

    def answer(self, target, url, authenticator):
        realm = authenticator.realm()
        best, login = -1, None
        for entry in self.told["credentials"]:
            if entry["target"] != target or entry.get("realm") not in (None, realm):
                continue
            if entry.get("url") and origin(entry["url"]) != origin(url):
                continue
            rank = 2 * bool(entry.get("url")) + (entry.get("realm") is not None)
            if rank == best:
                self.fault = Unsupported("logins that differ in scheme only")
            best, login = (rank, entry) if rank > best else (best, login)
        if target == "origin":
            # Its challenge came through the proxy, which has thus accepted the login for it.
            self.refused = {key: count for key, count in self.refused.items() if key[0] != "proxy"}
        failures = self.refused.get((target, url, realm), 0)
        self.refused[target, url, realm] = failures + 1
        if self.told["ask"] and (failures or login is None):
            login = self.request.ask(target, url, None, realm, failures)
        elif failures:
            login = None  # Without a login the request is cancelled.
        if login:
            domain = login.get("domain")
            authenticator.setUser(login["user"] if domain is None else f"{domain}\\{login['user']}")
            authenticator.setPassword(login["password"])

    def send(self, request):
        self.request, self.refused, self.fault = request, {}, None
        url = QUrl(request.url)
        if not url.isValid():
            raise Failure("url", url.errorString())
        asked = QNetworkRequest(url)
        if self.told["ca_file"]:
            asked.setSslConfiguration(trust(self.told))
        follow = QNetworkRequest.RedirectPolicy.NoLessSafeRedirectPolicy
        asked.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute,
                           follow if self.told["redirects"] else QNetworkRequest.RedirectPolicy.ManualRedirectPolicy)
        asked.setMaximumRedirectsAllowed(self.told["redirects"])
        asked.setTransferTimeout(self.told["timeout_ms"])
        control = QNetworkRequest.LoadControl.Automatic if self.told["cookies"] else QNetworkRequest.LoadControl.Manual
        asked.setAttribute(QNetworkRequest.Attribute.CookieLoadControlAttribute, control)
        asked.setAttribute(QNetworkRequest.Attribute.CookieSaveControlAttribute, control)
        for name, value in request.header_dict().items():
            asked.setRawHeader(name.encode(), value.encode("latin-1"))
        body = request.body
        if body is not None and (request.stream or request.chunked):
            body = Once(request.body)
        reply = self.start(asked, request.method, body)
        loop = QEventLoop()
        reply.finished.connect(loop.quit)
        if not reply.isFinished():
            loop.exec()
        if self.fault:
            raise self.fault
        status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
        kind = KINDS.get(reply.error(), None if status else "other")
        # Qt also reports error statuses as errors; there is a response then.
        if kind and not (status and status >= 400 and kind in ("authentication", "url")):
            raise Failure(kind, reply.errorString())
        pairs = [(bytes(name).decode("latin-1"), bytes(value).decode("latin-1")) for name, value in reply.rawHeaderPairs()]
        return status, pairs, bytes(reply.readAll())

    def start(self, asked, method, body):
        if method == "GET" and body is None:
            return self.manager.get(asked)
        if method == "HEAD":
            return self.manager.head(asked)
        if method == "DELETE" and body is None:
            return self.manager.deleteResource(asked)
        if method in ("POST", "PUT"):
            send = self.manager.post if method == "POST" else self.manager.put
            return send(asked, QByteArray(body or b"") if not isinstance(body, Once) else body)
        verb = QByteArray(method.encode())
        if body is None:
            return self.manager.sendCustomRequest(asked, verb)
        return self.manager.sendCustomRequest(asked, verb, body if isinstance(body, Once) else QByteArray(body))

    def close(self):
        self.manager.clearConnectionCache()
        self.manager.deleteLater()
        QCoreApplication.sendPostedEvents(None, 0)


application = QCoreApplication([])
serve("Qt", qVersion(), CAN, [], Client)
