# SPDX-License-Identifier: Apache-2.0
"""The driver for libsoup 3: a Soup.Session, logins by the `authenticate` signal of its messages."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import gi

gi.require_version("Soup", "3.0")
from gi.repository import Gio, GLib, Soup
from authspec_driver import Failure, certificate, serve
from libsoup_family import LibsoupClient, add_headers, header_lines, new_message

CAN = [
    "basic", "digest", "digest-sess", "ntlm", "ntlm-v2", "proxy-ntlm", "by-challenge", "per-origin", "per-realm", "ask", "proxy", "proxy-digest", "redirects",
    "cookies", "userinfo", "headers", "memory", "change", "stream", "connect", "tls", "client-certificate",
    "client-certificate-per-origin", "websocket", "forget",
]
KINDS = {
    ("soup-session-error-quark", Soup.SessionError.TOO_MANY_REDIRECTS): "redirects",
    ("g-io-error-quark", Gio.IOErrorEnum.TIMED_OUT): "timeout",
    ("g-io-error-quark", Gio.IOErrorEnum.CANCELLED): "timeout",
    ("g-io-error-quark", Gio.IOErrorEnum.PROXY_AUTH_FAILED): "authentication",
    ("g-io-error-quark", Gio.IOErrorEnum.INVALID_DATA): "protocol",
    ("g-io-error-quark", Gio.IOErrorEnum.PARTIAL_INPUT): "connection",
}
DOMAINS = {
    "soup-session-error-quark": "protocol", "g-io-error-quark": "connection", "g-resolver-error-quark": "connection",
    "g-tls-error-quark": "tls", "web-socket-error-quark": "protocol", "soup-websocket-error-quark": "protocol",
}


class Client(LibsoupClient):
    Soup = Soup

    def use_proxy(self, proxy):
        self.soup.set_proxy_resolver(Gio.SimpleProxyResolver.new(proxy, None) if proxy else None)

    def authority(self, message, auth):
        return auth.get_authority()

    def message(self, request):
        message = new_message(Soup, request)
        if self.told["redirects"] == 0:
            message.add_flags(Soup.MessageFlags.NO_REDIRECT)
        if not self.told["remember"]:
            message.add_flags(Soup.MessageFlags.DO_NOT_USE_AUTH_CACHE)
        add_headers(message.get_request_headers(), request.headers)
        refused = {}
        message.connect("authenticate", lambda *asked: self.answer(request, refused, *asked))
        message.connect("request-certificate", self.show_certificate)
        return message

    def open_websocket(self, request):
        message, loop, cancellable = self.message(request), GLib.MainLoop(), Gio.Cancellable()
        outcome, messages, failures = [], [], []

        def opened(soup, result):
            try:
                socket = soup.websocket_connect_finish(result)
            except GLib.Error as error:
                outcome.append(error)
                return loop.quit()
            socket.connect("message", lambda socket, kind, octets: messages.append(octets.get_data() or b""))
            socket.connect("error", lambda socket, error: failures.append(error))
            socket.connect("closed", lambda socket: loop.quit())
            outcome.append(socket)
            if request.body is not None:
                socket.send_text(request.body.decode())

        self.soup.websocket_connect_async(message, None, [], GLib.PRIORITY_DEFAULT, cancellable, opened)
        timer = GLib.timeout_add(self.told["timeout_ms"], lambda: (cancellable.cancel(), failures.append(None), loop.quit()) and False)
        loop.run()
        if None not in failures:
            GLib.source_remove(timer)
        if None in failures:
            raise Failure("timeout", "the websocket took too long")
        status = message.get_status()
        if isinstance(outcome[0], GLib.Error):
            if status not in (Soup.Status.NONE, Soup.Status.SWITCHING_PROTOCOLS):
                return status, header_lines(message.get_response_headers()), b"", []
            raise self.failure(outcome[0])
        if failures:
            raise self.failure(failures[0])
        if outcome[0].get_close_code() == 0:
            raise Failure("connection", "the websocket ended without a Close")
        return status, header_lines(message.get_response_headers()), b"", messages

    @staticmethod
    def failure(error):
        return Failure(KINDS.get((error.domain, error.code)) or DOMAINS.get(error.domain, "other"), str(error))

    def send(self, request):
        message, cancellable = self.message(request), Gio.Cancellable()
        if request.body is not None:
            self.give_body(message, request)
            message.connect("restarted", lambda message: self.give_body_again(message, request, cancellable))
        return self.play(message, cancellable)

    def show_certificate(self, message, connection):
        file = certificate(self.told, message.get_uri().to_string())
        if file:
            message.set_tls_client_certificate(Gio.TlsCertificate.new_from_file(file))
        return bool(file)

    @staticmethod
    def give_body(message, request):
        if request.stream:
            descriptor = os.memfd_create("body")
            os.write(descriptor, request.body)
            os.lseek(descriptor, 0, os.SEEK_SET)
            message.set_request_body(None, Gio.UnixInputStream.new(descriptor, True), -1 if request.chunked else len(request.body))
        elif request.chunked:
            message.set_request_body(None, Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(request.body)), -1)
        else:
            message.set_request_body_from_bytes(None, GLib.Bytes.new(request.body))

    def give_body_again(self, message, request, cancellable):
        """Sets the request's body again when a message is restarted, as libsoup's documentation requires."""
        if message.get_method() != request.method:
            return
        if request.stream:
            self.lacks_body = True
            cancellable.cancel()
        else:
            self.give_body(message, request)

    def play(self, message, cancellable):
        loop, outcome = GLib.MainLoop(), []
        self.lacks_body = False

        def finish(soup, result):
            try:
                outcome.append(soup.send_and_read_finish(result).get_data() or b"")
            except GLib.Error as error:
                outcome.append(error)
            loop.quit()

        self.soup.send_and_read_async(message, GLib.PRIORITY_DEFAULT, cancellable, finish)
        timer = GLib.timeout_add(self.told["timeout_ms"], lambda: cancellable.cancel())
        loop.run()
        if not cancellable.is_cancelled():
            GLib.source_remove(timer)
        if isinstance(outcome[0], GLib.Error):
            error = outcome[0]
            if self.lacks_body:
                raise Failure("body", "the body was to be set again")
            raise self.failure(error)
        return message.get_status(), header_lines(message.get_response_headers()), outcome[0]


version = f"{Soup.get_major_version()}.{Soup.get_minor_version()}.{Soup.get_micro_version()}"
serve("libsoup", version, CAN, [], Client)
