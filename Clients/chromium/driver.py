# SPDX-License-Identifier: Apache-2.0
"""The driver for Chromium: a browser context for a session, logins by the DevTools protocol's Fetch.authRequired.

A plain GET is a navigation of a page. What a page cannot navigate with (methods, bodies, header lines) is done as
scripts do it, by fetch() in a page of the same origin.
"""

import base64
import json
import shutil
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
from authspec_driver import Failure, Unsupported, domain_user, origin, serve
from devtools import Browser, CommandFailed, Setup

CAN = [
    "basic", "digest", "digest-sess", "digest-sha-256", "digest-userhash", "by-challenge", "per-origin", "per-realm", "ask",
    "proxy", "proxy-digest", "connect", "redirects", "cookies", "userinfo", "headers", "memory", "change", "ntlm", "ntlm-v2",
    "proxy-ntlm", "negotiate", "proxy-negotiate", "delegate",
]
if shutil.which("certutil"):  # Of libnss3-tools.
    CAN += ["tls", "proxy-tls"]
KINDS = [
    ("TOO_MANY_REDIRECTS UNSAFE_REDIRECT", "redirects"), ("TIMED_OUT", "timeout"), ("CERT_ SSL_ PROXY_CERTIFICATE_", "tls"),
    ("INVALID_URL UNKNOWN_URL_SCHEME UNSAFE_PORT DISALLOWED_URL_SCHEME", "url"),
    ("INVALID_HTTP_RESPONSE INVALID_RESPONSE RESPONSE_HEADERS CONTENT_LENGTH_MISMATCH INCOMPLETE_CHUNKED INVALID_CHUNKED"
     " CONTENT_DECODING INVALID_REDIRECT", "protocol"),
    ("INVALID_AUTH UNEXPECTED_PROXY_AUTH PROXY_AUTH UNSUPPORTED_AUTH MISSING_AUTH TOO_MANY_RETRIES", "authentication"),
    ("CONNECTION_ EMPTY_RESPONSE NAME_NOT_RESOLVED SOCKET_ ADDRESS_ TUNNEL_CONNECTION PROXY_CONNECTION NETWORK_", "connection"),
]
FETCH = """(async () => {
  const body = %(body)s === null ? undefined : Uint8Array.from(atob(%(body)s), c => c.charCodeAt(0));
  const response = await fetch(%(url)s, {method: %(method)s, headers: %(headers)s, body, credentials: "include"});
  const octets = new Uint8Array(await response.arrayBuffer());
  let text = "";
  for (const octet of octets) text += String.fromCharCode(octet);
  return {status: response.status, headers: [...response.headers], body: btoa(text)};
})()"""


def octets(text):
    """Returns one character for each octet of a field value, which the browser reports as UTF-8 if it is valid."""
    return text if all(ord(character) < 256 for character in text) else text.encode().decode("latin-1")


def error_kind(text):
    return next((kind for words, kind in KINDS if any(f"ERR_{word}" in text for word in words.split())), "other")


