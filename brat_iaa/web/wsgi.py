"""The name by which web servers load the application of brat_iaa.proxy.wsgi."""

import importlib


def __getattr__(name):
    return getattr(importlib.import_module("brat_iaa.proxy.wsgi"), name)
