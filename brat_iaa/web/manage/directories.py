"""The directories of a project on the page Manage: annotators, gold, and their logins."""

from typing import NamedTuple

from brat_iaa import config
from brat_iaa.corpus.found import gold_among
from brat_iaa.web.manage import form
from brat_iaa.web.manage.managing import Invalid


class Person(NamedTuple):
    """A directory with annotation. documents: number of them, None where brat closes them to the
    manager; role: annotator, gold, other (of anchoring) or out; login: "" if it is the name
    """

    name: str
    documents: object
    role: str
    login: str


def listed(seen):
    """List of Person, as a manager may know of them. seen: Seen"""
    now, drafts = seen.config(), seen.drafts()
    logins = {name: given for given, name in now.access.logins}
    found = []
    for name, documents in seen.directories(seen.login).items():
        if name == now.gold:
            role = "gold"
        elif name in now.no_annotators or name in drafts:
            role = "other"
        else:
            role = "annotator" if now.annotators is None or name in now.annotators else "out"
        found.append(Person(name, documents, role, logins.get(name, "")))
    return found


def changes(now, before, after):
    """List of Wanted that turn a list of Person into another of the same names.

    now  Config
    Raises Invalid.
    """
    asked = []
    golds = [person.name for person in after if person.role == "gold"]
    if len(golds) > 1:
        raise Invalid({"project|gold": "Only one directory is the gold. Choose one."})
    # A gold that was found by its name is written down with the first change.
    given = "" if now.found.gold else now.gold or ""
    if "".join(golds) != given:
        asked.append(form.Wanted("project", "gold", given, "".join(golds)))
    ours = [person for person in after if person.role in ("annotator", "out")]
    named = [person.name for person in ours if person.role == "annotator"]
    if named != [person.name for person in before if person.role == "annotator"]:
        # Without a list whoever joins later is an annotator, too.
        everybody = len(named) == len(ours) and not gold_among(named)
        value = "" if everybody else config.as_text(tuple(named))
        given = "" if now.found.annotators else config.as_text(now.annotators)
        asked.append(form.Wanted("project", "annotators", given, value))
    shown = {person.name for person in after}
    pairs = [pair for pair in now.access.logins if pair[1] not in shown]
    pairs += [
        (person.login, person.name) for person in after if person.login not in ("", person.name)
    ]
    if sorted(pairs) != sorted(now.access.logins):
        written = ", ".join(f"{given}: {name}" for given, name in pairs)
        asked.append(form.Wanted("access", "logins", config.as_text(now.access.logins), written))
    for person in after:
        if "," in person.name + person.login or ":" in person.name:
            if any(person.name in given.value for given in asked):
                why = f"“{person.name}”: a comma or colon in it cannot be written."
                raise Invalid({"": why})
    return asked
