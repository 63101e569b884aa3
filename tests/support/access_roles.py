"""Roles: somebody in a project with some settings, what that one may see and what not."""

from typing import NamedTuple

from routes_asked import EVERYTHING, NAMES, take_snapshots
from site_projects import login_in_header, make_project

from brat_iaa.web.site import create_site


class Role(NamedTuple):
    """Somebody, in a project with some settings, and what must be in no answer.

    partners  {shown: what must not be on the pages beside this one}
    """

    login: str
    project: str
    level: str
    forbidden: tuple
    partners: dict = {}


CLOSED = EVERYTHING
OF_OTHERS = ("tandem", "solo6", "together")
ROLES = {
    "not logged in": Role("", "none", "nothing", CLOSED),
    "not logged in, all open to annotators": Role("", "all", "nothing", CLOSED),
    "not logged in, guests see all": Role("", "guest-all", "all", ()),
    "somebody else": Role("zoe", "all", "nothing", CLOSED),
    "annotator, none": Role("anna", "none", "nothing", [text for text in CLOSED if text != "anna"]),
    "annotator, own, blinded": Role("anna", "own", "own", OF_OTHERS + NAMES),
    "annotator, own, named": Role("anna", "named", "own", OF_OTHERS, {"ben": ("Qc3",), "carla": ("Qb2", "duet7")}),
    "annotator, own, hidden": Role("anna", "hidden", "nothing", [text for text in CLOSED if text != "anna"]),
    "annotator, all": Role("anna", "all", "all", ()),
    "annotator, all, but brat hides ben": Role("anna", "acl-annotator", "all", ("ben", "Qb2")),
    "manager": Role("lead", "none", "all", ()),
    "manager, but brat hides carla": Role("lead", "acl-manager", "all", ("Qc3", "solo6")),
}  # fmt: skip


# Where others are hidden: what an annotator may read on the page of the own disagreements, of the
# own documents.
HIDING = ("hidden",)
OWN_PLACES = ("shared", "duet7", "seven")


def site_of_roles(folder):
    """A client of the pages of the projects of all ROLES."""
    data = folder / "data"
    for name, access in {
        "none": {},
        "own": {"reveal": "own"},
        "named": {"reveal": "own", "others": "named"},
        "hidden": {"reveal": "own", "others": "hidden"},
        "all": {"reveal": "all"},
        "guest-all": {"guests": "all"},
        "acl-annotator": {"reveal": "all"},
        "acl-manager": {},
    }.items():
        make_project(data / name, **access)
    (data / "acl-annotator" / "acl.conf").write_text(
        "User-agent: anna\nDisallow: /acl-annotator/ben/\n"
    )
    (data / "acl-manager" / "acl.conf").write_text(
        "User-agent: lead\nDisallow: /acl-manager/carla/\n"
    )
    site = create_site(data, "/brat/", login_in_header, state_dir=folder / "state")
    take_snapshots(data, folder / "state")
    client = site.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"  # programs on the server's computer see more
    return client
