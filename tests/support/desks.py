"""Desks at which a draft that is just made is decided on, and what is in its files."""

from functools import partial

from brat_iaa.server_hooks.guard import files
from real_brat import RealBrat
from small_projects import agreement

from brat_iaa.adjudication.decisions import TAKEN
from brat_iaa.adjudication.desk import Desk
from brat_iaa.adjudication.drafting import draft
from brat_iaa.config import DependencySettings
from brat_iaa.store.database import Database


def begin(root, rule="unanimous", **options):
    """(Desk, Agreement) of a draft that is just made."""
    draft(root, root / "gold", rule, **options)
    lock = partial(files.locked, root.parent / "locks")
    database = Database(root.parent / "state.sqlite3")
    return Desk(root, "gold", DependencySettings(), database, lock), agreement(root)


def by_key(desk, found):
    """{key: Case} of all that there is to decide."""
    return {case.key: case for case in desk.work(found).cases}


def contents(root, names=("gold",)):
    """{path: bytes} of the files of some directories of a project."""
    return {path: path.read_bytes() for name in names for path in sorted((root / name).iterdir())}


def bens_gold_in_brat(root, brat_folder):
    """(contents() of a gold with ben's values everywhere, what a real brat answers when it opens
    the document a of ben and of the gold). root: the only collection of its data directory
    """
    desk, found = begin(root)
    while left := [case for case in desk.work(found).cases if case.left]:
        desk.decide(found, left[0].key, left[0].seen, TAKEN, "ben", "lead")
    before, data = contents(root), root.parent
    brat = RealBrat(brat_folder, data, data.parent / "brat", ["lead"], guard=False)
    try:
        mine, gold = (
            brat.user("lead")("getDocument", collection=f"/{root.name}/{name}/", document="a")
            for name in ("ben", "gold")
        )
    finally:
        brat.close()
    return before, mine, gold
