"""A small WebDriver client for a real Chromium; W3C WebDriver over HTTP, nothing else."""

import base64
import contextlib
import http.client
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from waiting import PATIENCE, wait_until

CHROMIUM, CHROMEDRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
# The same Chromium without what is around the pages, which saves a third of the work; used where it
# is installed. Its tabs do not know when one goes to another.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
_SIZE = 1200, 900
_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=%d,%d" % _SIZE,
    "--disable-extensions", "--disable-back-forward-cache", "--disable-site-isolation-trials", "--process-per-site",
    "--renderer-process-limit=1",
    "--disable-features=SpareRendererForSitePerProcess,ProactivelySwapBrowsingInstance,Translate,OptimizationHints,MediaRouter",
)  # fmt: skip
# Pages are laid out whenever a script asks, and never drawn: no frames come, and so no calls of
# requestAnimationFrame, no observers, no scroll events and no moves of the mouse; and what is hidden
# keeps the focus.
_UNDRAWN = "--disable-threaded-compositing", "--force-prefers-reduced-motion"
# The key under which WebDriver hands out elements (W3C WebDriver, section 12).
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def absent():
    """Why no browser can be started here, or None."""
    missing = [path for path in (CHROMIUM, CHROMEDRIVER) if not Path(path).is_file()]
    return " and ".join(missing) + " not found" if missing else None


def _shell_in(folder):
    """A program that starts the shell with a page: by itself it has none, and chromedriver waits for
    one.
    """
    program = Path(folder) / "chromium"
    program.write_text(f'#!/bin/sh\nexec {SHELL} "$@" about:blank\n', "utf-8")
    program.chmod(0o700)
    return str(program)


