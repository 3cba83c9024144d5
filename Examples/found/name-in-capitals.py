# SPDX-License-Identifier: Apache-2.0
# shows: requests httpx aiohttp wget
# does not: curl httpx2
"""A challenge whose parameter has capitals in its name is not read."""
import http.server, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
CHALLENGE = b'WWW-Authenticate: Digest Realm="vault", nonce="n-1", qop="auth"'
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
name = sys.argv[1] if len(sys.argv) > 1 else "requests"
python = {
    "requests": "import requests as r; r.get(url, auth=r.auth.HTTPDigestAuth(*login))",
    "httpx": "import httpx; httpx.get(url, auth=httpx.DigestAuth(*login))",
    "aiohttp": "import aiohttp as a, asyncio\nasync def go():\n"
               " async with a.ClientSession(middlewares=[a.DigestAuthMiddleware(*login)]) as s: await s.get(url)\n"
               "asyncio.run(go())"}
python["httpx2"] = python["httpx"].replace("httpx", "httpx2")
commands = {
    "wget": ["wget", "-qO-", "--user=alice", "--password=open sesame", url],
    "curl": ["curl", "-qsS", "--digest", "-u", "alice:open sesame", url]}
code = "url, login = %r, ('alice', 'open sesame')\n" % url + python.get(name, "")
command = commands.get(name) or [sys.executable, "-c", code]
result = subprocess.run(command, capture_output=True, text=True, timeout=30)
print(name, "sent", sent or "no credentials:", "" if sent else result.stderr.strip().split("\n")[-1])
sys.exit(2 if not asked else not sent or 'realm="vault"' not in sent[0])
