"""A headless Chromium that tests drive through its DevTools pipe: windows of a size and a colour scheme, scripts in a page, screenshots, and what the page complained of."""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import time

OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", "--no-first-run", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--remote-debugging-pipe"]


def installed():
    return shutil.which("chromium") is not None


class Browser:
    """One tab. Chromium reads commands on descriptor 3 and writes answers on descriptor 4, each JSON that ends with a zero byte."""

    def __init__(self, scratch):
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()

        def descriptors():
            # Copies above both numbers first: either pipe may have got one of them.
            commands, answers = os.dup(read_commands), os.dup(write_answers)
            os.dup2(commands, 3)
            os.dup2(answers, 4)

        self.process = subprocess.Popen([shutil.which("chromium"), *OPTIONS, f"--user-data-dir={scratch}/profile"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, close_fds=False, start_new_session=True, preexec_fn=descriptors, env=dict(os.environ, HOME=str(scratch)))
        os.close(read_commands)
        os.close(write_answers)
        self.text, self.number, self.events = b"", 0, []
        target = self.ask("Target.createTarget", {"url": "about:blank"}, None)["targetId"]
        self.session = None
        self.session = self.ask("Target.attachToTarget", {"targetId": target, "flatten": True}, None)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Its helpers, too, which else write to its folder while somebody removes that.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)

    def read(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.text:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"Chromium says nothing for {seconds} s")
            some = os.read(self.answers, 1 << 16)
            if not some:
                raise EOFError("Chromium has ended")
            self.text += some
        first, self.text = self.text.split(b"\0", 1)
        return json.loads(first)

    def ask(self, method, parameters=None, session="own"):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session == "own":
            message["sessionId"] = self.session
        text = json.dumps(message).encode() + b"\0"
        while text:
            text = text[os.write(self.commands, text):]
        while True:
            answer = self.read(120)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def window(self, width, height, dark, phone):
        self.ask("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})
        self.ask("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, address):
        self.events.clear()
        self.ask("Page.navigate", {"url": address})
        end = time.monotonic() + 120
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.ask("Runtime.evaluate", {"expression": "0"})
            if time.monotonic() > end:
                raise TimeoutError(f"{address} is not loaded")
            time.sleep(0.02)

    def evaluate(self, script):
        """Value of an expression in the page; of a promise when it is kept."""
        result = self.ask("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", result["exceptionDetails"]["text"]))
        return result["result"].get("value")

    def screenshot(self, file, width, height):
        """The page from its top to `height`, beyond the window too."""
        data = self.ask("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True,
                                                  "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}})["data"]
        file.write_bytes(base64.b64decode(data))

    def complaints(self):
        """Warnings, errors and exceptions since the page was opened."""
        found = []
        for event in self.events:
            what = event["params"]
            if event["method"] == "Log.entryAdded" and what["entry"]["level"] in ("warning", "error"):
                found.append(what["entry"]["text"])
            elif event["method"] == "Runtime.exceptionThrown":
                found.append(what["exceptionDetails"].get("exception", {}).get("description", what["exceptionDetails"]["text"]))
            elif event["method"] == "Runtime.consoleAPICalled" and what["type"] in ("warning", "error", "assert"):
                found.append(" ".join(str(value.get("value", value.get("description"))) for value in what["args"]))
        return found

    def requests(self):
        """Addresses that the page asked for, itself and what it carries left out."""
        asked = [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
        return [address for address in asked[1:] if not address.startswith("data:")]
