"""The driver for pycurl: libcurl's easy interface."""

import io
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import pycurl
from authspec_driver import Failure, Unsupported, one_login, serve

SCHEMES = {"basic": pycurl.HTTPAUTH_BASIC, "digest": pycurl.HTTPAUTH_DIGEST, "bearer": 1 << 6}  # CURLAUTH_BEARER
CAN = [
    "basic", "digest", "digest-sess", "digest-sha-256", "digest-sha-512-256", "digest-auth-int", "digest-userhash",
    "bearer", "by-challenge", "preemptive", "proxy", "proxy-digest", "connect", "tunnel", "redirects", "cookies",
    "userinfo", "headers", "change", "stream", "netrc", "tls", "client-certificate", "resolve",
]
KINDS = {
    "url": ["URL_MALFORMAT", "UNSUPPORTED_PROTOCOL"], "redirects": ["TOO_MANY_REDIRECTS"],
    "timeout": ["OPERATION_TIMEDOUT"], "authentication": ["LOGIN_DENIED", "AUTH_ERROR"],
    "connection": ["COULDNT_RESOLVE_HOST", "COULDNT_RESOLVE_PROXY", "COULDNT_CONNECT", "RECV_ERROR", "SEND_ERROR",
                   "GOT_NOTHING", "PARTIAL_FILE", "PROXY"],
    "protocol": ["WEIRD_SERVER_REPLY", "BAD_CONTENT_ENCODING", "FILESIZE_EXCEEDED"],
    "body": ["SEND_FAIL_REWIND", "READ_ERROR", "ABORTED_BY_CALLBACK"],
    "tls": ["SSL_CONNECT_ERROR", "PEER_FAILED_VERIFICATION", "SSL_CERTPROBLEM", "SSL_CACERT_BADFILE"],
}
KIND_OF = {getattr(pycurl, "E_" + name): kind for kind, names in KINDS.items() for name in names
           if hasattr(pycurl, "E_" + name)}


