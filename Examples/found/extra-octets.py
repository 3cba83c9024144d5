# SPDX-License-Identifier: Apache-2.0
# shows: httpx httpx2 perl-lwp
# does not: requests curl
"""Octets behind a complete response are taken for the response to the next request."""
import http.server, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
REFUSAL = b'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm="vault", nonce="n", qop="auth"\r\n' \
    b"Transfer-Encoding: chunked\r\n\r\n4\r\nno.\n\r\n0\r\n\r\n"
EXTRA = b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nsmuggled"
OWN = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown"

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        self.wfile.write(OWN if self.headers["Authorization"] else REFUSAL + EXTRA)

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/report" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "httpx"
if name in ("httpx", "httpx2"):
    httpx = __import__(name)
    seen = httpx.get(url, auth=httpx.DigestAuth("alice", "open sesame")).text
elif name == "requests":
    import requests
    seen = requests.get(url, auth=requests.auth.HTTPDigestAuth("alice", "open sesame")).text
else:
    perl = "use LWP; my $url = shift; my $agent = LWP::UserAgent->new(keep_alive => 1);" \
        "$agent->credentials(@ARGV); print $agent->get($url)->content"
    commands = {"curl": ["curl", "-qs", "--digest", "-u", "alice:open sesame", url],
                "perl-lwp": ["perl", "-e", perl, url, url[7:-7], "vault", "alice", "open sesame"]}
    seen = subprocess.run(commands[name], capture_output=True, text=True, timeout=20).stdout
print("%s delivered %r" % (name, seen))
sys.exit({"own": 0, "smuggled": 1}.get(seen, 2))
