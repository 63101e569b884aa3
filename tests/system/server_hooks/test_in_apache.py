"""brat as CGI under a real Apache, with the lines that install prints, put into its main settings."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from cgi_server import unpack
from ports import free_port
from requirements import unavailable
from waiting import wait_until

APACHE = shutil.which("apache2", path="/usr/sbin:/usr/bin")
MODULES = Path("/usr/lib/apache2/modules")
BEFORE = ("mpm_prefork", "authz_core", "alias", "cgi", "mime", "dir", "env")
# Those that the lines name.
NAMED = ("proxy", "proxy_http", "headers")
CONF = """
ServerRoot %(root)s
ServerName localhost
PidFile %(root)s/pid
ErrorLog %(root)s/error.log
TypesConfig /etc/mime.types
DocumentRoot %(root)s
User www-data
Group www-data
Listen 127.0.0.1:%(port)d
<Directory %(root)s/brat>
    Options FollowSymLinks ExecCGI
    AllowOverride All
    Require all granted
    AddType application/xhtml+xml .xhtml
    AddHandler cgi-script .cgi
    SetEnv PYTHONDONTWRITEBYTECODE 1
</Directory>
"""


@pytest.fixture
def root():
    """A directory that Apache's account can enter."""
    with tempfile.TemporaryDirectory(prefix="apache-") as root:
        os.chmod(root, 0o755)
        yield Path(root)


def agreement(*words):
    command = [sys.executable, "-m", "brat_iaa", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_the_lines_that_install_prints_work(root, brat_folder):
    if APACHE is None or not (MODULES / "mod_proxy_http.so").exists():
        unavailable("Apache is not installed; apt-get install apache2-bin")
    brat, (port, service, direct) = unpack(brat_folder, root / "brat"), [free_port() for _ in "123"]
    for path in (brat / "work", *(brat / "data").rglob("*"), brat / "data"):
        path.chmod(0o777)
    said = agreement(
        "install", brat, "--brat-url", f"http://127.0.0.1:{port}/brat/", "--state-dir",
        root / "state", "--service", f"http://127.0.0.1:{service}", "--direct",
        f"http://127.0.0.1:{direct}/brat/",
    ).stdout  # fmt: skip
    lines = said[said.index("# needs the modules") : said.index("To have it started")]
    assert all(f" {name}" in lines.split("\n")[1] for name in NAMED)
    loaded = [f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in (*BEFORE, *NAMED)]
    conf = root / "apache.conf"
    conf.write_text("\n".join([*loaded, CONF % {"root": root, "port": port}, lines]))
    site = root / "state" / "site.json"
    front = [sys.executable, "-m", "brat_iaa", "service", site, "--port", str(service)]
    with (root / "log").open("wb") as log:
        running = [
            # Apache ends its whole process group.
            subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
            for command in ([APACHE, "-f", conf, "-D", "FOREGROUND"], front)
        ]
    try:
        wait_until(lambda: "Browsers reach brat" in agreement("doctor", brat).stdout, what="brat")
        doctor = agreement("doctor", brat).stdout
        assert "problem" not in doctor and "through what stands in front of it" in doctor
        data = urlencode({"action": "login", "user": "anna", "password": "pw", "protocol": 1})
        asked = Request(f"http://127.0.0.1:{port}/brat/ajax.cgi", data.encode())
        assert b"Hello!" in urlopen(asked, timeout=30).read()
    finally:
        for process in running:
            process.terminate()
            process.wait(30)
