"""brat with brat-agreement in it, on a copy of the demo project, and people who use it in a browser of
their own.
"""

import json
import re
import shutil
from pathlib import Path

import requests
from running_brat import folder_with
from servers import Server
from waiting import PATIENCE, wait_until

from brat_iaa.demo.serve import PROJECT

PASSWORD = "pw"
USERS = ("anna", "ben", "carla", "lead", "visitor")
ANNOTATORS = ("anna", "ben", "carla")
DOCUMENT, WITHOUT_ANNA = "a_letter", "tandem"
LABELS = {"ben": "Qben", "carla": "Qcarla"}
# Their arc from "are" to "Maria".
ARCS = {"anna": "R2", "ben": "R3"}
CONFIG = """from os.path import dirname, join
ADMIN_CONTACT_EMAIL = "the test"
BASE_DIR = dirname(__file__)
DATA_DIR = join(BASE_DIR, "data")
WORK_DIR = join(BASE_DIR, "work")
USER_PASSWORD = %r
MAX_SEARCH_RESULT_NUMBER = 1000
DEBUG = False
TUTORIALS = False
LL_DEBUG, LL_INFO, LL_WARNING, LL_ERROR, LL_CRITICAL = range(5)
LOG_LEVEL = LL_WARNING
""" % dict.fromkeys(USERS, PASSWORD)

_MARKED = """return Array.from(document.querySelectorAll(".iaa_differs"))
    .map((drawn) => drawn.getAttribute("data-span-id") || drawn.getAttribute("data-arc-ed")
        || "sentence " + drawn.getAttribute("data-sent")).sort()"""
_HOVER = """document.querySelector(arguments[0]).dispatchEvent(
    new MouseEvent("mouseover", {bubbles: true, clientX: 300, clientY: 400}))"""
_POPUP = (
    "const popup = jQuery('#commentpopup'); return popup.is(':visible') ? popup[0].innerText : ''"
)
_BUTTON = """const link = document.getElementById("iaa_button"), figure = document.getElementById("iaa_figure");
return {text: link.textContent, title: link.title, page: link.getAttribute("href"), figure: figure.textContent,
        tooltip: figure.title}"""
_KNOWN = """const link = document.getElementById("iaa_button");
return link && !/^Agreement$|^Open a collection|is being computed/.test(link.title)"""
# Keeps the answers to our script's questions, so that a test knows when all are there.
_WATCH = """window.iaaAsked = 0; window.iaaAnswers = [];
const ask = jQuery.ajax;
jQuery.ajax = function (given) {
  const asked = ask.apply(this, arguments);
  if (given.data && /^iaa/.test(given.data.action)) {
    window.iaaAsked += 1;
    asked.always((answer) => window.iaaAnswers.push(answer));
  }
  return asked;
}"""
# What is still being computed is asked for again.
_ANSWERED = """return window.iaaAsked > arguments[0] && window.iaaAsked === window.iaaAnswers.length
    && !window.iaaAnswers[window.iaaAsked - 1].again"""
_FREE = """const page = Dispatcher.dispatchers[0];
return page.post("isReloadOkay", [], "all") !== false && !jQuery("#waiter").is(":visible")"""
_AGAIN = """Dispatcher.dispatchers[0].post("ajax", [{action: "getDocument", ...arguments[0]}, "renderData", arguments[0]])"""
_ASK = """const request = new XMLHttpRequest();
request.open("POST", arguments[0], false);
request.send(new URLSearchParams(arguments[1]));
return request.responseText"""
_SHOWN = "return jQuery(arguments[0]).is(':visible')"


def brat_with_people(brat_folder, directory):
    """A brat's folder with these users and the demo in its data directory."""
    folder = folder_with(brat_folder, directory, CONFIG)
    (folder / "work").mkdir()
    make_project(folder / "data")
    return folder


def make_project(data):
    """The demo with a label that only ben uses, and one that only carla does, where anna has her
    own arc; and a document that anna does not have.
    """
    shutil.copytree(PROJECT, data / "demo")
    for name, label in LABELS.items():
        ann = data / "demo" / name / f"{DOCUMENT}.ann"
        ann.write_text(
            re.sub(r"VOC( Arg1:T6 Arg2:T3\b)", label + r"\1", ann.read_text("utf-8")), "utf-8"
        )
        for ending in ("txt", "ann"):
            shutil.copy(
                data / "demo" / name / f"first_job.{ending}",
                data / "demo" / name / f"{WITHOUT_ANNA}.{ending}",
            )
    configure(data / "demo")


def configure(project, reveal="none", others="blinded", guests="none"):
    (project / "iaa.conf").write_text(
        f"[access]\nmanagers = lead\nreveal = {reveal}\nothers = {others}\nguests = {guests}\n",
        "utf-8",
    )


def settle_in(folder):
    """Give a brat's folder these users and the project."""
    (folder / "config.py").write_text(CONFIG, "utf-8")
    shutil.rmtree(folder / "data")
    make_project(folder / "data")


def put_back(project):
    """Make the project as it was."""
    shutil.rmtree(project)
    make_project(project.parent)


def command(name, directory, *arguments):
    """brat-agreement NAME as a server, which runs until close()."""
    return Server(["-m", "brat_iaa", name, *arguments], directory)


def served(folder, directory, *further):
    """`brat-agreement serve`; (server, address of brat). further: arguments"""
    where = "--port", "0", "--state-dir", directory / "state"
    server = command("serve", directory, folder, *where, *further)
    server.printed("Ctrl-C")
    return server, re.search(r"http://127\.0\.0\.1:\d+/", server.out + server.err).group()


