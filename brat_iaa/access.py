"""Who may see what: decided here, from settings and names alone, and asked by every page, export and brat action."""

from dataclasses import dataclass

NOTHING, SCORES, OWN, ALL = range(4)

_LEVELS = {"none": NOTHING, "scores": SCORES, "own": OWN, "all": ALL}


@dataclass(frozen=True)
class Permission:
    """What one viewer may see of one project.

    level     NOTHING < SCORES (figures of the whole project) < OWN (what the viewer and one other
              annotator disagree on) < ALL
    manager   whether the viewer manages the project; then messages may name files and people
    me        the viewer's directory, "" for those who are no annotator, or may not read it in brat
    readable  names of the annotators, gold and anchors whose directories brat lets the viewer read
    hidden    paths of documents below the project, without extension, that brat hides from the viewer
    blinded   whether others are named "annotator 1" instead of by their directory
    """

    level: int = NOTHING
    manager: bool = False
    me: str = ""
    readable: frozenset = frozenset()
    hidden: frozenset = frozenset()
    blinded: bool = True


def permission(settings, login, annotators, readable=None, hidden=frozenset(), managers=()):
    """The Permission of a brat login.

    settings    AccessSettings
    login       as brat knows it, capitals and all; "" if nobody is logged in
    annotators  names of the annotators' directories; gold and anchors are not among them, so a
                login of their name is an ordinary visitor's
    readable    names that brat's acl.conf lets the login read; None: all annotators
    hidden      see Permission
    managers    logins that manage every project, beside those of the settings
    """
    readable = frozenset(annotators if readable is None else readable)
    hidden = frozenset(hidden)
    me = _annotator(settings, login, annotators)
    mine = me if me in readable else ""
    if login and (login in settings.managers or login in managers):
        return Permission(ALL, True, mine, readable, hidden, False)
    level = _LEVELS[settings.guests]
    if me:
        level = max(level, _LEVELS[settings.reveal])
    if level == OWN and not mine:
        level = SCORES
    if not readable:
        level = NOTHING
    return Permission(level, False, mine, readable, hidden, level != ALL and settings.others != "named")


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
