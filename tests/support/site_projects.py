"""A brat data directory with projects in which everything of an annotator can be told by a string
of its own.
"""

from small_projects import put

WORDS = "one two three four five / six seven eight nine ten"
WORDS_OF_TWO = "lone together duo both twice / six seven eight nine ten"
PEOPLE = ("anna", "ben", "carla")
# What only this annotator's files hold.
LABELS = {"anna": "Qa1", "ben": "Qb2", "carla": "Qc3"}


def marks(name):
    """Arcs on which all agree, and two of this annotator alone."""
    own = LABELS[name]
    return (
        f"0>1:root 1>2:subj 1>3:{own} 1>4:mod 4>5:mod / 0>1:root 1>2:subj 1>3:obj 1>4:{own} 4>5:mod"
    )


def make_project(root, **access):
    """All differ in "shared"; "duet7" is anna's and ben's, "tandem" ben's and carla's, "solo6"
    carla's.
    """
    root.mkdir(parents=True)
    for name in PEOPLE:
        put(root, name, "shared", WORDS, marks(name))
    for document, names in (
        ("duet7", ("anna", "ben")),
        ("tandem", ("ben", "carla")),
        ("solo6", ("carla",)),
    ):
        for name in names:
            put(root, name, document, WORDS_OF_TWO if document == "tandem" else WORDS, marks(name))
    configure(root, **access)
    return root


def configure(root, reveal="none", others="blinded", guests="none", managers="lead"):
    (root / "iaa.conf").write_text(
        f"[access]\nmanagers = {managers}\nreveal = {reveal}\nothers = "
        f"{others}\nguests = {guests}\n"
        "",
        encoding="utf-8",
    )


def login_in_header(environ):
    """For create_site: who asks, as a test says in a header."""
    return environ.get("HTTP_X_LOGIN", "")


def as_login(login):
    """The headers for it."""
    return {"X-Login": login}
