# SPDX-License-Identifier: Apache-2.0
# shows: requests niquests
# does not: httpx httpx2 curl
"""The uri of a Digest response lacks what follows a semicolon in the path."""
import http.server, re, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
sent = []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        credentials = self.headers["Authorization"]
        if credentials:
            sent.append((self.path, re.search('uri="(.*?)"', credentials)[1]))
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        else:
            self.wfile.write(b'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n'
                             b'WWW-Authenticate: Digest realm="vault", nonce="n-1", qop="auth"\r\n\r\n')

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/report;year=2026?page=1" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "requests"
if name in ("requests", "niquests"):
    module = __import__(name)
    module.get(url, auth=module.auth.HTTPDigestAuth("alice", "open sesame"))
elif name in ("httpx", "httpx2"):
    httpx = __import__(name)
    httpx.get(url, auth=httpx.DigestAuth("alice", "open sesame"))
else:
    subprocess.run([name, "-qs", "--digest", "-u", "alice:open sesame", url], timeout=30)
print(name, "sent request-target %s with uri=%s" % sent[0] if sent else "sent no credentials")
sys.exit(2 if not sent else sent[0][0] != sent[0][1])
