# SPDX-License-Identifier: Apache-2.0
"""Chromium's DevTools protocol over a pair of pipes: messages of JSON that end in NUL, commands, events."""

import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple, Optional

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-extensions",
    "--disable-features=MediaRouter,OptimizationHints,Translate,HttpsUpgrades,SpareRendererForSitePerProcess",
    "--disable-breakpad", "--remote-debugging-pipe",
    # Lets scripts read responses of another origin; the requests are the same.
    "--disable-web-security",
]


class CommandFailed(Exception):
    """The browser answered a command with an error."""


def home_that_trusts(ca_file):
    """A folder with a database of NSS, from which Chromium reads the user's trusted certificates."""
    home = Path(tempfile.mkdtemp(prefix="home-"))
    database = home / ".pki/nssdb"
    database.mkdir(parents=True)
    certutil = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    mark = "-----END CERTIFICATE-----\n"
    for index, part in enumerate(Path(ca_file).read_text().split(mark)[:-1]):
        add = ["-A", "-a", "-n", f"root-{index}", "-t", "CP,,"]
        subprocess.run([*certutil, *add], input=(part + mark).encode(), check=True)
    return str(home)


class Setup(NamedTuple):
    """What a browser is started with and keeps until it ends."""

    ca_file: Optional[str] = None  # Certificates that it trusts beside its own.
    kerberos: Optional[str] = None  # The configuration of Kerberos; with one it answers Negotiate.
    delegate: bool = False

    def preferences(self):
        """The preferences that the policies AuthServerAllowlist and AuthNegotiateDelegateAllowlist set.

        Without the first a browser answers Negotiate at proxies alone, and without the second it delegates nothing.
        """
        servers = {"server_allowlist": "*"} if self.kerberos else {}
        delegates = {"negotiate_delegate_whitelist": "*"} if self.delegate else {}
        # A browser that has never met Negotiate loads GSS-API with the first challenge, which it may leave unanswered.
        return {"auth": {**servers, **delegates}, "net": {"received_http_auth_negotiate_headers": True}}

    def environment(self, tickets):
        """The environment of a browser that finds its tickets in a file."""
        home = {"HOME": home_that_trusts(self.ca_file)} if self.ca_file else {}
        config = self.kerberos or "/dev/null"
        return {**os.environ, **home, "KRB5_CONFIG": config, "KRB5CCNAME": f"FILE:{tickets}", "GSS_MECH_CONFIG": "/dev/null"}


class Browser:
    """One browser; calls `on_event(method, params)` for its events."""

    def __init__(self, setup=Setup()):
        self.setup, profile = setup, tempfile.mkdtemp(prefix="chromium-")
        self.tickets = Path(profile) / "tickets"
        # After a wrong certificate Chromium would look for a login page of the network.
        preferences = Path(profile) / "Default/Preferences"
        preferences.parent.mkdir()
        preferences.write_text(json.dumps({"alternate_error_pages": {"enabled": False}}))
        (Path(profile) / "Local State").write_text(json.dumps(setup.preferences()))
        # The browser needs them as descriptors 3 and 4, so these must be others.
        commands, self.commands, self.events, events = (
            fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (*os.pipe(), *os.pipe()))
        actions = [(os.POSIX_SPAWN_DUP2, commands, 3), (os.POSIX_SPAWN_DUP2, events, 4), (os.POSIX_SPAWN_DUP2, 2, 1)]
        arguments = ["chromium", *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self.process = os.posix_spawnp("chromium", arguments, setup.environment(self.tickets), file_actions=actions)
        os.close(commands)
        os.close(events)
        self.buffer, self.next, self.answers = b"", 0, {}
        self.on_event = lambda method, params: None

    def close(self):
        """Ends the browser. One that is busy does not notice that its pipes are closed."""
        os.close(self.commands)
        os.close(self.events)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def use_tickets(self, file):
        """Has the browser find the tickets of another file, or none."""
        self.tickets.unlink(missing_ok=True)
        if file:
            self.tickets.symlink_to(file)

    def start(self, method, params=None, session=None):
        """Sends a command without waiting for its answer."""
        self.next += 1
        message = {"id": self.next, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        return self.next

    def call(self, method, params=None, session=None, deadline=None):
        """Sends a command and waits for its answer; None after the deadline."""
        number = self.start(method, params, session)
        self.answers[number] = None
        if not self.wait(lambda: self.answers[number] is not None, deadline or time.monotonic() + 20):
            del self.answers[number]
            return None
        answer = self.answers.pop(number)
        if "error" in answer:
            raise CommandFailed(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def wait(self, condition, deadline):
        """Handles events until a condition holds, or until the deadline."""
        while not condition():
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.events], [], [], left)[0]:
                return condition()
            data = os.read(self.events, 1 << 20)
            if not data:
                raise SystemExit("the browser has gone")
            *messages, self.buffer = (self.buffer + data).split(b"\0")
            for message in map(json.loads, messages):
                if "method" in message:
                    self.on_event(message["method"], message["params"])
                elif message["id"] in self.answers:
                    self.answers[message["id"]] = message
        return True
