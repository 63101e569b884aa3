"""What is wrong with an installation, or with the web server around it."""

import json
import os
import pwd
import shlex
import ssl
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import ProxyHandler, build_opener

from .examine import fastcgi, hindrance
from .findings import FINE, NOTE, PROBLEM, WARNING, Finding
from .site import start_command

# Seconds that one answer may take; the first that takes longer ends the looking.
_TIMEOUT = 2
# Bytes of an answer that are read.
_READ = 4096
# brat's path in the web server's settings.
_PASSED_ON = {
    "apache": "# needs the modules proxy, proxy_http and headers. On Debian:\n"
    "# a2enmod proxy proxy_http headers\n"
    "Listen %(direct)s\n"
    "<VirtualHost %(direct)s>\n"
    "    Alias %(path)s %(dir)s/\n"
    "    <Location %(path)s>\n        ProxyPass !\n    </Location>\n"
    "    # and what the settings say of %(dir)s so far\n"
    "</VirtualHost>\n"
    "# for browsers, instead of the Alias of brat:\n"
    "ProxyPass %(path)s %(service)s%(path)s\n"
    "ProxyPreserveHost On\n"
    "RequestHeader set X-Forwarded-Proto expr=%%{REQUEST_SCHEME}",
    "lighttpd": 'server.modules += ("mod_alias", "mod_proxy")  # those that are not there so far\n'
    '$SERVER["socket"] == "%(direct)s" {\n'
    '    alias.url = ("%(path)s" => "%(dir)s/")  # and what the settings say of brat so far\n'
    "}\n"
    '$SERVER["socket"] != "%(direct)s" {\n'
    '    $HTTP["url"] =~ "^%(path)s" {\n'
    '        proxy.server = ("" => (("host" => "%(host)s", "port" => %(port)d)))\n    }\n}',
    "nginx": "# brat itself stays with the server that runs its CGI, at %(direct)s only\n"
    "location %(path)s {\n    proxy_pass %(service)s;\n    proxy_set_header Host $http_host;\n"
    "    client_max_body_size 64m;  # of its own accord it takes 1 MB\n"
    "    proxy_set_header X-Forwarded-For $remote_addr;\n"
    "    proxy_set_header X-Forwarded-Proto $scheme;\n}",
}


def passed_on(site, server=""):
    """Return lines for the settings of a web server, by its name: Apache's for an unknown one."""
    lines = _PASSED_ON[next((name for name in _PASSED_ON if name in server.lower()), "apache")]
    parts, direct = urlsplit(site["service"]), urlsplit(site["direct"])
    named = {
        "path": quote(urlsplit(site["brat_url"]).path.rstrip("/") + "/"),
        "dir": site["brat_dir"],
        "direct": direct.netloc,
        "service": site["service"].rstrip("/"),
        "host": parts.hostname,
        "port": parts.port or 80,
    }
    return lines % named


def hindrances(brat, site, wanted):
    """Yield a Finding for all that keeps an installation from working.

    brat    examine.BratFolder
    site    the settings
    wanted  the paths that brat's process must be able to read
    """
    if brat.python is None:
        yield Finding(
            NOTE,
            "brat",
            "This computer has no Python of the name in the first line of ajax.cgi, so it was not "
            "tried; brat's Python must be 3.8 or newer.",
        )
    if not brat.logins:
        text = "Nobody logs in to this brat (USER_PASSWORD = False), so everybody is a guest."
        yield Finding(NOTE, "brat", text)
    fcgi = fastcgi(brat.brat_dir)
    if fcgi:
        yield Finding(
            WARNING,
            "brat",
            f"{fcgi} sends requests to ajax.fcgi. Under FastCGI brat mixes up who is logged in "
            "when several people work at once: run brat as CGI.",
        )
    for path in wanted:
        lost = gone(path, brat.brat_dir)
        if lost is not None:
            yield lost
            continue
        part = hindrance(path, brat.runs_as)
        if part is not None:
            who = user_name(brat.runs_as[0])
            text = (
                f"The user who runs brat ({who}) cannot read {path}, because of the permissions of"
            )
            quoted = shlex.quote(part)
            # What the pages keep is there.
            private = part in (wanted[-1], os.path.dirname(wanted[-1]))
            do = f"sudo chown {who} {quoted}" if private else f"sudo chmod o+rX {quoted}"
            yield Finding(PROBLEM, "brat", f"{text} {part}. brat runs without brat-agreement.", do)


def gone(path, brat_dir):
    """Return a Finding if a file is not there that brat loads, else None."""
    if os.path.exists(path):
        return None
    text = f"{path} is gone, so brat runs without brat-agreement."
    return Finding(PROBLEM, "brat", text, f"brat-agreement install {brat_dir}")