class Browser:
    """One Chromium window. Elements are opaque strings from find() and find_all().

    draws  False: pages are laid out but not drawn, which saves half of the work; for pages whose
           scripts do not wait for frames
    whole  True: the whole Chromium, also where there is the shell; for several tabs
    """

    def __init__(self, draws=True, whole=False):
        self._folder = tempfile.mkdtemp(prefix="chromium-")
        self._http = self._session = None
        try:
            port = next(filter(None, (self._started() for _ in range(3))), None)
            if port is None:
                raise RuntimeError("chromedriver ended without naming its port")
            self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            flags = _FLAGS if draws else _FLAGS + _UNDRAWN
            shell = Path(SHELL).is_file() and not whole
            options = {
                "binary": _shell_in(self._folder) if shell else CHROMIUM,
                "args": [*flags, f"--user-data-dir={self._folder}/profile"],
            }
            wanted = {
                "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
                "unhandledPromptBehavior": "accept",
            }  # fmt: skip
            answer = self._call("POST", "", capabilities={"alwaysMatch": wanted})
            self._session = "/" + answer["sessionId"]
            self._window = self._call("GET", "/window")
        except BaseException:
            self.close()
            raise

    def _started(self):
        """The port of a new chromedriver; None where somebody took it before chromedriver did."""
        self._driver = subprocess.Popen(
            [CHROMEDRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        for line in self._driver.stdout:
            if "on port" in line and "successfully" in line:
                return int(line.split("on port")[1].strip(" .\n"))
        self._driver.wait()
        self._driver.stdout.close()
        return None

    def _call(self, method, path, **values):
        body = json.dumps(values) if method == "POST" else None
        self._forgotten = False
        try:
            self._http.request(method, "/session" + (self._session or "") + path, body)
            answer = json.loads(self._http.getresponse().read())["value"]
        except BaseException:
            self._http.close()  # the next call must not get this answer
            raise
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError("%s: %s" % (answer["error"], answer["message"]))
        return answer

    def open(self, url):
        self._call("POST", "/url", url=url)

    def address(self):
        return self._call("GET", "/url")

    def resize(self, width, height):
        """Give the window another size, until forget()."""
        self._call("POST", "/window/rect", width=width, height=height)

    def title(self):
        return self._call("GET", "/title")

    def find_all(self, css):
        found = self._call("POST", "/elements", using="css selector", value=css)
        return [element[_ELEMENT] for element in found]

    def find(self, css, timeout=PATIENCE):
        """The first element that matches, once there is one."""
        return wait_until(lambda: self.find_all(css), timeout, "an element " + css)[0]

    def click(self, element):
        # Pages that scroll smoothly would still be moving when the driver aims.
        self.execute(
            "arguments[0].scrollIntoView({behavior: 'instant', block: 'center'})",
            {_ELEMENT: element},
        )
        self._call("POST", "/element/%s/click" % element)

    def drag(self, element, target):
        """Press the mouse on the middle of an element and let go of it on the middle of another."""
        self.execute(
            "arguments[0].scrollIntoView({behavior: 'instant', block: 'center'})",
            {_ELEMENT: element},
        )

        def move(to):
            return {"type": "pointerMove", "duration": 50, "origin": {_ELEMENT: to}, "x": 0, "y": 0}

        down, up = ({"type": name, "button": 0} for name in ("pointerDown", "pointerUp"))
        mouse = {
            "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"},
            "actions": [move(element), down, move(target), up],
        }  # fmt: skip
        self._call("POST", "/actions", actions=[mouse])

    def send_keys(self, element, text):
        self._call("POST", "/element/%s/value" % element, text=text)

    def text(self, element):
        return self._call("GET", "/element/%s/text" % element)

    def attribute(self, element, name):
        return self._call("GET", "/element/%s/attribute/%s" % (element, name))

    def property(self, element, name):
        """A property of the live page, such as the value that a script gave an input."""
        return self._call("GET", "/element/%s/property/%s" % (element, name))

    def execute(self, script, *arguments):
        """The value of a script with a return statement."""
        return self._call("POST", "/execute/sync", script=script, args=list(arguments))

    def screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self._call("GET", "/screenshot")))

    def log(self):
        """What the pages wrote to the console since the last call.

        brat's page complains of its fonts where the computer is slow.
        """
        lines = self._call("POST", "/se/log", type="browser")
        return [line for line in lines if "Timeout in loading fonts" not in line["message"]]

    def cookies(self):
        """{name: value} of what the open page's server gets."""
        return {cookie["name"]: cookie["value"] for cookie in self._call("GET", "/cookie")}

    def show_on(self, width, height):
        """Make the page as large as on another screen, until forget()."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._command("Emulation.setDeviceMetricsOverride", **size)

    def prefer(self, scheme, media=""):
        """Ask for pages in "light" or "dark" colours, until forget(); nothing on them moves.

        media  "print" for pages as they are printed
        """
        wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wanted.items()]
        self._command("Emulation.setEmulatedMedia", media=media, features=features)

    def _command(self, name, **params):
        return self._call("POST", "/goog/cdp/execute", cmd=name, params=params)

    def close_other_tabs(self):
        """Back to the first tab, and no other left."""
        for handle in self._call("GET", "/window/handles"):
            if handle != self._window:
                self._call("POST", "/window", handle=handle)
                # An empty page closes sooner, and a tab that a busy Chromium does not close in the
                # driver's twenty seconds closes a little later.
                with contextlib.suppress(RuntimeError):
                    self.open("about:blank")
                    self._call("DELETE", "/window")
        self._call("POST", "/window", handle=self._window)

    def forget(self):
        """One tab with an empty page, no cookies, nothing in the console, the usual size: also after
        a test that has failed half way.
        """
        if self._forgotten:
            return
        self.close_other_tabs()
        # First: what follows would lay out again the page that is left.
        self.open("about:blank")
        self._command("Emulation.clearDeviceMetricsOverride")
        self._command("Emulation.setEmulatedMedia", media="", features=[])
        self.resize(*_SIZE)
        self._command("Network.clearBrowserCookies")
        self.log()
        self._forgotten = True

    def close(self):
        try:
            if self._session is not None:
                self._call("DELETE", "")
        finally:
            if self._http is not None:
                self._http.close()
            self._driver.terminate()
            self._driver.wait()
            self._driver.stdout.close()
            shutil.rmtree(self._folder, ignore_errors=True)
