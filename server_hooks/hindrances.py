"""What keeps an installed brat-iaa from working, in sentences."""

import os
import pwd

from server_hooks.examine import fastcgi, hindrance


def hindrances(found, site, wanted):
    """Sentences, none when all is well. wanted are the paths that brat's process must be able to
    read.
    """
    said = []
    if found.python is None:
        said.append(
            "This computer has no Python of the name in the first line of ajax.cgi, so "
            "it was not tried; "
            "brat's Python must be 3.8 or newer."
        )
    if not found.logins:
        said.append("Nobody logs in to this brat (USER_PASSWORD = False), so everybody is a guest.")
    if not found.finds_rules:
        said.append(
            "brat by itself does not find acl.conf and annotation.conf in %s: it looks "
            "for them only where the path begins "
            "with BASE_DIR of config.py, as it is spelled there. %s Write DATA_DIR as "
            "BASE_DIR and the rest, if you can."
            % (
                found.data_dir,
                "acl.conf holds all the same, because the guard finds it."
                if site["guard"]
                else (
                    "So acl.conf holds for the agreement pages only; install without "
                    "--no-guard to have it hold in brat."
                ),
            )
        )
    rules = fastcgi(found.brat_dir)
    if rules:
        said.append(
            "%s sends requests to ajax.fcgi. Under FastCGI brat mixes up who is logged "
            "in, so nobody is shown "
            "any agreement there: run brat as CGI." % rules
        )
    for path in wanted:
        if not os.path.exists(path):
            said.append(
                "%s is gone, so brat runs without brat-iaa: install again, or uninstall." % path
            )
            continue
        part = hindrance(path, found.runs_as)
        if part is not None:
            said.append(
                "The user who runs brat (%s) cannot read %s, because of the permissions of %s."
                % (user_name(found.runs_as[0]), path, part)
            )
    return said


def user_name(uid):
    """The name of a user, or the number where there is none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
