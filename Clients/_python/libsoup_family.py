# SPDX-License-Identifier: Apache-2.0
"""Code that the drivers for libsoup 3 and libsoup 2.4 share: settings, the login for a challenge, header fields."""

from authspec_driver import Failure, Unsupported, domain_user
from gi.repository import Gio


def octets(text):
    """Returns a string with one character for each octet of a UTF-8 string of libsoup."""
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


def new_message(soup, request):
    """Returns a message for the request. libsoup returns NULL for a URL that it cannot parse."""
    try:
        message = soup.Message.new(request.method, request.url)
    except TypeError:  # What Python's binding makes of NULL.
        message = None
    if message is None:
        raise Failure("url", "Soup.Message does not take the URL")
    return message


def add_headers(headers, lines):
    for name, value in lines:
        # libsoup sends strings as UTF-8.
        try:
            headers.append(name, value.encode("latin-1").decode())
        except UnicodeDecodeError as error:
            raise Unsupported(f"header lines that are not UTF-8: {error}") from error


def header_lines(headers):
    lines = []
    headers.foreach(lambda name, value: lines.append((name, octets(value))))
    return lines


def realm_of(auth):
    """The realm that libsoup reports; None if it is not UTF-8, which Python's binding cannot represent."""
    try:
        return auth.get_realm()
    except UnicodeDecodeError:
        return None


class LibsoupClient:
    """A Soup.Session with the settings of a session. A subclass defines `Soup`, the library's version, `use_proxy`,
    `authority` and `send`."""

    def __init__(self, session):
        self.soup = self.Soup.Session()
        self.jar = self.Soup.CookieJar()
        self.told = None
        self.change(session)

    def change(self, session):
        # libsoup asks for a certificate when it connects, and cannot be told that it changed.
        certificates = session["client_certificates"]
        kept = self.told is None or self.told["client_certificates"] == certificates
        if not kept:
            self.soup.abort()
            self.soup, self.told = self.Soup.Session(), None
        if session["ca_file"]:
            self.soup.props.tls_database = Gio.TlsFileDatabase.new(session["ca_file"])
        if self.told and self.told["credentials"] != session["credentials"]:
            self.soup.get_feature(self.Soup.AuthManager).clear_cached_credentials()
        self.told = dict(session)
        self.use_proxy(session["proxy"])
        if self.soup.has_feature(self.Soup.CookieJar) != session["cookies"]:
            (self.soup.add_feature if session["cookies"] else self.soup.remove_feature)(self.jar)
        # Programs add NTLM where they need it; a login with a domain is one for NTLM, and one that is asked for may be.
        ntlm = session["ask"] or any(login["domain"] is not None or login["scheme"] == "ntlm" for login in session["credentials"])
        for name, kind in {"basic": self.Soup.AuthBasic, "digest": self.Soup.AuthDigest, "ntlm": self.Soup.AuthNTLM}.items():
            allowed = name in session["schemes"] if session["schemes"] is not None else name != "ntlm" or ntlm
            if self.soup.has_feature(kind) != allowed:
                (self.soup.add_feature_by_type if allowed else self.soup.remove_feature_by_type)(kind)
        return kept

    def login(self, message, auth):
        """The login for a challenge, by origin or proxy, realm and scheme."""
        best, chosen = -1, None
        for entry in self.told["credentials"]:
            if (entry["target"] == "proxy") != auth.is_for_proxy():
                continue
            if entry.get("url") and entry["url"].split("://")[1] != self.authority(message, auth):
                continue
            asked = {"realm": realm_of(auth), "scheme": auth.get_scheme_name().lower()}
            if any(entry.get(key) not in (None, value) for key, value in asked.items()):
                continue
            rank = 4 * bool(entry.get("url")) + 2 * (entry.get("realm") is not None) + bool(entry.get("scheme"))
            best, chosen = (rank, entry) if rank > best else (best, chosen)
        return chosen

    def answer(self, request, refused, message, auth, retrying):
        """Answers the challenge with its login, or asks for one; `refused` counts the refusals of this request."""
        login = self.login(message, auth)
        place = (auth.is_for_proxy(), self.authority(message, auth), realm_of(auth))
        failures = refused.setdefault(place, 0) + retrying
        refused[place] = failures
        if self.told["ask"] and (retrying or login is None):
            target = "proxy" if auth.is_for_proxy() else "origin"
            url = self.told["proxy"] if auth.is_for_proxy() else f"{message.get_uri().get_scheme()}://{place[1]}"
            realm = None if place[2] is None else octets(place[2])
            login = request.ask(target, url, auth.get_scheme_name().lower(), realm, failures)
        elif retrying:
            login = None
        if login:
            auth.authenticate(domain_user(login), login["password"])
        return False

    def close(self):
        self.soup.abort()