def files(folder):
    """{path: bytes} of all annotations below a folder."""
    return {path: path.read_bytes() for path in sorted(Path(folder).rglob("*.ann"))}


class Person:
    """Somebody at a browser.

    browser  tests/browser.py
    url      brat's address, with a slash at the end
    """

    def __init__(self, browser, url):
        self.browser, self.url, self.execute = browser, url, browser.execute
        self.name, self.where = "", {}
        self._http = requests.Session()
        self._http.trust_env = False  # brat is here, not behind a proxy
        # A web server may close a connection that is kept open just when it is used again.
        self._http.headers["Connection"] = "close"

    def comes(self, name=""):
        """Start anew, logged in as name, "" for not at all."""
        self.browser.forget()
        self.browser.open(self.url + "static/style-vis.css")
        self.execute("localStorage.clear()")
        self.name = name
        if name:
            assert "exception" not in self.ask("login", user=name, password=PASSWORD)
        return self

    def ask(self, action, **values):
        """brat's answer to an action, asked from where the person is."""
        values = {"action": action, "protocol": "1", **values}
        return json.loads(self.execute(_ASK, self.url + "ajax.cgi", values))

    def reads(self, path):
        """(status, text, address in the end) of a page below brat's address."""
        answer = self._http.get(self.url + path, cookies=self.browser.cookies(), timeout=PATIENCE)
        return answer.status_code, answer.text, answer.url

    def opens(self, annotator, document=DOCUMENT, markers=True):
        """Open a document in brat, and wait until what we say of it is there."""
        self.where = {"collection": f"/demo/{annotator}/", "document": document}
        self.execute(
            "localStorage.setItem('brat-iaa.disagreements', arguments[0])",
            "on" if markers else "off",
        )
        self.browser.open("about:blank")
        self.browser.open(f"{self.url}index.xhtml#/demo/{annotator}/{document}")
        self.browser.find("#svg g.arcs text")
        wait_until(lambda: self.execute(_KNOWN), what="an answer about the document")
        self.execute(_WATCH)
        return self.free()

    def free(self):
        wait_until(lambda: self.execute(_FREE), what="brat at rest")
        return self

    def asked(self):
        """How often our script has asked since opens()."""
        return self.execute("return window.iaaAsked")

    def told(self, before):
        """Wait until our script has asked more often than that, and knows the answers."""
        wait_until(lambda: self.execute(_ANSWERED, before), what="answers to our questions")
        return self.free()

    def loads_again(self):
        """Have brat fetch and draw the open document again."""
        before = self.asked()
        self.execute(_AGAIN, self.where)
        return self.told(before)

    def presses_ok(self, drawn, form):
        """Open brat's dialog of something drawn and press OK, which saves it as it is."""
        before = self.asked()
        self.execute(
            (
                "document.querySelector(arguments[0]).dispatchEvent(new "
                "MouseEvent('dblclick', {bubbles: true}))"
            ),
            drawn,
        )
        self.submits(form)
        return self.told(before)

    def draws(self, origin, target, label):
        """Draw an arc with the mouse from a span to another, and choose its label in brat's
        dialog.
        """
        before = self.asked()
        span = "#svg rect[data-span-id=%s]"
        self.browser.drag(self.browser.find(span % origin), self.browser.find(span % target))
        wait_until(lambda: self.execute(_SHOWN, "#arc_form"), what="brat's dialog")
        self.browser.click(self.browser.find(f"#arc_form input[type=radio][value={label}]"))
        self.submits("arc_form")
        return self.told(before)

    def logs_in(self, name):
        """With brat's own button and dialog."""
        before = self.asked()
        self._presses("#auth_button")
        wait_until(lambda: self.execute(_SHOWN, "#auth_form"), what="brat's dialog")
        self.browser.send_keys(self.browser.find("#auth_user"), name)
        self.browser.send_keys(self.browser.find("#auth_pass"), PASSWORD)
        self.submits("auth_form")
        self.name = name
        return self.told(before)

    def logs_out(self):
        """With brat's own button."""
        before = self.asked()
        self._presses("#auth_button")
        self.name = ""
        return self.told(before)

    def _presses(self, css):
        self.execute("document.querySelector(arguments[0]).click()", css)

    def submits(self, form):
        """Press OK in a dialog once it is shown."""
        wait_until(lambda: self.execute(_SHOWN, "#" + form), what=form)
        self._presses(f"#{form}-ok")
        wait_until(lambda: not self.execute(_SHOWN, "#" + form), what="the end of " + form)

    def button(self):
        """{"text", "title", "page", "figure", "tooltip"} of what is in brat's menu."""
        return self.execute(_BUTTON)

    def marked(self):
        """Sorted ids of what is marked; wait_marked() where something must be."""
        return self.execute(_MARKED)

    def sees_marked(self, marker):
        wait_until(lambda: marker in self.marked(), what=f"a marker on {marker}")
        return self

    def popup(self, marker):
        """What brat shows for a marked arc or span, or for "sentence 3"."""
        self.execute("jQuery('#commentpopup').hide()")
        number = marker.partition("sentence ")[2]
        places = f"#svg [data-arc-ed='{marker}'], #svg [data-span-id='{marker}']"
        self.execute(_HOVER, f"#svg text[data-sent='{number}']" if number else places)
        return wait_until(lambda: self.execute(_POPUP), what="a popup")

    def page(self):
        """The whole page as it is now, pop-ups and all."""
        return self.execute("return document.documentElement.outerHTML")

    def errors(self):
        """What the pages complained of since the last look."""
        return [line["message"] for line in self.browser.log() if line["level"] == "SEVERE"]
