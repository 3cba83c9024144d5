# SPDX-License-Identifier: Apache-2.0
# shows: java-httpclient wget
# does not: requests curl
"""The next request is sent on a connection for which the server has announced the close."""
import http.server, subprocess, sys, tempfile, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
ANSWER = b"HTTP/1.1 200 OK\r\nConnection: close, TE\r\nContent-Length: 2\r\n\r\nok"
served = []

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        served.append(self.client_address)
        self.wfile.write(ANSWER)

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
urls = ["http://127.0.0.1:%d/%s" % (server.server_port, path) for path in ("first", "other")]
name = sys.argv[1] if len(sys.argv) > 1 else "java-httpclient"
java = """import java.net.*; import java.net.http.*;
class Go { public static void main(String[] urls) throws Exception { var client = HttpClient.newHttpClient();
for (var url : urls)
  client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString()); } }"""
if name == "requests":
    import requests
    session = requests.Session()
    session.get(urls[0]), session.get(urls[1])
else:
    with tempfile.NamedTemporaryFile("w", suffix=".java") as file:
        file.write(java), file.flush()
        commands = {"java-httpclient": ["java", file.name], "wget": ["wget", "-qO-"], "curl": ["curl", "-qs"]}
        subprocess.run(commands[name] + urls, capture_output=True, timeout=60)
print(name, "used", len(set(served)), "connections for", len(served), "requests")
sys.exit(2 if len(served) < 2 else len(set(served)) < len(served))
