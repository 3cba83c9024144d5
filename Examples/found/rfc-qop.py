# SPDX-License-Identifier: Apache-2.0
# shows: httplib2 wget wget2 perl-lwp
# does not: requests curl
"""The qop of the example in RFC 7616 3.9.1 (auth, auth-int) is not understood."""
import http.server, re, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
REALM = "vault"
CHALLENGE = b'WWW-Authenticate: Digest realm="vault", nonce="n-1", qop="auth, auth-int"'
asked, sent = [], []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        asked.append(self.path)
        sent.extend(self.headers.get_all("Authorization", []))
        status = b"200 OK" if sent else b"401 Unauthorized"
        self.wfile.write(b"HTTP/1.1 %s\r\nContent-Length: 0\r\n%s\r\n\r\n" % (status, CHALLENGE))

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/report" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "httplib2"
python = {
    "httplib2": "import httplib2; h = httplib2.Http(); h.add_credentials(*login); h.request(url)",
    "requests": "import requests as r; r.get(url, auth=r.auth.HTTPDigestAuth(*login))"}
commands = {
    "wget": ["wget", "-qO-", "--user=alice", "--password=open sesame", url],
    "wget2": ["wget2", "-qO-", "--user=alice", "--password=open sesame", url],
    "perl-lwp": ["perl", "-MLWP", "-e", "my $url = shift; my $agent = LWP::UserAgent->new;"
                 "$agent->credentials(@ARGV); $agent->get($url)", url, url[7:-7], REALM, "alice", "open sesame"],
    "curl": ["curl", "-qsS", "--digest", "-u", "alice:open sesame", url]}
code = "url, login = %r, ('alice', 'open sesame')\n" % url + python.get(name, "")
command = commands.get(name) or [sys.executable, "-c", code]
result = subprocess.run(command, capture_output=True, text=True, timeout=30)
print(name, "sent", sent or "no credentials:", "" if sent else result.stderr.strip().split("\n")[-1])
sys.exit(2 if not asked else not sent or not re.search(r"qop=.?auth", sent[0]))
