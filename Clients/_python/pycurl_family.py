# SPDX-License-Identifier: Apache-2.0
"""The drivers for pycurl: libcurl's easy interface, with one handle that is kept or with a new one for each request."""

import io
from pathlib import Path

import pycurl
from authspec_driver import Failure, Unsupported, certificate, one_login, pins, serve, use_tickets

SCHEMES = {"basic": pycurl.HTTPAUTH_BASIC, "digest": pycurl.HTTPAUTH_DIGEST, "bearer": 1 << 6,  # CURLAUTH_BEARER
           "negotiate": pycurl.HTTPAUTH_GSSNEGOTIATE}
CAN = ("basic digest digest-sess digest-sha-256 digest-sha-512-256 digest-auth-int digest-userhash bearer by-challenge "
       "preemptive proxy proxy-digest connect tunnel redirects cookies userinfo headers memory change stream netrc tls "
       "client-certificate client-certificate-per-origin tls-pin proxy-tls resolve negotiate proxy-negotiate "
       "http-2 prior-knowledge proxy-http-2").split()
KINDS = {
    "url": "URL_MALFORMAT UNSUPPORTED_PROTOCOL", "redirects": "TOO_MANY_REDIRECTS", "timeout": "OPERATION_TIMEDOUT",
    "connection": "COULDNT_RESOLVE_HOST COULDNT_RESOLVE_PROXY COULDNT_CONNECT RECV_ERROR SEND_ERROR GOT_NOTHING "
                  "PARTIAL_FILE", "protocol": "BAD_CONTENT_ENCODING FILESIZE_EXCEEDED", "authentication": "LOGIN_DENIED",
    "body": "SEND_FAIL_REWIND READ_ERROR", "tls": "SSL_CONNECT_ERROR PEER_FAILED_VERIFICATION SSL_CERTPROBLEM SSL_CACERT_BADFILE",
}
KIND_OF = {getattr(pycurl, "E_" + name): kind for kind, names in KINDS.items() for name in names.split()}
# CURLE_WEIRD_SERVER_REPLY, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT
KIND_OF.update({8: "protocol", 90: "tls", 98: "tls"})


