"""The driver for libsoup 3: a Soup.Session, logins by the `authenticate` signal of its messages."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import gi

gi.require_version("Soup", "3.0")
from gi.repository import Gio, GLib, Soup
from authspec_driver import Failure, Unsupported, serve

CAN = [
    "basic", "digest", "digest-sess", "by-challenge", "per-origin", "per-realm", "ask", "proxy", "proxy-digest", "redirects",
    "cookies", "userinfo", "headers", "change", "stream",
]
SCHEMES = {"basic": Soup.AuthBasic, "digest": Soup.AuthDigest}
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
    "g-tls-error-quark": "tls",
}


def octets(text):
    """A character for each octet of what libsoup gives as UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


class Client:
    def __init__(self, session):
        self.soup = Soup.Session()
        self.jar = Soup.CookieJar()
        self.told = None
        self.change(session)

    def change(self, session):
        if self.told and self.told["credentials"] != session["credentials"]:
            self.soup.get_feature(Soup.AuthManager).clear_cached_credentials()
        self.told = dict(session)
        self.soup.set_proxy_resolver(Gio.SimpleProxyResolver.new(session["proxy"], None) if session["proxy"] else None)
        if self.soup.has_feature(Soup.CookieJar) != session["cookies"]:
            (self.soup.add_feature if session["cookies"] else self.soup.remove_feature)(self.jar)
        for name, kind in SCHEMES.items():
            allowed = session["schemes"] is None or name in session["schemes"]
            if self.soup.has_feature(kind) != allowed:
                (self.soup.add_feature_by_type if allowed else self.soup.remove_feature_by_type)(kind)
        return True

    def login(self, auth):
        """The login given for what asks, by origin or proxy, realm and scheme."""
        best, chosen = -1, None
        for entry in self.told["credentials"]:
            if (entry["target"] == "proxy") != auth.is_for_proxy():
                continue
            if entry.get("url") and entry["url"].split("://")[1] != auth.get_authority():
                continue
            asked = {"realm": auth.get_realm(), "scheme": auth.get_scheme_name().lower()}
            if any(entry.get(key) not in (None, value) for key, value in asked.items()):
                continue
            rank = 4 * bool(entry.get("url")) + 2 * (entry.get("realm") is not None) + bool(entry.get("scheme"))
            best, chosen = (rank, entry) if rank > best else (best, chosen)
        return chosen

    def send(self, request):
        message = Soup.Message.new(request.method, request.url)
        if message is None:
            raise Failure("url", "Soup.Message does not take the URL")
        if self.told["redirects"] == 0:
            message.add_flags(Soup.MessageFlags.NO_REDIRECT)
        for name, value in request.headers:
            # What it is given goes out as UTF-8.
            try:
                message.get_request_headers().append(name, value.encode("latin-1").decode())
            except UnicodeDecodeError as error:
                raise Unsupported(f"header lines that are not UTF-8: {error}") from error
        cancellable = Gio.Cancellable()
        if request.body is not None:
            self.give_body(message, request)
            message.connect("restarted", lambda message: self.give_body_again(message, request, cancellable))
        refused = {}

        def authenticate(message, auth, retrying):
            login = self.login(auth)
            place = (auth.is_for_proxy(), auth.get_authority(), auth.get_realm())
            failures = refused.setdefault(place, 0) + retrying
            refused[place] = failures
            if self.told["ask"] and (retrying or login is None):
                target = "proxy" if auth.is_for_proxy() else "origin"
                url = self.told["proxy"] if auth.is_for_proxy() else f"{message.get_uri().get_scheme()}://{auth.get_authority()}"
                login = request.ask(target, url, auth.get_scheme_name().lower(), octets(auth.get_realm()), failures)
            elif retrying:
                login = None
            if login:
                auth.authenticate(login["user"], login["password"])
            return False

        message.connect("authenticate", authenticate)
        return self.play(message, cancellable)

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
        """The request's body has to be set again when a message is restarted, says libsoup's documentation."""
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
            raise Failure(KINDS.get((error.domain, error.code)) or DOMAINS.get(error.domain, "other"), str(error))
        headers = []
        message.get_response_headers().foreach(lambda name, value: headers.append((name, octets(value))))
        return message.get_status(), headers, outcome[0]

    def close(self):
        self.soup.abort()


version = f"{Soup.get_major_version()}.{Soup.get_minor_version()}.{Soup.get_micro_version()}"
serve("libsoup", version, CAN, [], Client)
