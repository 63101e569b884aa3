"""Every route of the pages, with the addresses at which it is asked for a project of site_projects,
and what must not be in an answer.
"""

import re
import shutil
from urllib.parse import urlencode

from site_projects import LABELS, PEOPLE

from brat_iaa import studies
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

DOCUMENTS = ("shared", "duet7", "tandem", "solo6")
NAMES = ("ben", "carla")
EVERYTHING = (
    DOCUMENTS + tuple(LABELS.values()) + ("anna", "ben", "carla", "seven", "together", "R3", ".ann")
)
FORMATS = ("html", "json", "csv")


def take_snapshots(data, state_dir):
    """Two of each project, with a change between; taken once, as all projects hold the same."""
    *others, root = sorted(data.iterdir())
    store = project_database_path(root, state_dir, data)
    snapshots = Snapshots(root, Database(store))
    snapshots.take("1 apart", "by carla", "ben")
    for project in (*others, root):
        path = project / "ben" / "shared.ann"
        path.write_text(path.read_text().replace(LABELS["ben"], "subj", 1))
    snapshots.take("2 revised")
    for project in others:
        shutil.copyfile(store, project_database_path(project, state_dir, data))


def with_arguments(path, *alternatives):
    """The path with each of the alternatives, in each format."""
    for arguments in ({}, *alternatives):
        for form in FORMATS:
            yield path + "?" + urlencode(dict(arguments, format=form))


def of_overview(project):
    yield from with_arguments(
        f"/{project}/-/",
        {"show": "excluded", "measure": "LAA", "statistic": "gcm"},
        *({"with": f"annotator {number}", "show": "problems"} for number in (1, 2, 3)),
    )


def of_document(project):
    for name in DOCUMENTS + ("none-such",):
        path = f"/{project}/-/document/{name}"
        yield from (path, f"{path}?format=json")
    yield from with_arguments(
        f"/{project}/-/document/shared",
        {"only": "differing"},
        {"a": "anna"},
        {"page": 99},
        *({"with": f"annotator {number}", "a": f"annotator {number}"} for number in (1, 2)),
    )


def of_disagreements(project):
    yield from with_arguments(
        f"/{project}/-/disagreements",
        {"show": "patterns"},
        {"show": "labels"},
        {"a": "anna"},
        {"kind": "label"},
        {"page": 99},
        {"page": 1, "with": "annotator 1"},
        {"page": 1, "with": "annotator 2"},
        {"review": "any"},
        {"review": "undecided", "with": "annotator 1"},
    )


def of_whole(page):
    def asked(project):
        yield from with_arguments(
            f"/{project}/-/{page}", {"layer": "dependencies"}, {"layer": "none"}, {"label": "Qb2"}
        )

    return asked


def of_phases(project):
    yield from with_arguments(
        f"/{project}/-/phases", {"statistic": "alpha", "show": "all"}, {"taken": 1}
    )


def of_comparison(project):
    yield from with_arguments(
        f"/{project}/-/phases/compare",
        {"from": 1, "to": 2},
        {"from": 2, "to": 1, "show": "items"},
    )


def of_changes(project):
    yield from with_arguments(
        f"/{project}/-/disagreements/changes",
        {"from": 1, "to": 2},
        {"from": 1, "to": 9, "status": "resolved"},
        {"from": 1, "to": 2, "text": "e", "document": "o", "a": "a", "label": "Q"},
    )


def of_review(project):
    yield from with_arguments(
        f"/{project}/-/disagreements/mine",
        {"item": "none-such", "status": "left"},
        {"document": "tandem", "show": "documents"},
        {"layer": "dependencies", "kind": "label", "label_a": "Zz1", "label_b": "Zz2"},
        {"status": "resolved", "show": "patterns"},
        {"with": "annotator 1"},
    )


def of_progress(project):
    yield from with_arguments(f"/{project}/-/progress", {"documents_sort": "document"})


def of_discussion(project):
    yield from with_arguments(f"/{project}/-/discussion", {"group": "undecided"})


def of_adjudication(project):
    yield from with_arguments(
        f"/{project}/-/adjudicate",
        {"item": "none-such", "status": "left", "new": 1},
        {"document": "tandem", "pattern": "Qb2 / Qc3", "show": "patterns"},
    )


def of_study(name):
    def asked(project):
        for query in ("", "?format=json", "?format=csv"):
            yield f"/{project}/-/{name}{query}"

    return asked


def of_gold(project):
    yield from with_arguments(
        f"/{project}/-/disagreements/gold",
        {"annotator": "anna"},
        {"annotator": "ben", "label_a": "Qb2", "label_b": "Qc3"},
        {"text": "e"},
        {"document": "o", "label": "Q", "show": "patterns"},
    )


def of_snapshot(page):
    """A page of a snapshot that is there, of another, and of one that is not."""

    def asked(project):
        for number in (1, 2, 9):
            yield from with_arguments(
                f"/{project}/-/phases/{number}/{page}", {"show": "excluded"}, {"page": 99}
            )

    return asked


MANAGE = ("settings", "access", "phase",
          "undo", "preview", "snapshots/<path:former>")  # fmt: skip


