"""Who may see what: decided here, from settings and names alone, and asked by every page, export
and brat action.
"""

from dataclasses import dataclass, field, replace
from typing import Optional

from brat_iaa.errors import BratIaaError

NOTHING, OWN, ALL = range(3)

_LEVELS = {"none": NOTHING, "own": OWN, "all": ALL}


class NotAllowed(BratIaaError):
    """Asked for more than the viewer may see; the text names no file and nobody."""


def require(allowed):
    """Raise NotAllowed unless somebody is allowed something."""
    if not allowed:
        raise NotAllowed(
            "You may not see this. The project manager decides what annotators see, and when."
        )


@dataclass(frozen=True)
class Permission:
    """What one viewer may see of one project.

    level     NOTHING < OWN (what the viewer and one other annotator disagree on) < ALL
    manager   whether the viewer manages the project; then messages may name files and people
    me        the viewer's directory, "" for those who are no annotator, or may not read it in brat
    readable  names of the annotators, gold and anchors whose directories brat lets the viewer read
    hidden    paths of documents below the project, without extension, that brat hides from the
              viewer
    limited   whether there is anything in the project that brat hides from the viewer
    others    what others are called: "named" by their directory, "blinded" as "annotator 1", or
              "hidden": the viewer may know at which places somebody differs, and nothing more
    review    whether the viewer may see the own disagreements, as far as others and level allow,
              and say what to think of each
    phase     name of the current phase, "" if there is none
    gold      name of the gold, if the viewer may see where it differs from the viewer's own work;
              "" if not
    listed    access.files.ListedFiles by which this was decided: nothing is listed twice for it
    """

    level: int = NOTHING
    manager: bool = False
    me: str = ""
    readable: frozenset = frozenset()
    hidden: frozenset = frozenset()
    limited: bool = False
    others: str = "blinded"
    review: bool = False
    phase: str = ""
    gold: str = ""
    listed: Optional[object] = field(default=None, compare=False)

    @property
    def blinded(self):
        """Whether nobody else may be named."""
        return self.others != "named"


def sees_phases(permission):
    """Whether a viewer may look into snapshots: they hold what everybody did, so nothing may be
    hidden from the viewer.

    Visitors who may see everything as it is now do not see who changed what.
    """
    takes_part = permission.manager or permission.me
    return bool(permission.level == ALL and takes_part and not permission.limited)


def sees_whole(permission):
    """Whether a viewer may see all figures of the whole project, to report and to plan by them.

    Of what brat hides from somebody there are none: figures of a part are not the project's. A
    manager sees that something is left out.
    """
    return permission.manager or (permission.level == ALL and not permission.limited)


def discusses(permission):
    """Whether a viewer reads what others say of disagreements: decisions and comments."""
    return permission.manager or sees_phases(permission)


def sees_gold(permission):
    """Whether a viewer may see where the gold differs from the own work, or anybody's."""
    return bool(permission.gold) and (permission.manager or bool(permission.me))


def adjudicates(permission):
    """Whether a viewer makes the gold: who does that sees what everybody did."""
    return permission.manager and not permission.limited


def permission(
    settings,
    login,
    annotators,
    references=(),
    readable=None,
    hidden=frozenset(),
    managers=(),
    phase="",
    gold=None,
):
    """The Permission of a brat login.

    settings    AccessSettings
    login       as brat knows it, capitals and all; "" if nobody is logged in
    annotators  names of the annotators' directories
    references  names of gold and anchors: nobody's, so a login of such a name is an ordinary
                visitor's
    readable    names that brat's acl.conf lets the login read; None: all
    hidden      see Permission
    managers    logins that manage every project, beside those of the settings
    phase       name of the current phase
    gold        name of the gold, None without one. Annotators see it beside their own work from
                level OWN on, if brat lets them read it

    With others = hidden an annotator who would be at level OWN is at NOTHING: what is open at OWN
    tells of values and people, and whoever asks for a level only must find it closed.
    """
    everybody = frozenset(annotators) | frozenset(references)
    readable = everybody if readable is None else frozenset(readable)
    hidden = frozenset(hidden)
    limited = bool(hidden) or not readable >= everybody
    me = _annotator(settings, login, frozenset(annotators) - frozenset(references))
    mine = me if me in readable else ""
    gold = gold if gold in readable else ""
    if login and (login in settings.managers or login in managers):
        review = bool(mine) and settings.review == "yes"
        return Permission(ALL, True, mine, readable, hidden, limited, "named", review, phase, gold)
    level = _LEVELS[settings.guests]
    if me:
        level = max(level, _LEVELS[settings.reveal])
    if not readable or (level == OWN and not mine):
        level = NOTHING
    review = level >= OWN and bool(mine) and settings.review == "yes"
    others = "named" if level == ALL else settings.others
    if level == OWN and others == "hidden":
        level = NOTHING
    if level < OWN or not mine:
        gold = ""
    return Permission(level, False, mine, readable, hidden, limited, others, review, phase, gold)


def within(limits, permission):
    """A Permission without what another one, of a manager who looks at it, does not show."""
    if not limits.limited:
        return permission
    return replace(
        permission,
        me=permission.me if permission.me in limits.readable else "",
        readable=permission.readable & limits.readable,
        hidden=permission.hidden | limits.hidden,
        limited=True,
        gold=permission.gold if permission.gold in limits.readable else "",
    )


def opens_gold(settings):
    """Whether annotators see the gold beside their own work, where brat lets them read it."""
    settings = settings._replace(logins=(), managers=())
    return bool(permission(settings, "a", ("a",), ("gold",), gold="gold").gold)


def _annotator(settings, login, annotators):
    """The directory of a login, "" if it has none.

    A directory that the settings give to one login is no longer that of the login with its name.
    """
    named = dict(settings.logins)
    if login in named:
        directory = named[login]
    else:
        directory = "" if login in named.values() else login
    return directory if directory in annotators else ""
