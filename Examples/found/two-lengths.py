# SPDX-License-Identifier: Apache-2.0
# shows: java-httpclient java-httpurlconnection libsoup qt urllib ruby-net-http wget wget2
# does not: requests httpx httpx2
"""A response with two Content-Length fields that differ is delivered as if it were whole."""
import http.server, subprocess, sys, tempfile, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive

class Server(http.server.BaseHTTPRequestHandler):
    log_message = lambda *_: None

    def do_GET(self):
        asked.append(self.path)
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 8\r\n\r\nhalfhalf")

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url, asked = "http://127.0.0.1:%d/report" % server.server_port, []
name = sys.argv[1] if len(sys.argv) > 1 else "java-httpclient"
call = {"java-httpclient": "System.out.print(java.net.http.HttpClient.newHttpClient().send(java.net.http.HttpRequest"
        ".newBuilder(u).build(), java.net.http.HttpResponse.BodyHandlers.ofString()).body());",
        "java-httpurlconnection": "u.toURL().openConnection().getInputStream().transferTo(System.out);"}
source = "class Go { public static void main(String[] a) throws Exception { var u = java.net.URI.create(a[0]); %s } }"
soup = "import gi, sys; gi.require_version('Soup', '3.0'); from gi.repository import Soup as S\n" \
    "print(S.Session().send_and_read(S.Message.new('GET', sys.argv[1]), None).get_data())"
qt = "import sys; from PyQt6.QtCore import *; from PyQt6.QtNetwork import *; a = QCoreApplication([])\n" \
    "r = QNetworkAccessManager(a).get(QNetworkRequest(QUrl(sys.argv[1]))); r.finished.connect(a.quit); a.exec()\n" \
    "print(r.readAll() if r.error() == r.NetworkError.NoError else r.errorString())"
python = "import sys, %s as m; r = m.%s(sys.argv[1]); print(getattr(r, 'text', 0) or r.read())"
commands = {name: [sys.executable, "-c", python % (name, "get"), url] for name in ("requests", "httpx", "httpx2")} | {
    "libsoup": [sys.executable, "-c", soup, url], "qt": [sys.executable, "-c", qt, url],
    "urllib": [sys.executable, "-c", python % ("urllib.request", "urlopen"), url],
    "ruby-net-http": ["ruby", "-rnet/http", "-e", "print Net::HTTP.get(URI(ARGV[0]))", url],
    "wget": ["wget", "-qO-", url], "wget2": ["wget2", "-qO-", url]}
with tempfile.NamedTemporaryFile("w", suffix=".java") as file:
    file.write(source % call.get(name)), file.flush()
    seen = subprocess.run(commands.get(name, ["java", file.name, url]), capture_output=True, text=True, timeout=60)
print("%s printed %r" % (name, seen.stdout.strip() or seen.stderr.strip().split("\n")[-1]))
sys.exit("half" in seen.stdout if asked else 2)