def user_name(uid):
    """Return the name of a user, or the number where there is none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def how_asked(brat, site, site_path):
    """Return a Finding on whether the pages answer, and how they know who is logged in."""
    who = user_name(brat.runs_as[0])
    do = f"sudo -u {shlex.quote(who)} {start_command(site, site_path)}"
    health = _health(site["service"].rstrip("/") + site.get("pages", ""))
    if health is None:
        return Finding(
            PROBLEM,
            "Pages",
            f"The pages do not answer at {site['service']}. Start them as the user who runs brat "
            f"({who}): then they read brat's sessions, and know at once who is logged in.",
            do,
        )
    if health.get("unwell"):
        text = f"The pages run, but something of them does not work: {', '.join(health['unwell'])}."
        do = "See the log of the service; brat-agreement guide trust#whether-the-server-is-well"
        return Finding(PROBLEM, "Pages", text, do)
    if health.get("logins") == "asked":
        return Finding(
            WARNING,
            "brat",
            "The pages run, but as a user who may not read brat's sessions in "
            f"{os.path.join(brat.work_dir, 'sessions')}. So they ask brat itself who is logged in, "
            f"and may notice a login up to a minute late. Run them as {who} to avoid that.",
            do,
        )
    text = "The pages run, and read brat's sessions: they know at once who is logged in."
    return Finding(FINE, "brat", text)


def seen_by_browsers(site):
    """Yield a Finding on whether browsers reach brat through what stands in front of it, and that
    reaches brat.
    """
    if "direct" not in site:
        text = (
            "This is an installation of an earlier version, which did not stand in front of brat."
        )
        yield Finding(PROBLEM, "brat", text, f"brat-agreement install {site['brat_dir']}")
        return
    try:
        _, headers = _fetched(site["direct"] + "index.xhtml")
        if "brat-agreement" in headers.get("Via", ""):
            raise ValueError("the web server passes that on, too")
    except (OSError, ValueError) as error:
        text = f"brat itself does not answer at {site['direct']}: {_why(error)}."
        do = f"Have the web server answer for brat there:\n{passed_on(site)}"
        yield Finding(PROBLEM, "Web server", text, do)
    address = site["brat_url"]
    if not address.startswith(("http://", "https://")):
        text = f"Whether browsers find brat at {address} cannot be asked without a host."
        do = f"brat-agreement install {shlex.quote(site['brat_dir'])} --brat-url https://HOST/brat/"
        yield Finding(NOTE, "Browsers", text, do)
        return
    try:
        page, headers = _fetched(address + "index.xhtml")
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", error)
        if isinstance(why, ssl.SSLCertVerificationError):
            text = f"The certificate at {address} is not trusted here: {why.verify_message}."
            do = "Browsers say the same, unless they know who signed it: have it signed for them"
        else:
            text = f"Nobody answers at {address}: {_why(error)}."
            do = f"Start the web server, or see why from here: curl -v {shlex.quote(address)}"
        yield Finding(PROBLEM, "Browsers", text, do)
        return
    if "brat-agreement" in headers.get("Via", ""):
        text = f"Browsers reach brat at {address}, through what stands in front of it."
        yield Finding(FINE, "Browsers", text)
        return
    if page is None:
        text = (
            f"Browsers do not find brat at {address}: the web server answers there itself, with an "
            "error or asking for a password. Its settings need a proxy rule:"
        )
    else:
        text = (
            f"Browsers reach brat at {address} past what stands in front of it: there brat hands "
            "out what acl.conf closes, the web server perhaps passwords and logins, and the pages "
            "are not found. The web server's settings need a proxy rule:"
        )
    yield Finding(PROBLEM, "Browsers", text, passed_on(site, headers.get("Server", "")))


def _why(error):
    why = getattr(error, "reason", error)
    return getattr(why, "strerror", None) or why


def _health(address):
    """Return what the pages at an address say of themselves, a dict; None if nobody does."""
    try:
        content, _ = _fetched(address.rstrip("/") + "/healthz", refused=True)
        health = json.loads(content.decode("utf-8")) if content else None
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) and "version" in health else None


def _fetched(address, refused=False):
    """Return (first bytes there or None, headers). May raise OSError, ValueError.

    refused  whether the bytes of an answer count whose status says that something is wrong
    """
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=_TIMEOUT) as answer:
            return answer.read(_READ), answer.headers
    except HTTPError as error:
        content = error.read(_READ) if refused else None
        return content, error.headers
    except HTTPException as error:
        raise ValueError(str(error)) from None
