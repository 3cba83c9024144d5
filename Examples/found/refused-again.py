# SPDX-License-Identifier: Apache-2.0
# shows: urllib
# does not: requests curl
"""A Digest login that was refused without stale=true is sent again."""
import http.server, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
sent = []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        if "Authorization" in self.headers:
            sent.append(self.headers["Authorization"])
        challenge = b'Digest realm="vault", qop="auth", algorithm=MD5, nonce="n-%d"' % len(sent)
        self.wfile.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n"
                         b"WWW-Authenticate: " + challenge + b"\r\n\r\n")

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/report" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "urllib"
if name == "urllib":
    import urllib.error, urllib.request
    handler = urllib.request.HTTPDigestAuthHandler()
    handler.add_password("vault", url, "alice", "wrong")
    try:
        urllib.request.build_opener(handler).open(url)
    except (urllib.error.HTTPError, ValueError) as error:
        print("error:", error)
elif name == "requests":
    import requests
    requests.get(url, auth=requests.auth.HTTPDigestAuth("alice", "wrong"))
else:
    subprocess.run([name, "-qs", "--digest", "-u", "alice:wrong", url], timeout=30)
print(name, "sent the refused login %d times" % len(sent))
sys.exit(2 if not sent else len(sent) > 1)
