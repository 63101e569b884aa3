"""What tests need beside Python."""

import os

import pytest


def unavailable(reason):
    """Skip, and say so; under CI, where nothing may be missing unseen, fail."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
