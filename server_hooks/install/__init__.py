"""Install into a brat that a web server runs, check the installation, and uninstall."""

from server_hooks.install.examine import InstallError
from server_hooks.install.site import read_site
from server_hooks.install.steps import install, status, uninstall

__all__ = ["InstallError", "install", "read_site", "status", "uninstall"]
