"""A gold that adjudicators decide on while annotators and brat save, and while it is set as gold and
taken back: no edit by hand is lost, and none is there that nobody made.
"""

import os
import random
import re
import tempfile
import threading
import time
from functools import partial
from pathlib import Path

from adjudication_pages import MARKS, WORDS, Lead
from brat_iaa.server_hooks import saving
from row import Row
from site_projects import login_in_header
from small_projects import put

from brat_iaa.web.site import create_site

# What annotators change, and between what: the arc of the first word, now disputed, now not.
_CHANGING = {
    label: MARKS["ben"].replace("0>1:SUBJ", f"0>1:{label}", 1) for label in ("SUBJ", "OBL")
}
# What is decided on: two places of the first sentence. What is edited by hand: an arc of the other.
_DECIDED = ("b", "c")
_HAND = re.compile(r"\thand(\d+) ")


def races(seconds, seed):
    """Row of all of them at once, for so many seconds."""
    row = Row("gold: two adjudicators, annotators and brat at once", lost=0, stopped=0)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gold-") as folder:
        _Races(Path(folder), row, seed).run(seconds)
    row.seconds = time.monotonic() - begun
    return row


class _Races:
    def __init__(self, folder, row, seed):
        self._row, self._seed, self._counted = row, seed, threading.Lock()
        self._root, self._locks = folder / "data" / "p", folder / "locks"
        for name, marks in MARKS.items():
            put(self._root, name, "doc", WORDS, marks)
        (self._root / "iaa.conf").write_text(
            "[layer dependencies]\n[access]\nmanagers = lead, other\n"
        )
        self._path = self._root / "gold" / "doc"
        lock = partial(saving.locked, self._locks)
        site = create_site(
            folder / "data", "/", login_in_header, state_dir=folder / "state", lock=lock
        )
        self._lead = Lead(folder / "data", site=site)
        assert self._lead.make().status_code == 303

    def run(self, seconds):
        """All of it."""
        self._until = time.monotonic() + seconds
        work = (
            self._annotates, self._edits, self._sets_gold,
            partial(self._decides, "lead"), partial(self._decides, "other"),
        )  # fmt: skip
        threads = [threading.Thread(target=self._again, args=(one,)) for one in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._lead.get("adjudicate")
        self._require(self._text(), "at the end")

    def _again(self, work):
        chance, number = random.Random(f"{self._seed}-{work}"), 0
        while time.monotonic() < self._until:
            number += 1
            try:
                counts = work(chance, number)
            except Exception as error:  # of any kind: each counts
                with self._counted:
                    self._row.stopped += 1
                    self._row.said.append(repr(error)[:500])
                counts = True
                time.sleep(0.1)
            with self._counted:
                self._row.cases += bool(counts)

    def _annotates(self, chance, number):
        path = self._root / "ben" / "doc"
        with saving.locked(self._locks, str(path)):
            put(self._root, "ben", "doc", WORDS, chance.choice([*_CHANGING.values()]))
        time.sleep(0.02)
        return True

    # By hand in brat: the label of one arc

    _hand = 0

    def _text(self):
        return self._path.with_suffix(".ann").read_text("utf-8")

    def _edits(self, chance, number):
        with saving.locked(self._locks, str(self._path)):
            text = self._text()
            self._require(text, f"before edit {number}")
            word = re.search(r"(T\d+)\tW \d+ \d+\te\n", text).group(1)
            arc = rf"(R\d+)\t\w+ (Arg1:T\d+ Arg2:{word}\b)"
            edited, found = re.subn(arc, rf"\1\thand{number} \2", text, count=1)
            assert found, "the arc that is edited by hand is gone"
            aside = self._root.parent / "aside"
            aside.write_text(edited, "utf-8")
            os.replace(aside, self._path.with_suffix(".ann"))
            self._hand = number
        time.sleep(chance.uniform(0.01, 0.1))
        return True

    def _require(self, text, when):
        expected = [str(self._hand)] if self._hand else []
        found = _HAND.findall(re.sub(r"(?m)^#.*\n", "", text))
        if found != expected:
            with self._counted:
                self._row.lost += 1
                self._row.said.append(f"{when}: by hand there is {found}, expected {expected}")

    # On the pages

    def _decides(self, login, chance, number):
        viewer = self._lead.as_login(login)
        decision = chance.choice(("taken:anna", "taken:ben", "taken:carla", ""))
        more = chance.choice(({}, {"one": "yes"}))  # all that hangs together in one go, or not
        try:
            key = next(
                one["key"]
                for one in viewer.twin()["places"]
                if one["token"] == chance.choice(_DECIDED)
            )
            seen = viewer.seen(key)
        except StopIteration:
            return False
        answer = viewer.post(item=key, seen=seen, decision=decision, comment="", **more)
        assert answer.status_code in (303, 400, 409), answer.text
        return answer.status_code == 303

    def _sets_gold(self, chance, number):
        form = {"sure": "yes"} if number % 2 else {"do": "undo"}
        answer = self._lead.post("adjudicate/gold", name="gold", **form)
        assert answer.status_code in (303, 400), answer.text
        time.sleep(0.2)
        return answer.status_code == 303
