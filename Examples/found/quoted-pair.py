# SPDX-License-Identifier: Apache-2.0
# shows: java-httpurlconnection
# does not: curl
"""A quoted-pair in a nonce ends the nonce."""
import hashlib, http.server, subprocess, sys, tempfile, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
REALM = "vault"
CHALLENGE = b'WWW-Authenticate: Digest realm="vault", algorithm=SHA-256, nonce="n\\"1"'
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
name = sys.argv[1] if len(sys.argv) > 1 else "java-httpurlconnection"
java = """import java.net.*;
class Go { public static void main(String[] a) throws Exception { Authenticator.setDefault(new Authenticator() {
  protected PasswordAuthentication getPasswordAuthentication() { return new PasswordAuthentication("alice",
    "open sesame".toCharArray()); } }); ((HttpURLConnection) new URL(a[0]).openConnection()).getResponseCode(); } }"""
with tempfile.NamedTemporaryFile("w", suffix=".java") as file:
    file.write(java), file.flush()
    command = ["java", file.name, url] if name.startswith("java") else \
        [name, "-qsS", "--digest", "-u", "alice:open sesame", url]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
print(name, "sent", sent or "no credentials:", "" if sent else result.stderr.strip().split("\n")[-1])
sha = lambda *parts: hashlib.sha256(":".join(parts).encode()).hexdigest()
right = sha(sha("alice", REALM, "open sesame"), 'n"1', sha("GET", "/report"))
sys.exit(2 if not asked else not sent or 'nonce="n\\"1"' not in sent[0] or right not in sent[0])
