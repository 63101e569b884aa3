"""Install into a brat that a web server runs, check the installation, and uninstall."""

from .examine import InstallError
from .site import read_site
from .steps import install, not_loaded, status, uninstall

__all__ = ["InstallError", "install", "not_loaded", "read_site", "status", "uninstall"]