def of_manage(rule):
    """The pages for managers, for a snapshot that is there and one that is not."""

    def asked(project):
        for number in (1, 9):
            path = f"/{project}/-/{rule}".replace("<path:former>", f"{number}.zip")
            yield from (path, f"{path}?as=ben&phase=", f"{path}?done=1&show=logins&format=json")

    return asked


def of_api(path):
    def asked(project):
        for person in PEOPLE + ("nobody", ""):
            for document in DOCUMENTS + ("",):
                collection = f"/{project}/{person}/" if person else f"/{project}/"
                yield f"{path}?" + urlencode({"collection": collection, "document": document})
        yield path

    return asked


# A route that is not here fails the test below.
ROUTES = {
    "/<project:project>/": lambda project: [f"/{project}/"],
    "/<project:project>/-/": of_overview,
    "/<project:project>/-/<any(overview, documents, labels, compare, index):name>": (
        lambda project: [f"/{project}/-/{name}" for name in ("overview", "documents", "compare")]
    ),
    "/<project:project>/-/document/<document:name>": of_document,
    "/<project:project>/-/disagreements": of_disagreements,
    "/<project:project>/-/phases": of_phases,
    "/<project:project>/-/phases/compare": of_comparison,
    "/<project:project>/-/phases/<int:snapshot>/": of_snapshot(""),
    "/<project:project>/-/phases/<int:snapshot>/document/<document:name>": of_snapshot(
        "document/tandem"
    ),
    "/<project:project>/-/phases/<int:snapshot>/disagreements": of_snapshot("disagreements"),
    "/<project:project>/-/paper": of_whole("paper"),
    "/<project:project>/-/phases/<int:snapshot>/paper": of_snapshot("paper"),
    "/<project:project>/-/studies/": of_study("studies/"),
    "/<project:project>/-/studies/<name>": lambda project: [
        f"/{project}/-/studies/{name}" for name in (*studies.NAMES, "none")
    ],
    f"/<project:project>/-/<any({', '.join(studies.FORMER)}):former>": lambda project: [
        f"/{project}/-/{name}" for name in studies.FORMER
    ],
    "/<project:project>/-/progress": of_progress,
    "/<project:project>/-/disagreements/mine": of_review,
    "/<project:project>/-/disagreements/mine/done": lambda project: [
        f"/{project}/-/disagreements/mine/done"
    ],
    "/<project:project>/-/discussion": of_discussion,
    **{
        f"/<project:project>/-/{rule}": of_manage(rule)
        for rule in ("manage", *(f"manage/{page}" for page in MANAGE))
    },
    "/<project:project>/-/adjudicate": of_adjudication,
    "/<project:project>/-/adjudicate/draft": lambda project: [f"/{project}/-/adjudicate/draft"],
    "/<project:project>/-/adjudicate/drafts": lambda project: [f"/{project}/-/adjudicate/drafts"],
    "/<project:project>/-/adjudicate/gold": lambda project: [f"/{project}/-/adjudicate/gold"],
    "/<project:project>/-/disagreements/gold": of_gold,
    "/<project:project>/-/disagreements/changes": of_changes,
    "/<project:project>/-/<any(gold, review):former>": lambda project: [
        f"/{project}/-/gold?label=Qb2", f"/{project}/-/review?status=left",
    ],
    "/": of_api("/"),
    "/api/agreement": of_api("/api/agreement"),
    "/api/disagreements": of_api("/api/disagreements"),
    "/healthz": lambda project: ["/healthz"],
    "/-/login": lambda project: [f"/-/login?next=/{project}/-/", "/-/login"],
    "/-/logout": lambda project: ["/-/logout"],
    "/-/guide/": lambda project: ["/-/guide/"],
    # Other topics have an anna and a ben of their own; tests/web/test_guide.py: they are the same
    # whatever the project.
    "/-/guide/<name>": lambda project: [f"/-/guide/{name}" for name in ("lead", project, "no")],
    "/static/<path:filename>": lambda project: ["/static/pages.css", "/static/none.css"],
}  # fmt: skip


def visible(response, address):
    """What the answer says, without what was asked for: that may be said again."""
    body = response.get_data().decode("utf-8", "replace")  # a snapshot is packed
    text = without_tokens(body) + response.headers.get("Location", "")
    arguments = address.partition("?")[2]
    echoes = [address, arguments, arguments.replace("&", "&amp;"), *address_parts(address)]
    for echo in sorted(filter(None, echoes), key=len, reverse=True):
        if len(echo) > 3:
            text = text.replace(echo, "")
    return text


def without_tokens(page):
    """A page without the tokens of its forms: any letters, and the second in which they were made."""
    return re.sub(r'name="token" value="[^"]*"', "", page)


def address_parts(address):
    path, _, arguments = address.partition("?")
    parts = [path.rpartition("/")[2]]
    for argument in arguments.split("&"):
        name, _, value = argument.partition("=")
        if name in ("collection", "document"):
            parts += [value, value.replace("%2F", "/"), value.replace("%2F", "/").strip("/")]
    return parts
