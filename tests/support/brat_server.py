"""Start brat on a data directory: python brat_server.py TREE DATA WORK.

Needs the standard library and server_hooks only. Prints the address.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

SECRET = "a secret of the tests"
USERS = {"anna": "pw", "ben": "pw"}
_START = "from server_hooks import launcher; launcher.main()"

if __name__ == "__main__":
    tree, data_dir, work_dir = sys.argv[1:]
    told = {"brat": tree, "data": data_dir, "work": work_dir, "users": USERS}
    listener = socket.create_server(("127.0.0.1", 0))
    told.update(socket=listener.fileno(), secret=SECRET)
    brat = subprocess.Popen(
        [sys.executable, "-c", _START], pass_fds=[listener.fileno()], text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    brat.stdin.write(json.dumps(told) + "\n")
    brat.stdin.flush()
    said = json.loads(brat.stdout.readline())
    if said:
        sys.exit(said["error"])
    print("http://127.0.0.1:%d ready" % listener.getsockname()[1], flush=True)
    signal.signal(signal.SIGTERM, lambda *_: brat.stdin.close())
    brat.wait()
