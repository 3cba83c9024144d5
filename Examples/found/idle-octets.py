# SPDX-License-Identifier: Apache-2.0
# shows: aiohttp httplib2
# does not: requests
"""Octets that arrive while no request is outstanding are taken for the next response."""
import asyncio, http.server, sys, threading, time

sys.excepthook = lambda kind, error, _: sys.exit(print(kind.__name__, error) or 2)  # inconclusive

class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    log_message = lambda *_: None

    def do_GET(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n" + self.path.encode())
        if self.path == "/first":
            time.sleep(0.5)  # the client has its response by now, and the connection is idle
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nunasked")

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
server.handle_error = lambda *_: None
threading.Thread(target=server.serve_forever, daemon=True).start()
urls = ["http://127.0.0.1:%d/%s" % (server.server_port, path) for path in ("first", "other")]

async def with_aiohttp():
    async with aiohttp.ClientSession() as session:
        for url in urls:
            body = await (await session.get(url)).text()
            await asyncio.sleep(1)
        return body

name = sys.argv[1] if len(sys.argv) > 1 else "aiohttp"
if name == "aiohttp":
    import aiohttp
    seen = asyncio.run(with_aiohttp())
else:
    client = __import__(name).Session() if name == "requests" else __import__(name).Http()
    get = lambda url: client.get(url).text if name == "requests" else client.request(url)[1].decode()
    seen = [get(urls[0]), time.sleep(1), get(urls[1])][2]
print("%s took %r for the response to /other" % (name, seen))
sys.exit({"/other": 0, "unasked": 1}.get(seen, 2))
