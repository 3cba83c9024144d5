"""The driver for libsoup 2.4: a Soup.Session, logins by its `authenticate` signal."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import gi

gi.require_version("Soup", "2.4")
from gi.repository import Gio, GLib, Soup
from authspec_driver import Failure, Unsupported, serve

CAN = ["basic", "digest", "by-challenge", "per-origin", "per-realm", "proxy", "proxy-digest", "redirects", "headers", "change"]
# What stands in the status where there is no response.
KINDS = {
    Soup.Status.CANCELLED: "timeout", Soup.Status.MALFORMED: "protocol", Soup.Status.TOO_MANY_REDIRECTS: "redirects",
    Soup.Status.CANT_RESOLVE: "connection", Soup.Status.CANT_CONNECT: "connection", Soup.Status.IO_ERROR: "connection",
    Soup.Status.CANT_RESOLVE_PROXY: "connection", Soup.Status.CANT_CONNECT_PROXY: "connection",
    Soup.Status.SSL_FAILED: "tls",
}


def octets(text):
    """A character for each octet of what libsoup gives as UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


class Client:
    def __init__(self, session):
        self.soup = Soup.Session()
        self.soup.connect("authenticate", self.authenticate)
        self.told = None
        self.change(session)

    def change(self, session):
        if self.told and self.told["credentials"] != session["credentials"]:
            self.soup.get_feature(Soup.AuthManager).clear_cached_credentials()
        self.told = session
        self.soup.props.proxy_resolver = Gio.SimpleProxyResolver.new(session["proxy"], None) if session["proxy"] else None
        return True

    def authenticate(self, soup, message, auth, retrying):
        login = None if retrying else self.login(message, auth)
        if login:
            auth.authenticate(login["user"], login["password"])

    def login(self, message, auth):
        """The login given for what asks, by origin or proxy and realm."""
        url = message.get_uri()
        asking = f"{url.get_scheme()}://{url.get_host()}:{url.get_port()}"
        found = [
            login for login in self.told["credentials"]
            if (login["target"] == "proxy") == auth.is_for_proxy()
            and (auth.is_for_proxy() or login.get("url") in (None, asking)) and login.get("realm") in (None, auth.get_realm())
        ]
        return max(found, key=lambda login: (bool(login.get("url")), login.get("realm") is not None), default=None)

    def send(self, request):
        message = Soup.Message.new(request.method, request.url)
        if message is None:
            raise Failure("url", "Soup.Message does not take the URL")
        if self.told["redirects"] == 0:
            message.set_flags(Soup.MessageFlags.NO_REDIRECT)
        for name, value in request.headers:
            # What it is given goes out as UTF-8.
            try:
                message.props.request_headers.append(name, value.encode("latin-1").decode())
            except UnicodeDecodeError as error:
                raise Unsupported(f"header lines that are not UTF-8: {error}") from error
        if request.body is not None:
            message.props.request_body.append(request.body)
        return self.play(message)

    def play(self, message):
        loop = GLib.MainLoop()
        timer = GLib.timeout_add(
            self.told["timeout_ms"], lambda: self.soup.cancel_message(message, Soup.Status.CANCELLED) or True)
        self.soup.queue_message(message, lambda soup, message: loop.quit())
        loop.run()
        GLib.source_remove(timer)
        status = message.props.status_code
        if status < 100:
            raise Failure(KINDS.get(status, "other"), message.props.reason_phrase or str(status))
        headers = []
        message.props.response_headers.foreach(lambda name, value: headers.append((name, octets(value))))
        return status, headers, message.props.response_body.flatten().get_data() or b""

    def close(self):
        self.soup.abort()


version = f"{Soup.MAJOR_VERSION}.{Soup.MINOR_VERSION}.{Soup.MICRO_VERSION}"
serve("libsoup2", version, CAN, [], Client)
