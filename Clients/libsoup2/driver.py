# SPDX-License-Identifier: Apache-2.0
"""The driver for libsoup 2.4: a Soup.Session with send_async, logins by the session's `authenticate` signal."""

import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import gi

gi.require_version("Soup", "2.4")
from gi.repository import Gio, GLib, Soup
from authspec_driver import Failure, serve
from libsoup_family import LibsoupClient, add_headers, header_lines, new_message

# Python's binding warns about objects that belong to a session.
warnings.filterwarnings("ignore", "Expecting to marshal a borrowed reference", RuntimeWarning)

CAN = [
    "basic", "digest", "digest-sess", "ntlm", "ntlm-v2", "proxy-ntlm", "by-challenge", "per-origin", "per-realm", "ask", "proxy", "proxy-digest", "redirects",
    "cookies", "userinfo", "headers", "memory", "change", "connect", "tls", "client-certificate",
]
KINDS = {
    ("soup_http_error_quark", Soup.Status.MALFORMED): "protocol",
    ("soup_http_error_quark", Soup.Status.TOO_MANY_REDIRECTS): "redirects",
    ("soup_http_error_quark", Soup.Status.SSL_FAILED): "tls",
    ("g-io-error-quark", Gio.IOErrorEnum.TIMED_OUT): "timeout",
    ("g-io-error-quark", Gio.IOErrorEnum.CANCELLED): "timeout",
    ("g-io-error-quark", Gio.IOErrorEnum.INVALID_DATA): "protocol",
}
DOMAINS = {
    "soup_http_error_quark": "connection", "g-io-error-quark": "connection", "g-resolver-error-quark": "connection",
    "soup-request-error-quark": "url", "g-tls-error-quark": "tls",
}
CLOSE = Gio.OutputStreamSpliceFlags.CLOSE_SOURCE | Gio.OutputStreamSpliceFlags.CLOSE_TARGET


class Certificates(Gio.TlsInteraction):
    """Shows the client's certificate to each server that asks: libsoup does not tell the port of the server."""

    def __init__(self, file):
        super().__init__()
        self.file = file

    def do_request_certificate(self, connection, flags, cancellable):
        if not self.file:
            return Gio.TlsInteractionResult.UNHANDLED
        connection.set_certificate(Gio.TlsCertificate.new_from_file(self.file))
        return Gio.TlsInteractionResult.HANDLED


class Client(LibsoupClient):
    Soup = Soup

    def change(self, session):
        kept = super().change(session)
        self.soup.props.tls_interaction = Certificates(session["client_certificate"])
        return kept

    def use_proxy(self, proxy):
        self.soup.props.proxy_resolver = Gio.SimpleProxyResolver.new(proxy, None) if proxy else None

    def authority(self, message, auth):
        if auth.is_for_proxy():
            return self.told["proxy"].split("://")[1]
        return f"{message.get_uri().get_host()}:{message.get_uri().get_port()}"

    def send(self, request):
        message = new_message(Soup, request)
        if self.told["redirects"] == 0:
            message.set_flags(Soup.MessageFlags.NO_REDIRECT)
        add_headers(message.props.request_headers, request.headers)
        if request.body is not None:
            if request.chunked:
                message.props.request_headers.set_encoding(Soup.Encoding.CHUNKED)
            message.props.request_body.append(request.body)
            message.props.request_body.complete()
        refused = {}
        handler = self.soup.connect("authenticate", lambda soup, *asked: self.answer(request, refused, *asked))
        try:
            body = self.play(message)
        except GLib.Error as error:
            kind = KINDS.get((error.domain, error.code)) or DOMAINS.get(error.domain, "other")
            raise Failure(kind, str(error)) from error
        finally:
            self.soup.disconnect(handler)
        return message.props.status_code, header_lines(message.props.response_headers), body

    def play(self, message):
        """Reads the response's body as it arrives."""
        loop, outcome, cancellable = GLib.MainLoop(), [], Gio.Cancellable()
        body = Gio.MemoryOutputStream.new_resizable()

        def guarded(finish):
            def step(source, result):
                try:
                    finish(source, result)
                except GLib.Error as error:
                    outcome.append(error)
                    loop.quit()
            return step

        def responded(soup, result):
            stream = soup.send_finish(result)
            body.splice_async(stream, CLOSE, GLib.PRIORITY_DEFAULT, cancellable, guarded(read))

        def read(target, result):
            target.splice_finish(result)
            loop.quit()

        self.soup.send_async(message, cancellable, guarded(responded))
        timer = GLib.timeout_add(self.told["timeout_ms"], cancellable.cancel)
        loop.run()
        if not cancellable.is_cancelled():
            GLib.source_remove(timer)
        if outcome:
            raise outcome[0]
        return body.steal_as_bytes().get_data() or b""


version = f"{Soup.MAJOR_VERSION}.{Soup.MINOR_VERSION}.{Soup.MICRO_VERSION}"
serve("libsoup2", version, CAN, [], Client)