class Client:
    def __init__(self, session):
        self.curl, self.settled = None, None
        self.change(session)

    def change(self, session):
        """Sets what is the same for all requests. The handle stays, but for options that cannot be taken back."""
        settled = [session[key] for key in ("cookies", "ca_file", "client_certificate")]
        kept = self.curl is not None and settled == self.settled
        if not kept:
            self.curl, self.settled = pycurl.Curl(), settled
        curl, proxy = self.curl, session["proxy"]
        self.session = session
        curl.setopt(pycurl.TIMEOUT_MS, session["timeout_ms"])
        curl.setopt(pycurl.FOLLOWLOCATION, session["redirects"] > 0)
        curl.setopt(pycurl.MAXREDIRS, session["redirects"] or 30)  # It counts answers to challenges as well.
        curl.setopt(pycurl.PROXY, proxy or "")
        curl.setopt(pycurl.HTTPPROXYTUNNEL, bool(proxy and session["tunnel"]))
        if proxy:
            self.set_logins(proxy, "proxy", "PROXYUSERNAME", "PROXYPASSWORD", "PROXYAUTH")
        curl.setopt(pycurl.NETRC, pycurl.NETRC_OPTIONAL if session["netrc"] else pycurl.NETRC_IGNORED)
        if session["netrc"]:
            self.set("NETRC_FILE", session["netrc"])
        if session["cookies"]:
            self.set("COOKIEFILE", "")  # Cookies are kept, and read from no file.
        if session["client_certificate"]:
            self.set("SSLCERT", session["client_certificate"])
        self.set("CAINFO", session["ca_file"])
        self.set("CONNECT_TO", [f"{name}:{place}" for name, place in session["resolve"].items()])
        return kept

    def set(self, option, value):
        if value is None or value == []:
            self.curl.unsetopt(getattr(pycurl, option))
        else:
            self.curl.setopt(getattr(pycurl, option), value.encode() if isinstance(value, str) else value)

    def set_logins(self, url, target, name, password, mask, bearer=None):
        """The login and the token for a target, and the schemes: one alone is sent unasked unless told to wait."""
        login = one_login(self.session, url, target)
        token = one_login(self.session, url, target, token=True)
        schemes = {"bearer"} if token else set()
        if login or not token:  # A login may come from the URL or from netrc, too.
            schemes |= {login["scheme"]} if login and login["scheme"] else {"basic", "digest"}
        schemes &= set(SCHEMES if self.session["schemes"] is None else self.session["schemes"])
        if self.session["preemptive"]:
            if login and token:
                raise Unsupported("a login and a token, sent unasked")
            schemes = schemes & {"basic", "bearer"} or schemes
        waits = pycurl.HTTPAUTH_ONLY if len(schemes - {"digest"}) == len(schemes) == 1 and not self.session["preemptive"] else 0
        self.set(name, login and login["user"])
        self.set(password, login and login["password"])
        self.set(mask, sum(SCHEMES[scheme] for scheme in schemes) | waits)
        if token:
            self.set(bearer, token["token"])

    def set_body(self, request):
        """Back to a plain GET, then what the method and the body need."""
        curl, body = self.curl, request.body
        curl.setopt(pycurl.NOBODY, 0)
        curl.setopt(pycurl.HTTPGET, 1)
        self.set("CUSTOMREQUEST", None)
        if request.method == "HEAD":
            curl.setopt(pycurl.NOBODY, 1)
        elif request.method == "PUT" or (body is not None and (request.stream or request.chunked)):
            source, size = io.BytesIO(body or b""), -1 if request.chunked else len(body or b"")
            is_post = request.method == "POST"
            curl.setopt(pycurl.POST if is_post else pycurl.UPLOAD, 1)
            curl.setopt(pycurl.POSTFIELDSIZE_LARGE if is_post else pycurl.INFILESIZE_LARGE, size)
            curl.setopt(pycurl.READFUNCTION, source.read)
            self.set("SEEKFUNCTION", None if request.stream else lambda offset, origin: source.seek(offset) and 0)
        elif request.method == "POST" or body is not None:
            curl.setopt(pycurl.POSTFIELDS, body or b"")
        if request.method not in ("GET", "HEAD", "POST", "PUT") or (request.method == "GET" and body is not None):
            self.set("CUSTOMREQUEST", request.method)

    def send(self, request):
        head, content = [], io.BytesIO()
        self.set("URL", request.url)
        self.set_logins(request.url, "origin", "USERNAME", "PASSWORD", "HTTPAUTH", "XOAUTH2_BEARER")
        lines = [f"{name}: {value}" if value else f"{name};" for name, value in request.headers]
        if request.chunked and request.method == "POST":
            lines.append("Transfer-Encoding: chunked")
        self.set("HTTPHEADER", [line.encode("latin-1") for line in lines])
        self.set_body(request)
        self.curl.setopt(pycurl.HEADERFUNCTION, head.append)
        self.curl.setopt(pycurl.WRITEFUNCTION, content.write)
        try:
            self.curl.perform()
        except pycurl.error as failure:
            code, message = failure.args
            raise Failure(KIND_OF.get(code, "other"), f"{message} ({code})") from failure
        start = max((index for index, line in enumerate(head) if line.startswith(b"HTTP/")), default=0)
        lines = [line.decode("latin-1").partition(":") for line in head[start + 1:] if b":" in line]
        pairs = [(name, value.strip()) for name, _, value in lines]
        return self.curl.getinfo(pycurl.RESPONSE_CODE), pairs, content.getvalue()

    def close(self):
        self.curl.close()


# A text with NUL in it is none of libcurl's.
serve("pycurl", pycurl.version.split()[0].split("/")[1] + " " + pycurl.version.split()[1], CAN,
      [(ValueError, "credentials")], Client)
