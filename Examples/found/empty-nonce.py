# SPDX-License-Identifier: Apache-2.0
# shows: qt
# does not: libsoup
"""A challenge with blanks around its equals signs is answered with an empty nonce."""
import http.server, subprocess, sys, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
CHALLENGE = b'WWW-Authenticate: Digest realm = "vault", nonce = "n-1", qop = "auth"'
sent = []

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
name = sys.argv[1] if len(sys.argv) > 1 else "qt"
python = {
    "qt": """import sys; from PyQt6.QtCore import *; from PyQt6.QtNetwork import *
app = QCoreApplication([]); m = QNetworkAccessManager()
m.authenticationRequired.connect(lambda reply, asked: (asked.setUser(login[0]), asked.setPassword(login[1])))
reply = m.get(QNetworkRequest(QUrl(url))); reply.finished.connect(app.quit); app.exec()""",
    "libsoup": """import gi; gi.require_version("Soup", "3.0"); from gi.repository import Soup as S
m = S.Message.new("GET", url)
m.connect("authenticate", lambda m, auth, again: not again and (auth.authenticate(*login) or True))
S.Session().send_and_read(m, None)"""}
code = "url, login = %r, ('alice', 'open sesame')\n" % url + python[name]
result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
print(name, "sent", sent or "no credentials:", "" if sent else result.stderr.strip().split("\n")[-1])
sys.exit(2 if not sent else 'nonce=""' in sent[0])
