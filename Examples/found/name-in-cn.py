# SPDX-License-Identifier: Apache-2.0
# shows: httpx httpx2 aiohttp urllib httplib2 pycurl curl node-http ruby-net-http perl-lwp wget
# does not: requests
"""A certificate that has the server's name in its Common Name alone is accepted."""
import http.server, os, ssl, subprocess, sys, tempfile, threading

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive
folder, hellos = tempfile.TemporaryDirectory(), []
os.chdir(folder.name)
for line in ("req -x509 -subj /CN=example-root -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem",
             "req -subj /CN=localhost -newkey rsa:2048 -nodes -keyout key -out csr -addext extendedKeyUsage=serverAuth",
             "x509 -req -in csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -out own.pem"):
    subprocess.run(["openssl", *line.split()], check=True, capture_output=True)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("own.pem", "key")
context.sni_callback = lambda *_: hellos.append("ClientHello")
server.handle_error = lambda *_: None
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
name, url = (sys.argv + ["httpx"])[1], "https://localhost:%d/ca.pem" % server.server_port
python = {
    "httpx": "import httpx; httpx.get(url, verify=trust)", "httpx2": "import httpx2; httpx2.get(url, verify=trust)",
    "requests": "import requests; requests.get(url, verify='ca.pem')",
    "urllib": "import urllib.request as u; u.urlopen(url, context=trust)",
    "httplib2": "import httplib2; httplib2.Http(ca_certs='ca.pem').request(url)",
    "pycurl": "import pycurl as p; c = p.Curl(); c.setopt(p.CAINFO, 'ca.pem'); c.setopt(p.URL, url); c.perform_rb()",
    "aiohttp": "import aiohttp as a, asyncio\nasync def go():\n async with a.ClientSession() as s:"
               " await s.get(url, ssl=trust)\nasyncio.run(go())"}
commands = {
    "curl": ["curl", "-qsS", "--cacert", "ca.pem", url], "wget": ["wget", "-qO-", "--ca-certificate=ca.pem", url],
    "node-http": ["node", "-e", "require('https').get(process.argv[1], () => process.exit(0))", url],
    "ruby-net-http": ["ruby", "-ropen-uri", "-e", "URI.open(ARGV[0], ssl_ca_cert: 'ca.pem').read", url],
    "perl-lwp": ["perl", "-MLWP::UserAgent", "-e", "exit !LWP::UserAgent->new->get(shift)->is_success", url]}
code = "import ssl; url, trust = %r, ssl.create_default_context(cafile='ca.pem')\n" % url
command = commands.get(name) or [sys.executable, "-c", code + python[name]]
os.environ.update(NODE_EXTRA_CA_CERTS="ca.pem", PERL_LWP_SSL_CA_FILE="ca.pem", no_proxy="localhost")
result = subprocess.run(command, capture_output=True, text=True, timeout=30)
print(name, "accepted the certificate" if result.returncode == 0 else result.stderr.strip().split("\n")[-1])
sys.exit(result.returncode == 0 if hellos else 2)
