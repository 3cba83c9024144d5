# SPDX-License-Identifier: Apache-2.0
# shows: chromium
# does not: curl
"""A nonce of a proxy is used twice with the same count."""
import http.server, json, pathlib, re, subprocess, sys, tempfile, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
HEAD = b'HTTP/1.1 %s\r\nContent-Length: 0\r\n%s-Authenticate: Digest realm="%s", nonce="%s", qop="auth"\r\n\r\n'
sent = []

class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        login = self.headers["Proxy-Authorization"]
        if not login:
            return self.wfile.write(HEAD % (b"407 Proxy Authentication Required", b"Proxy", b"gate", b"p-1"))
        if self.path == url:
            sent.append(re.search('nonce="(.*?)".*nc=(\\w+)', login).groups())
        status = b"200 OK" if "Authorization" in self.headers else b"401 Unauthorized"
        self.wfile.write(HEAD % (status, b"WWW", b"vault", b"o-1"))

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
threading.Thread(target=server.serve_forever, daemon=True).start()
proxy, url = "127.0.0.1:%d" % server.server_port, "http://example.test/report"
name = sys.argv[1] if len(sys.argv) > 1 else "chromium"
manifest = {"manifest_version": 3, "name": "login", "version": "1", "background": {"service_worker": "login.js"},
            "permissions": ["webRequest", "webRequestAuthProvider"], "host_permissions": ["<all_urls>"]}
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
    pathlib.Path(home, "manifest.json").write_text(json.dumps(manifest))
    pathlib.Path(home, "login.js").write_text(
        "chrome.webRequest.onAuthRequired.addListener(() => ({authCredentials: {username: 'alice', password: 'open'}}),"
        "{urls: ['<all_urls>']}, ['blocking'])")
    browser = "--headless=new --no-sandbox --virtual-time-budget=5000 --user-data-dir={0}/p --load-extension={0} " \
        "--disable-features=DisableLoadExtensionCommandLineSwitch --dump-dom --proxy-server=".format(home) + proxy
    options = {"chromium": browser, "curl": "-qs --anyauth -u alice:open --proxy-anyauth -U alice:open -x " + proxy}
    subprocess.run([name, *options[name].split(), url], capture_output=True, timeout=60)
print(name, *("nonce=%s nc=%s" % pair for pair in sent), sep="\n  ")
sys.exit(2 if len(sent) < 2 else len(set(sent)) < len(sent))
