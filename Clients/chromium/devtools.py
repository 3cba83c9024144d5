# SPDX-License-Identifier: Apache-2.0
"""Chromium's DevTools protocol over a pair of pipes: messages of JSON that end in NUL, commands, events."""

import fcntl
import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path

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


class Browser:
    """One browser; calls `on_event(method, params)` for its events. It trusts the certificates of a file, beside its own."""

    def __init__(self, ca_file=None):
        self.ca_file, profile = ca_file, tempfile.mkdtemp(prefix="chromium-")
        # After a wrong certificate Chromium would look for a login page of the network.
        preferences = Path(profile) / "Default/Preferences"
        preferences.parent.mkdir()
        preferences.write_text(json.dumps({"alternate_error_pages": {"enabled": False}}))
        environment = {**os.environ, **({"HOME": home_that_trusts(ca_file)} if ca_file else {})}
        # The browser needs them as descriptors 3 and 4, so these must be others.
        commands, self.commands, self.events, events = (
            fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (*os.pipe(), *os.pipe()))
        actions = [(os.POSIX_SPAWN_DUP2, commands, 3), (os.POSIX_SPAWN_DUP2, events, 4), (os.POSIX_SPAWN_DUP2, 2, 1)]
        arguments = ["chromium", *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        os.posix_spawnp("chromium", arguments, environment, file_actions=actions)
        os.close(commands)
        os.close(events)
        self.buffer, self.next, self.answers = b"", 0, {}
        self.on_event = lambda method, params: None

    def close(self):
        """Ends the browser, which ends by itself after its pipes are closed."""
        os.close(self.commands)
        os.close(self.events)

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
