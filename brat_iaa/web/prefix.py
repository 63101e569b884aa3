"""An application behind a path of a web server, whether the server in front takes the path away or
leaves it on.
"""

from urllib.parse import urlsplit


def below(application, pages_url):
    """The WSGI application with links that begin with the path of pages_url.

    pages_url  address of the application as browsers see it, e.g. "https://example.org/brat/iaa/"
    """
    prefix = urlsplit(pages_url).path.rstrip("/")
    if not prefix:
        return application

    def prefixed(environ, start_response):
        # mod_wsgi has taken it off by itself.
        if not environ.get("SCRIPT_NAME"):
            path = environ.get("PATH_INFO", "")
            if path == prefix or path.startswith(prefix + "/"):
                environ["PATH_INFO"] = path[len(prefix) :]
            environ["SCRIPT_NAME"] = prefix
        return application(environ, start_response)

    return prefixed