class Client:
    curl = settled = None

    def __init__(self, session):
        self.change(session)

    def change(self, session):
        """Sets the options for all requests. Keeps the handle, unless options changed that cannot be reset."""
        settled = [session[key] for key in ("cookies", "pins")]
        kept = self.curl is not None and settled == self.settled
        if not kept:
            self.curl, self.settled, self.shown, self.pinned = pycurl.Curl(), settled, set(), set()
        self.session, proxy = session, session["proxy"]
        use_tickets(session)
        if session["kerberos"] and session["kerberos"]["delegate"]:
            raise Unsupported("credentials that are delegated")
        self.set(TIMEOUT_MS=session["timeout_ms"], FOLLOWLOCATION=int(session["redirects"] > 0), PROXY=proxy or "",
                 MAXREDIRS=session["redirects"] or 30,  # It counts answers to challenges as well.
                 HTTPPROXYTUNNEL=int(bool(proxy and session["tunnel"])), CAINFO=session["ca_file"],
                 NETRC=pycurl.NETRC_OPTIONAL if session["netrc"] else pycurl.NETRC_IGNORED,
                 CONNECT_TO=[f"{name}:{place}" for name, place in session["resolve"].items()] or None)
        if session.get("http") == "2" and not session["ca_file"]:
            self.set(HTTP_VERSION=pycurl.CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        if proxy:
            self.set_logins(proxy, "proxy", "PROXYUSERNAME", "PROXYPASSWORD", "PROXYAUTH")
        if proxy and proxy.startswith("https:"):
            # CURLPROXY_HTTPS2 and CURLPROXY_HTTPS.
            self.set(PROXY_CAINFO=session["ca_file"], PROXYTYPE=3 if session.get("proxy_http") == "2" else 2)
            self.set_identity(proxy, "proxy", "PROXY_")
        lasting = {"NETRC_FILE": session["netrc"],
                   "COOKIEFILE": "" if session["cookies"] else None}  # No name: keep them, read no file.
        self.set(**{option: value for option, value in lasting.items() if value is not None})
        return kept

    def set(self, **options):
        for name, value in options.items():
            if value is None:
                self.curl.unsetopt(getattr(pycurl, name))
            else:
                self.curl.setopt(getattr(pycurl, name), value.encode() if isinstance(value, str) else value)

    def set_identity(self, url, target, prefix):
        """Sets the certificate and the pins for a server. A handle cannot forget a file with a certificate, or a pin."""
        file = certificate(self.session, url, target)
        content = file and Path(file).read_bytes()
        if content or prefix in self.shown:
            self.set(**{f"{prefix}SSLCERT_BLOB": content, f"{prefix}SSLKEY_BLOB": content})
            self.shown.add(prefix)
        hashes = pins(self.session, url, target)
        if hashes:
            self.set(**{f"{prefix}PINNEDPUBLICKEY": hashes})
            self.pinned.add(prefix)
        elif prefix in self.pinned:
            raise Unsupported("a pin for one of several servers")

    def set_logins(self, url, target, name, password, mask):
        """Sets login, token and schemes for a target. With one scheme, libcurl waits for a challenge only by HTTPAUTH_ONLY."""
        login, token = (one_login(self.session, url, target, token=is_token) for is_token in (False, True))
        schemes = {"bearer"} if token else set()
        tickets = self.session["kerberos"]
        if tickets:
            schemes.add("negotiate")
        if login or not (token or tickets):  # A login may come from the URL or from netrc, too.
            schemes |= {login["scheme"]} if login and login["scheme"] else {"basic", "digest"}
        if tickets and not login:  # No scheme begins without a user, whom Negotiate does not send.
            login = {"user": tickets["principal"], "password": ""}
        schemes &= set(SCHEMES if self.session["schemes"] is None else self.session["schemes"])
        if self.session["preemptive"] and login and token:
            raise Unsupported("a login and a token, sent unasked")
        if self.session["preemptive"]:
            schemes = schemes & {"basic", "bearer"} or schemes
        waits = not self.session["preemptive"] and schemes in ({"basic"}, {"bearer"}, {"negotiate"})
        allowed = sum(SCHEMES[scheme] for scheme in schemes) | (pycurl.HTTPAUTH_ONLY if waits else 0)
        self.set(**{mask: allowed, name: login and login["user"], password: login and login["password"]},
                 **({"XOAUTH2_BEARER": token["token"]} if token else {}))

    def set_body(self, request):
        """Resets the handle to a GET without a body, then sets what the method and the body need."""
        body, method = request.body, request.method
        self.set(NOBODY=0, HTTPGET=1)
        other = "HTTPGET" if body is None else "UPLOAD" if request.stream or request.chunked else "POST"
        usual = {"HEAD": "NOBODY", "PUT": "UPLOAD", "POST": "POST"}.get(method, other)
        is_usual = method in ("HEAD", "PUT", "POST") or (method == "GET" and body is None)
        self.is_custom = not is_usual
        self.set(**{usual: 1}, CUSTOMREQUEST=None if is_usual else method)
        if request.stream or request.chunked or method == "PUT":
            source, size = io.BytesIO(body or b""), -1 if request.chunked else len(body or b"")
            # Older versions cannot reset a callback.
            cannot = lambda offset, origin: pycurl.SEEKFUNC_CANTSEEK
            self.set(READFUNCTION=source.read,
                     SEEKFUNCTION=cannot if request.stream else lambda offset, origin: source.seek(offset) and 0,
                     **{"INFILESIZE_LARGE" if usual == "UPLOAD" else "POSTFIELDSIZE_LARGE": size})
        elif usual == "POST":
            self.set(POSTFIELDS=body or b"")

    def send(self, request):
        head, content = [], io.BytesIO()
        self.set(URL=request.url)
        self.set_logins(request.url, "origin", "USERNAME", "PASSWORD", "HTTPAUTH")
        self.set_identity(request.url, "origin", "")
        self.set_body(request)
        lines = {False: [], True: []}
        for name, value in request.headers:
            # "Proxy headers must be set with CURLOPT_PROXYHEADER" (CURLOPT_HEADEROPT(3)).
            is_for_proxy = name.lower() == "proxy-authorization" and bool(self.session["proxy"])
            lines[is_for_proxy].append((f"{name}: {value}" if value else f"{name};").encode("latin-1"))
        if request.chunked and request.method == "POST":
            lines[False].append(b"Transfer-Encoding: chunked")
        self.set(HTTPHEADER=lines[False] or None, PROXYHEADER=lines[True] or None,
                 HEADERFUNCTION=head.append, WRITEFUNCTION=content.write)
        try:
            self.curl.perform()
            failure = None
        except pycurl.error as error:
            failure = error
        if self.is_custom and self.session["redirects"] and any(line.split()[1:2] == [b"303"] for line in head):
            # CURLOPT_CUSTOMREQUEST sets the method of every request, says its documentation; the
            # other methods have own options.
            raise Unsupported(f"{request.method} over a 303")
        if failure:
            code, message = failure.args
            raise Failure(KIND_OF.get(code, "other"), f"{message} ({code})") from failure
        start = max((index for index, line in enumerate(head) if line.startswith(b"HTTP/")), default=0)
        fields = [line.decode("latin-1").partition(":") for line in head[start + 1:] if b":" in line]
        pairs = [(name, value.strip()) for name, _, value in fields]
        return self.curl.getinfo(pycurl.RESPONSE_CODE), pairs, content.getvalue()

    def close(self):
        if self.curl is not None:
            self.curl.close()


class NewHandleClient:
    """A new handle for each request: it has no connections, cookies or nonces of an earlier request."""

    def __init__(self, session):
        self.session = session

    def change(self, session):
        self.session = session
        return True

    def send(self, request):
        client = Client(self.session)
        try:
            return client.send(request)
        finally:
            client.close()

    def close(self):
        """Each handle is closed after its request, so nothing is left to close."""


# libcurl accepts no text that contains NUL.
ERRORS = [(ValueError, "credentials")]
VERSION = " ".join(pycurl.version.split()[:2]).removeprefix("PycURL/")


def run(keeps_handle):
    """Runs the protocol with one handle for a session, or with one for each request."""
    if keeps_handle:
        serve("pycurl", VERSION, CAN, ERRORS, Client)
    else:
        can = [ability for ability in CAN if ability not in ("memory", "cookies")]
        serve("pycurl-new-handle", VERSION, can, ERRORS, NewHandleClient)
