"""The page Adjudicate by keyboard alone, in a real Chromium."""

import re

from waiting import wait_until

ESCAPE, ENTER, TAB = "\ue00c", "\ue007", "\ue004"
SHOWN = """const root = document.getElementById("review");
return {
    key: root.dataset.item || "", title: document.getElementById("one").textContent.trim(),
    meter: root.querySelector(".meter").textContent.replace(/\\s+/g, " ").trim(),
    badge: (root.querySelector(".card .badge") || {textContent: ""}).textContent,
    focused: document.activeElement.id || document.activeElement.tagName,
    typed: (root.querySelector("textarea") || {}).value || "",
    path: location.pathname,
};"""


class Keyboard:
    """The keyboard of somebody who adjudicates in a browser."""

    def __init__(self, browser):
        self.browser = browser

    def type(self, keys):
        """Press one key after the other."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": strokes}]
        self.browser._call("POST", "/actions", actions=actions)

    def shown(self):
        """What the page Adjudicate shows."""
        return self.browser.execute(SHOWN)

    def press(self, keys, until):
        """What is shown once until(what is shown) is true."""
        self.type(keys)

        def there():
            shown = self.shown()
            return shown if until(shown) else None

        return wait_until(there, what=f"{keys!r}; shown: {self.shown()}")

    def tab_to(self, name):
        """Press Tab until the control of this name has the focus."""
        for _ in range(60):
            self.type(TAB)
            if self.browser.execute("return document.activeElement.name") == name:
                return
        raise AssertionError(f"Tab does not lead to {name}")

    def settle_all(self, reason):
        """Take the first value at each place that is left, with a reason; the number of places."""
        shown = self.shown()
        while True:
            key, meter = shown["key"], shown["meter"]
            if shown["badge"] == "to decide":
                self.press("c", lambda now: now["focused"] == "TEXTAREA")
                self.type(reason)
                self.press(ESCAPE, lambda now: now["focused"] == "one")
                shown = self.press("1", lambda now, meter=meter: now["meter"] != meter)
            else:
                shown = self.press("j", lambda now, key=key: now["key"] != key)
            done, total = map(int, re.match(r"(\d+) of (\d+)", shown["meter"]).groups())
            if done == total:
                return total
