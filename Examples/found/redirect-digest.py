# SPDX-License-Identifier: Apache-2.0
# shows: httpx httpx2
# does not: curl requests
"""After a redirect on the same origin the Digest response for the first URI is sent again."""
import http.server, re, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
sent = []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        credentials = self.headers["Authorization"]
        if credentials:
            uri, count = re.search('uri="(.*?)".*nc=(\\w+)', credentials).groups()
            sent.append((self.path, uri, count))
            head = b"302 Found\r\nLocation: /there" if self.path == "/here" else b"200 OK"
        else:
            head = b'401 Unauthorized\r\nWWW-Authenticate: Digest realm="vault", nonce="n-1", qop="auth"'
        self.wfile.write(b"HTTP/1.1 " + head + b"\r\nContent-Length: 0\r\n\r\n")

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/here" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "httpx"
if name in ("httpx", "httpx2"):
    httpx = __import__(name)
    httpx.get(url, auth=httpx.DigestAuth("alice", "open sesame"), follow_redirects=True)
elif name == "requests":
    import requests
    requests.get(url, auth=requests.auth.HTTPDigestAuth("alice", "open sesame"))
else:
    subprocess.run([name, "-qsL", "--digest", "-u", "alice:open sesame", url], timeout=30)
for target, uri, count in sent:
    print("%s: GET %s with uri=%s nc=%s" % (name, target, uri, count))
sys.exit(any(target != uri for target, uri, count in sent) if "/there" in (target for target, *_ in sent) else 2)
