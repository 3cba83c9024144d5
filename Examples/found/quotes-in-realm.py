# SPDX-License-Identifier: Apache-2.0
# shows: requests httpx httpx2 httplib2 urllib perl-lwp
# does not: curl
"""A realm with quotes is sent back in a quoted-string that they break."""
import http.server, re, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
REALM, sent = 'the "vault"', []
CHALLENGE = b'WWW-Authenticate: Digest realm="the \\"vault\\"", nonce="n-1", qop="auth"'

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        sent.extend(self.headers.get_all("Authorization", []))
        status = b"200 OK" if sent else b"401 Unauthorized"
        self.wfile.write(b"HTTP/1.1 %s\r\nContent-Length: 0\r\n%s\r\n\r\n" % (status, CHALLENGE))

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "http://127.0.0.1:%d/report" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "requests"
python = {
    "requests": "import requests as r; r.get(url, auth=r.auth.HTTPDigestAuth(*login))",
    "httpx": "import httpx; httpx.get(url, auth=httpx.DigestAuth(*login))",
    "httplib2": "import httplib2; h = httplib2.Http(); h.add_credentials(*login); h.request(url)",
    "urllib": "import urllib.request as u; h = u.HTTPDigestAuthHandler()\n"
              "h.add_password(%r, url, *login); u.build_opener(h).open(url)" % REALM}
python["httpx2"] = python["httpx"].replace("httpx", "httpx2")
perl = "my $url = shift; my $agent = LWP::UserAgent->new; $agent->credentials(@ARGV); $agent->get($url)"
commands = {"perl-lwp": ["perl", "-MLWP", "-e", perl, url, url[7:-7], REALM, "alice", "open sesame"],
            "curl": ["curl", "-qsS", "--digest", "-u", "alice:open sesame", url]}
code = "url, login = %r, ('alice', 'open sesame')\n" % url + python.get(name, "")
command = commands.get(name) or [sys.executable, "-c", code]
result = subprocess.run(command, capture_output=True, text=True, timeout=30)
print(name, "sent", sent or "no credentials:", "" if sent else result.stderr.strip().split("\n")[-1])
whole = r'Digest [a-z]+=("([^"\\]|\\.)*"|[^ ",]+)(, *[a-z]+=("([^"\\]|\\.)*"|[^ ",]+))*'
sys.exit(not re.fullmatch(whole, sent[0]) if sent else 2)
