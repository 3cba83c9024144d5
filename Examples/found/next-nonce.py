# SPDX-License-Identifier: Apache-2.0
# shows: libsoup
# does not: httplib2
"""The count of requests goes on with a nonce that Authentication-Info announced."""
import http.server, re, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
HEAD = b"HTTP/1.1 %s\r\nContent-Length: 0\r\n%s\r\n\r\n"
CHALLENGE = b'WWW-Authenticate: Digest realm="vault", nonce="n-1", qop="auth"'
sent = []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        if "Authorization" in self.headers:
            sent.append(re.search('nonce="(.*?)".*nc=(\\w+)', self.headers["Authorization"]).groups())
            self.wfile.write(HEAD % (b"200 OK", b'Authentication-Info: nextnonce="n-2"'))
        else:
            self.wfile.write(HEAD % (b"401 Unauthorized", CHALLENGE))

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/report" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "libsoup"
if name == "libsoup":
    import gi
    gi.require_version("Soup", "3.0")
    from gi.repository import Soup
    session = Soup.Session()
    for _ in range(2):
        message = Soup.Message.new("GET", url)
        message.connect("authenticate", lambda _, auth, again: auth.authenticate("alice", "open sesame") or True)
        session.send_and_read(message, None)
else:
    (client := __import__(name).Http()).add_credentials("alice", "open sesame")
    client.request(url), client.request(url)
print(name, *("nonce=%s nc=%s" % pair for pair in sent), sep="\n  ")
sys.exit(2 if len(sent) < 2 else sent[1] == ("n-2", "00000002"))
