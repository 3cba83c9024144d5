# SPDX-License-Identifier: Apache-2.0
"""The driver protocol, version 1, for clients written in Python: docs/driver-protocol.md.

A driver calls `serve` with the client's name, version and abilities, and a class that makes clients.
"""

import base64
import functools
import json
import os
import socket
import ssl
import sys
import threading
from urllib.parse import quote, urlsplit

DEFAULTS = {
    "credentials": [], "preemptive": False, "ask": False, "schemes": None, "redirects": 10, "cookies": False,
    "proxy": None, "tunnel": False, "resolve": {}, "timeout_ms": 2000, "ca_file": None,
    "client_certificate": None, "client_certificates": [], "pins": [], "kerberos": None, "netrc": None, "store": None,
    "remember": True,
}
# The ability that a setting needs if it is neither empty nor false; the other settings need none.
ABILITY = {
    "ask": "ask", "cookies": "cookies", "proxy": "proxy", "tunnel": "tunnel", "resolve": "resolve", "ca_file": "tls",
    "client_certificates": "client-certificate", "pins": "tls-pin", "kerberos": "negotiate", "netrc": "netrc",
    "store": "store",
}


class Unsupported(Exception):
    """The client does not support a setting or request; the case is skipped with this reason."""


class Failure(Exception):
    """An error whose kind the driver knows more exactly than the class of the exception shows."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


class Pieces:
    """A body that has no length and can be read again."""

    def __init__(self, octets):
        self.octets = octets

    def __iter__(self):
        return iter([self.octets] if self.octets else [])


class Request:
    """One request: `body` is octets or None, `content` the same in the form in which a caller passes it."""

    def __init__(self, message):
        self.method, self.url, self.headers = message["method"], message["url"], message.get("headers") or []
        self.stream, self.chunked = message.get("stream"), message.get("chunked")
        self.websocket = bool(message.get("websocket"))
        body = message.get("body")
        self.body = self.content = None if body is None else base64.b64decode(body)
        if body is not None and (self.stream or self.chunked):
            self.content = iter(Pieces(self.body)) if self.stream else Pieces(self.body)

    def header_dict(self):
        """The caller's header fields as a dictionary, for clients that need one."""
        if len({name.lower() for name, _ in self.headers}) < len(self.headers):
            raise Unsupported("two header lines of one name")
        return dict(self.headers)


def origin(url):
    """Scheme, host and port of a URL; None if it has none."""
    try:
        parts = urlsplit(url)
        # The login for an http URL is for the ws URL of that server as well.
        scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
        return scheme, parts.hostname, parts.port or {"http": 80, "https": 443}.get(scheme)
    except ValueError:
        return None


def one_login(session, url, target="origin", token=False):
    """The login (or token) for a client that has one for each request: the most specific that matches, or None."""
    best, chosen = -1, []
    for entry in session["credentials"]:
        if entry["target"] != target or bool(entry.get("token")) != token:
            continue
        if entry.get("url") and origin(entry["url"]) != origin(url):
            continue
        rank = 4 * bool(entry.get("url")) + 2 * (entry.get("realm") is not None) + bool(entry.get("scheme"))
        best, chosen = (rank, [entry]) if rank > best else (best, chosen + [entry] * (rank == best))
    if len(chosen) > 1:
        raise Unsupported("logins that differ in realm or scheme only")
    allowed = session["schemes"]
    if not chosen or (allowed is not None and chosen[0].get("scheme") and chosen[0]["scheme"] not in allowed):
        return None
    return {"scheme": None, "url": None, **chosen[0]}


def with_login(url, login):
    """A URL with user name and password, for clients that take the login from it."""
    if not login:
        return url
    scheme, rest = url.split("://", 1)
    return f"{scheme}://{quote(login['user'], '')}:{quote(login['password'], '')}@{rest}"


def login_object(kept, session, url, classes, target="origin"):
    """The client's own object for the login at a URL, by its scheme. Each login has one object, which keeps the nonce of
    Digest. `kept` is a dictionary that lives as long as the client."""
    login = one_login(session, url, target)
    if login is None:
        return None
    if login["scheme"] not in classes:
        raise Unsupported("a login without a scheme")
    key = (login["scheme"], login["url"], domain_user(login), login["password"])
    if key not in kept:
        kept[key] = classes[login["scheme"]](domain_user(login), login["password"])
    return kept[key]


