"""brat's own standalone server as it is, without our guard: python plain_brat.py BRAT_DIR
[PORT].
"""

import os
import sys
import warnings

from brat_iaa.server_hooks.brat import compat

if __name__ == "__main__":
    compat.restore()
    warnings.simplefilter("ignore")  # old spellings in brat's code
    os.chdir(sys.argv[1])
    sys.path[:0] = [sys.argv[1], os.path.join(sys.argv[1], "server", "src")]
    import config  # noqa: F401  brat looks for it beside its server, which may be a link to elsewhere
    import dispatch  # noqa: F401  once, not for every request: the tests would take three times as long
    import standalone

    # To this computer only; brat itself would answer to all.
    server = standalone.BratServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0))
    print("brat: http://127.0.0.1:%d/" % server.server_address[1], flush=True)
    server.serve_forever()
