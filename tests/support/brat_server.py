"""Start brat on a data directory: python brat_server.py TREE DATA WORK [unguarded].

Needs the standard library and server_hooks only. Prints the address.
"""

import sys

from server_hooks.brat import settings
from server_hooks.serve import launcher

USERS = {"anna": "pw", "ben": "pw"}

if __name__ == "__main__":
    tree, data_dir, work_dir, *how = sys.argv[1:]
    launcher.run(
        tree,
        settings.made(tree, data_dir, work_dir, USERS),
        launcher.listen(port=0),
        ready=lambda host, port: print("http://%s:%d ready" % (host, port), flush=True),
        guard="unguarded" not in how,
        behind=["in.front.example"],
    )