def shared_login_object(kept, session, url, classes):
    """The object of a client whose one object for a request logs in at the origin server or at the proxy, by the same login."""
    own = login_object(kept, session, url, classes)
    if not session["proxy"] or basic_proxy_login(session):
        return own
    gate = login_object(kept, session, session["proxy"], classes, "proxy")
    if own and gate:
        raise Unsupported("a login at the origin server beside one at the proxy")
    return own or gate


def basic_proxy_login(session):
    """The login for the proxy that goes with its URL, or None."""
    login = session["proxy"] and one_login(session, session["proxy"], "proxy")
    return login if login and login["scheme"] in (None, "basic") else None


def domain_user(login):
    """The user of a login; one of a domain as `DOMAIN\\user`."""
    return login["user"] if login.get("domain") is None else f"{login['domain']}\\{login['user']}"


def certificate(session, url, target="origin"):
    """The file with the client's certificate for a server, for clients that keep certificates apart; None if it has none."""
    return next((entry["file"] for entry in session["client_certificates"]
                 if entry["target"] == target and origin(entry["url"]) == origin(url)), None)


def pins(session, url, target="origin"):
    """The hashes of keys of which a server must have one, separated by semicolons; None if it may have any key."""
    hashes = [entry["hash"] for entry in session["pins"]
              if entry["target"] == target and origin(entry["url"]) == origin(url)]
    return ";".join(hashes) or None


def use_tickets(session):
    """Has MIT Kerberos in this process use the tickets of a session, or none."""
    tickets = session["kerberos"] or {"config": "/dev/null", "ccache": "FILE:/dev/null"}
    os.environ.update(KRB5_CONFIG=tickets["config"], KRB5CCNAME=tickets["ccache"], GSS_MECH_CONFIG="/dev/null")


def gss_credentials(tickets):
    """The credentials of GSS-API for a session's tickets, which tell a client whose they are."""
    import gssapi

    return gssapi.Credentials(usage="initiate", store={"ccache": tickets["ccache"]})


def trust_context(session, certificate_file=None):
    """A context of the ssl module that trusts the session's certificates and shows that of a file."""
    context = ssl.create_default_context(cafile=session["ca_file"])
    if certificate_file:
        context.load_cert_chain(certificate_file)
    return context


class Names:
    """The addresses of names in a session's `resolve`, instead of the system's.

    A driver uses the client's own option for this if there is one. Otherwise this class replaces the system's resolver for
    these names only, because authspec does not judge how names are resolved.
    """

    def __init__(self):
        self.places = {}
        self.look_up, socket.getaddrinfo = socket.getaddrinfo, self.getaddrinfo
        plain = socket.socket.connect
        # Some clients connect to the name instead of the resolved address.
        socket.socket.connect = lambda connecting, address: plain(
            connecting, isinstance(address, tuple) and self.place(*address[:2]) or address)

    def use(self, resolve):
        self.places = {name.lower(): place.rpartition(":")[::2] for name, place in resolve.items()}

    def place(self, host, port):
        """Address and port for a host and port of a URL; None if `resolve` does not have them."""
        host = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
        address, port = self.places.get(f"{host}:{port}".lower(), (None, None))
        return address and (address, int(port))

    def getaddrinfo(self, host, port, *rest, **named):
        return self.look_up(*(self.place(host, port) or (host, port)), *rest, **named)


NAMES = Names()


