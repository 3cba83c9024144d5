# SPDX-License-Identifier: Apache-2.0
# shows: httpx aiohttp urllib httplib2 pycurl curl node-http ruby-net-http perl-lwp wget
# does not: requests
"""A certificate that has the server's name in its Common Name alone is accepted."""
import http.server, os, ssl, subprocess, sys, tempfile, threading

folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)
for line in ("req -x509 -subj /CN=example-root -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem",
             "req -subj /CN=localhost -newkey rsa:2048 -nodes -keyout own.key -out own.csr "
             "-addext extendedKeyUsage=serverAuth",
             "x509 -req -in own.csr -CA ca.pem -CAkey ca.key -CAcreateserial -copy_extensions copy -out own.pem"):
    subprocess.run(["openssl", *line.split()], check=True, capture_output=True)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("own.pem", "own.key")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
url = "https://localhost:%d/ca.pem" % server.server_port
python = {
    "httpx": "import httpx, ssl; httpx.get(url, verify=ssl.create_default_context(cafile='ca.pem'))",
    "requests": "import requests; requests.get(url, verify='ca.pem')",
    "urllib": "import ssl, urllib.request as u; u.urlopen(url, context=ssl.create_default_context(cafile='ca.pem'))",
    "httplib2": "import httplib2; httplib2.Http(ca_certs='ca.pem').request(url)",
    "pycurl": "import pycurl as p; c = p.Curl(); c.setopt(p.CAINFO, 'ca.pem'); c.setopt(p.URL, url); c.perform_rb()",
    "aiohttp": "import aiohttp, asyncio, ssl\nasync def go():\n async with aiohttp.ClientSession() as s:\n"
               "  await s.get(url, ssl=ssl.create_default_context(cafile='ca.pem'))\nasyncio.run(go())"}
node = "require('https').get(process.argv[1], () => process.exit(0)).on('error', e => { throw e })"
commands = {
    "curl": ["curl", "-qsS", "--cacert", "ca.pem", url], "node-http": ["node", "-e", node, url],
    "wget": ["wget", "-q", "--ca-certificate=ca.pem", url, "-O", "-"],
    "ruby-net-http": ["ruby", "-ropen-uri", "-e", "URI.open(ARGV[0], ssl_ca_cert: 'ca.pem').read", url],
    "perl-lwp": ["perl", "-MLWP::UserAgent", "-e", "exit !LWP::UserAgent->new->get(shift)->is_success", url]}
name = sys.argv[1] if len(sys.argv) > 1 else "httpx"
command = commands.get(name) or [sys.executable, "-c", "url = %r\n%s" % (url, python[name])]
environment = dict(os.environ, NODE_EXTRA_CA_CERTS="ca.pem", PERL_LWP_SSL_CA_FILE="ca.pem", no_proxy="localhost")
result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30)
print(name, "accepted the certificate" if result.returncode == 0 else result.stderr.strip().split("\n")[-1])
sys.exit(result.returncode == 0)