class Client:
    def __init__(self, session):
        self.context = self.told = self.blank = self.response = None
        self.finished, self.failed, self.last_status = set(), {}, None
        self.change(session)

    def change(self, session):
        # The proxy of a context cannot be changed, and a login cannot be removed, nor can one by a
        # ticket. The browser reads its trusted certificates when it starts.
        settled = ("proxy", "credentials", "ca_file", "kerberos")
        is_kept = self.told is not None and all(self.told[key] == session[key] for key in settled)
        self.told = dict(session)
        if session["redirects"] == 0:
            raise Unsupported("redirects handed back")
        if session["schemes"] is not None:
            raise Unsupported("schemes")
        if not is_kept:
            self.close()
            use_browser(session)
            proxy = {"proxyServer": session["proxy"], "proxyBypassList": "<-loopback>"} if session["proxy"] else {}
            self.context = browser.call("Target.createBrowserContext", {"disposeOnDetach": True, **proxy})["browserContextId"]
            self.target = browser.call(
                "Target.createTarget", {"url": "about:blank", "browserContextId": self.context})["targetId"]
            self.page = browser.call("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
            self.origin = None
            browser.on_event = self.on_event
            for method, params in [
                ("Page.enable", {}), ("Network.enable", {}), ("Fetch.enable", {"handleAuthRequests": True}),
                ("Network.setBlockedURLs", {"urls": ["*/favicon.ico"]}),  # The test needs no icon.
            ]:
                browser.call(method, params, self.page)
        return is_kept

    def close(self):
        if self.context:
            browser.call("Target.disposeBrowserContext", {"browserContextId": self.context})
        self.context = None

    def on_event(self, method, params):
        if method == "Fetch.requestPaused":
            self.on_paused(params)
        elif method == "Fetch.authRequired":
            self.on_auth(params)
        elif method == "Network.responseReceivedExtraInfo":
            self.last_status = params["statusCode"]
        elif method == "Network.responseReceived" and params["type"] in ("Document", "Fetch"):
            self.response = params
        elif method == "Page.frameStoppedLoading" and self.response:
            # The browser does not always report the end of loading.
            self.finished.add(self.response["requestId"])
        elif method == "Network.loadingFinished":
            self.finished.add(params["requestId"])
        elif method == "Network.loadingFailed":
            self.finished.add(params["requestId"])
            self.failed[params["requestId"] if params["type"] == "Document" else params["type"]] = params["errorText"]

    def on_paused(self, params):
        url = params["request"]["url"]
        if self.blank and url == self.blank:
            content = {"responseCode": 200, "responseHeaders": [{"name": "Content-Type", "value": "text/html"}], "body": ""}
            browser.start("Fetch.fulfillRequest", {"requestId": params["requestId"], **content}, self.page)
        elif params["resourceType"] in ("Document", "Fetch", "XHR"):
            browser.start("Fetch.continueRequest", {"requestId": params["requestId"]}, self.page)
        else:
            # A request that the driver did not make, such as an icon.
            browser.start("Fetch.failRequest", {"requestId": params["requestId"], "errorReason": "Aborted"}, self.page)

    def on_auth(self, params):
        challenge = params["authChallenge"]
        asked = {"realm": challenge["realm"], "scheme": challenge["scheme"].lower()}
        target = "proxy" if challenge.get("source") == "Proxy" else "origin"
        url = self.told["proxy"] if target == "proxy" else challenge["origin"].rstrip("/")
        best, login = -1, None
        for entry in self.told["credentials"]:
            if entry["target"] != target or (entry.get("url") and origin(entry["url"]) != origin(url)):
                continue
            if any(entry.get(key) not in (None, value) for key, value in asked.items()):
                continue
            rank = 4 * bool(entry.get("url")) + 2 * (entry.get("realm") is not None) + bool(entry.get("scheme"))
            best, login = (rank, entry) if rank > best else (best, login)
        failures = self.refused.get((target, url, asked["realm"]), 0)
        self.refused[target, url, asked["realm"]] = failures + 1
        if self.told["ask"] and (failures or login is None):
            start = time.monotonic()
            login = self.request.ask(target, url, asked["scheme"], asked["realm"], failures)
            self.deadline += time.monotonic() - start
        elif failures:
            login = None
        answer = {"response": "CancelAuth"}
        if login:
            answer = {"response": "ProvideCredentials", "username": domain_user(login), "password": login["password"]}
        browser.start("Fetch.continueWithAuth", {"requestId": params["requestId"], "authChallengeResponse": answer}, self.page)

    def send(self, request):
        self.request, self.refused, self.response, self.blank = request, {}, None, None
        self.finished, self.failed, self.last_status = set(), {}, None
        self.deadline = time.monotonic() + self.told["timeout_ms"] / 1000
        if request.chunked:
            raise Unsupported("a body of unknown length")
        if request.method == "GET" and not request.headers and request.body is None:
            return self.navigate(request.url)
        if any(name.lower() in ("cookie", "host", "expect", "connection") for name, _ in request.headers):
            raise Unsupported("header lines that scripts may not set")
        if request.method == "TRACE" or (request.method in ("GET", "HEAD") and request.body is not None):
            raise Unsupported(f"{request.method} with what fetch() forbids")
        return self.fetch(request)

    def until(self, condition):
        while time.monotonic() < self.deadline:
            if browser.wait(condition, self.deadline):
                return
        browser.start("Page.stopLoading", {}, self.page)
        raise Failure("timeout", "not finished in time")

    def navigate(self, url):
        self.origin = None
        number = browser.start("Page.navigate", {"url": url}, self.page)
        browser.answers[number] = None
        self.until(lambda: browser.answers[number] is not None)
        answer = browser.answers.pop(number)
        if "error" in answer:
            raise Failure("url", answer["error"]["message"])
        if answer["result"].get("errorText") == "net::ERR_ABORTED" and self.last_status in (204, 205, 304):
            return self.last_status, [], b""  # The page does not change then.
        if answer["result"].get("errorText"):
            raise Failure(error_kind(answer["result"]["errorText"]), answer["result"]["errorText"])
        loader = answer["result"]["loaderId"]
        self.until(lambda: loader in self.finished)
        if loader in self.failed:
            raise Failure(error_kind(self.failed[loader]), self.failed[loader])
        body = browser.call("Network.getResponseBody", {"requestId": loader}, self.page)
        content = base64.b64decode(body["body"]) if body["base64Encoded"] else body["body"].encode()
        response = self.response["response"]
        headers = [(name, octets(line)) for name, value in response["headers"].items() for line in value.split("\n")]
        return response["status"], headers, content

    def fetch(self, request):
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if self.origin != origin:
            self.blank = f"{origin}/.blank"
            browser.call("Page.navigate", {"url": self.blank}, self.page)
            self.origin, self.blank = origin, None
        values = {
            "url": request.url, "method": request.method, "headers": request.headers,
            "body": None if request.body is None else base64.b64encode(request.body).decode(),
        }
        script = FETCH % {key: json.dumps(value) for key, value in values.items()}
        number = browser.start("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True}, self.page)
        browser.answers[number] = None
        self.until(lambda: browser.answers[number] is not None)
        answer = browser.answers.pop(number)
        if "error" in answer:
            raise Failure("other", answer["error"]["message"])
        if "exceptionDetails" in answer["result"]:
            text = answer["result"]["exceptionDetails"]["exception"].get("description", "")
            failed = self.failed.get("Fetch")
            kind = error_kind(failed) if failed else "url" if "URL" in text else "other"
            raise Failure(kind, f"{text} {failed or ''}")
        response = answer["result"]["result"]["value"]
        return response["status"], response["headers"], base64.b64decode(response["body"])


def use_browser(session):
    """Starts another browser if the present one cannot play the session, and gives it the session's tickets."""
    global browser
    kerberos = session["kerberos"] or {"config": None, "ccache": "", "delegate": False}
    setup = Setup(session["ca_file"] or browser.setup.ca_file, kerberos["config"], kerberos["delegate"])
    if setup != browser.setup:
        browser.close()
        browser = Browser(setup)
    browser.use_tickets(kerberos["ccache"].removeprefix("FILE:"))


browser = Browser()
version = browser.call("Browser.getVersion")["product"].partition("/")[2]
serve("Chromium", version, CAN, [(CommandFailed, "internal")], Client)
