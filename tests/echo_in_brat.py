"""Start brat with a small WSGI application at /iaa: python echo_in_brat.py TREE DATA WORK.

Needs the standard library and server_hooks only. Prints the address.
"""

import json
import os
import sys
import threading
import time

from server_hooks import launcher

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
)
counted = waiting = 0
meeting = threading.Barrier(2, timeout=20)


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
    answer.update(counted=counted, waiting=waiting, body=body.decode("utf-8"), process=os.getpid())
    headers = [("Content-Type", "application/json"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]
    start_response("418 I'm a teapot" if path == "/teapot" else "200 OK", headers)
    return [json.dumps(answer).encode("utf-8")]


if __name__ == "__main__":
    tree, data_dir, work_dir = sys.argv[1:]
    launcher.run(
        tree,
        data_dir,
        work_dir,
        port=0,
        users={"ann1": "pw"},
        mounts={"/iaa": app},
        ready=lambda host, port: print("http://%s:%d ready" % (host, port), flush=True),
    )
    print("ended")
