"""Firefox without a screen, driven by the protocol that it brings itself, WebDriver BiDi."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from itertools import count

import site_checks
import websocket

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# What Firefox says of a formula that it lays out before the whole of it has arrived.
ARRIVING = "Invalid markup: Incorrect number of children"
# No question at the start, and nothing fetched from its maker's servers.
SETTINGS = {
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
PATIENCE = 300  # seconds; a busy machine takes its time


class Tab:
    """The one page of a Firefox, and what went wrong on it."""

    def __init__(self, address):
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._numbers = count()
        self.wrong = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.responseCompleted"])
        self._page = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method, **parameters):
        """Send a command; its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]
            self._listen(message["method"], message["params"])

    def _listen(self, event, told):
        if event == "log.entryAdded" and told["level"] == "error":
            if ARRIVING not in told["text"]:
                self.wrong.append(told["text"])
        elif event == "network.responseCompleted" and told["response"]["status"] >= 400:
            self.wrong.append(f"{told['response']['status']} {told['request']['url']}")

    def resize(self, width, height=900):
        size = {"width": width, "height": height}
        self.ask("browsingContext.setViewport", context=self._page, viewport=size)

    def open(self, address):
        self.ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def evaluate(self, script):
        """Evaluate an expression, and wait for it if it is a promise; what it gives, as JSON."""
        script = f"(async () => JSON.stringify(await ({script})))()"
        target = {"context": self._page}
        done = self.ask("script.evaluate", expression=script, target=target, awaitPromise=True)
        assert done["type"] == "success", done
        return json.loads(done["result"].get("value", "null"))

    def wait(self, condition):
        """Wait until an expression is true, as scripts that run after the page was read make it.

        It is asked again and again: no promise is kept by a page that is replaced or not painted.
        """
        while not self.evaluate(f"Boolean({condition})"):
            time.sleep(0.05)

    def type(self, text):
        """Press the keys of a text, one by one; a key without a letter has a code of WebDriver."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": keys}
        self.ask("input.performActions", context=self._page, actions=[source])


@contextmanager
def started():
    """Start a Firefox of its own, with two fonts; its tab."""
    with tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True) as profile:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in SETTINGS.items())
        with open(f"{profile}/user.js", "w", encoding="utf-8") as file:
            file.writelines(lines)
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile]
        fonts = {"HOME": profile, "FONTCONFIG_FILE": str(site_checks.fonts())}
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **fonts},
        )
        try:
            address = next(filter(None, map(LISTENING.search, process.stderr)))[1]
            # What it says later is read as well: a full pipe would stop it.
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield Tab(address)
        finally:
            process.kill()
            process.wait()
