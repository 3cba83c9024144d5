# SPDX-License-Identifier: Apache-2.0
# shows: requests
# does not: curl httpx httpx2 niquests pycurl
"""An HTTPS proxy with a certificate that nobody trusts gets the login for it and the one for the origin."""
import http.server, os, ssl, subprocess, sys, tempfile, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
hellos, sent = [], []

class Proxy(http.server.BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def do_GET(self):
        sent.append([name for name in ("Proxy-Authorization", "Authorization") if name in self.headers])
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.sni_callback = lambda *_: hellos.append("ClientHello")
with tempfile.TemporaryDirectory() as folder:
    pem = os.path.join(folder, "proxy.pem")
    subprocess.run(["openssl", *"req -x509 -newkey rsa:2048 -nodes -subj /CN=proxy -addext".split(),
                    "subjectAltName=IP:127.0.0.1", "-keyout", pem, "-out", pem], check=True, capture_output=True)
    context.load_cert_chain(pem)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
url, proxy = "http://example.test/report", "https://gina:gate@127.0.0.1:%d" % server.server_port
name = sys.argv[1] if len(sys.argv) > 1 else "requests"
get = "import {0}; {0}.get(url, auth=('alice', 'open sesame'), ".format(name)
python = {
    "requests": get + "proxies={'http': proxy})", "niquests": get + "proxies={'http': proxy})",
    "httpx": get + "proxy=proxy)", "httpx2": get + "proxy=proxy)",
    "pycurl": "import pycurl as p; c = p.Curl(); c.setopt(p.URL, url); c.setopt(p.PROXY, proxy)\n"
              "c.setopt(p.USERPWD, 'alice:open sesame'); c.perform()"}
curl = ["curl", "-qsS", "-u", "alice:open sesame", "-x", proxy, url]
command = curl if name == "curl" else [sys.executable, "-c", "url, proxy = %r, %r\n" % (url, proxy) + python[name]]
result = subprocess.run(command, capture_output=True, text=True, timeout=30)
print(name, "sent", sent or "no request:", "" if sent else result.stderr.strip().split("\n")[-1])
sys.exit(bool(sent) if hellos else 2)