class Driver:
    """Answers the harness's lines for one client."""

    def __init__(self, name, version, can, errors, client_class):
        self.identity = {"client": name, "version": version, "can": can}
        self.can, self.errors, self.client_class = can, errors, client_class
        self.client, self.session, self.trouble = None, None, None
        self.lock = threading.Lock()
        self.asked = 0
        self.answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # What a client prints is no answer.

    def told(self, session):
        """Returns a session's settings after checking that the client supports them."""
        for key, ability in ABILITY.items():
            if session[key] and ability not in self.can:
                raise Unsupported(key)
        if str(session["proxy"]).startswith("https:") and "proxy-tls" not in self.can:
            raise Unsupported("a proxy over TLS")
        if session["client_certificates"] and not session["client_certificate"]:
            if "client-certificate-per-origin" not in self.can:
                raise Unsupported("certificates for several servers, or for a proxy")
        for entry in session["credentials"]:
            scheme = "bearer" if entry.get("token") else entry.get("scheme")
            ability = {"scram-sha-256": "scram"}.get(scheme, scheme)
            if entry["target"] == "proxy":
                ability = {"basic": "proxy"}.get(scheme, f"proxy-{ability}")
            if scheme and ability not in self.can:
                raise Unsupported(f"{scheme} at the {entry['target']}")
        if not session["remember"] and "forget" not in self.can:
            raise Unsupported("logins that are not kept")
        NAMES.use(session["resolve"])
        return dict(session)

    def hello(self, message):
        return self.identity

    def open(self, message):
        self.close(message)
        self.session = {**DEFAULTS, **message["session"]}
        self.client = self.guarded(lambda: self.client_class(self.told(self.session)))
        return {"ok": True}

    def change(self, message):
        self.session.update(message["session"])
        if self.client is None:  # There was no making it.
            return {**self.open({"session": self.session}), "kept": False}
        kept = self.guarded(lambda: self.client.change(self.told(self.session)))
        return {"ok": True} if kept else {"ok": True, "kept": False}

    def guarded(self, make):
        """Returns the new client. Keeps an error for the next request, because `open` cannot report it."""
        self.trouble = None
        try:
            return make()
        except Unsupported:
            raise
        except Exception as error:
            self.trouble = error
            return None

    def close(self, message):
        client, self.client, self.trouble = self.client, None, None
        if client is not None:
            client.close()
        return {"ok": True}

    def request(self, message):
        if self.trouble is not None:
            raise self.trouble
        if self.client is None:
            raise Failure("internal", "a request without an open session")
        for key in ("stream", "target", "websocket"):
            if message.get(key) and key not in self.can:
                raise Unsupported(key)
        request = Request(message)
        request.ask = functools.partial(self.ask, message["id"])
        if request.websocket:
            status, headers, body, messages = self.client.open_websocket(request)
            return {"status": status, "headers": [[name, value] for name, value in headers],
                    "body": base64.b64encode(body).decode(),
                    "messages": [base64.b64encode(message).decode() for message in messages]}
        if not hasattr(self.client, "send"):
            raise Unsupported("a request that opens no websocket")
        status, headers, body = self.client.send(request)
        return {"status": status, "headers": [[name, value] for name, value in headers],
                "body": base64.b64encode(body).decode()}

    def is_of_a_login(self, error):
        """True for the exception by which Python reports that a login has characters that the client's encoding lacks."""
        if not isinstance(error, UnicodeEncodeError) or self.session is None:
            return False
        texts = [login.get(key) or "" for login in self.session["credentials"] for key in ("user", "password")]
        return set(error.object[error.start:error.end]) <= set("".join(texts))

    def ask(self, request, target, url, scheme, realm, failures):
        """Asks for a login while a request runs, in a driver without `concurrent`; None if the user cancels."""
        self.asked += 1
        self.say({"ask": "credentials", "ask_id": self.asked, "for": request, "target": target, "url": url,
                  "scheme": scheme, "realm": realm, "failures": failures})
        answer = json.loads(sys.stdin.buffer.readline())
        return answer if answer["answer"] == "credentials" else None

    def say(self, content):
        line = json.dumps(content).encode() + b"\n"
        with self.lock:
            self.answers.write(line)
            self.answers.flush()

    def answer(self, message):
        try:
            operation = message["op"]
            if operation not in ("hello", "open", "change", "request", "close"):
                raise Unsupported(operation)
            content = getattr(self, operation)(message)
        except Unsupported as reason:
            content = {"unsupported": str(reason)}
        except Failure as failure:
            content = {"error": {"kind": failure.kind, "message": str(failure)}}
        except Exception as error:  # Whatever it is, the client's user would see it too.
            kind = next((kind for raised, kind in self.errors if isinstance(error, raised)), "internal")
            if self.is_of_a_login(error):
                kind = "credentials"
            text = f"{type(error).__module__}.{type(error).__qualname__}: {error}"
            content = {"error": {"kind": kind, "message": text}}
        self.say({"id": message.get("id"), **content})


def serve(name, version, can, errors, client_class):
    """Runs the protocol until the input ends.

    `errors` are pairs of an exception class and a kind. The first class that matches counts; an exception that matches none is
    `internal`. `client_class` makes a client for a session. It has `send(request)`, which returns status, header pairs and
    body, unless it opens websockets only; with the ability `websocket`, `open_websocket(request)`, which returns the messages of
    the server as well; `change(session)`, which returns True if the client kept its state; and `close()`.
    """
    driver = Driver(name, version, can, errors, client_class)
    running = []
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message.get("op") == "request" and "concurrent" in can:
            running = [thread for thread in running if thread.is_alive()]
            running.append(threading.Thread(target=driver.answer, args=(message,), daemon=True))
            running[-1].start()
        else:
            driver.answer(message)
    for thread in running:
        thread.join(0.5 / len(running))
    os._exit(0)  # Requests that are still running do not hold the process.
