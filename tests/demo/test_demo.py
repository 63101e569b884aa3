"""The demo as a user meets it: started as a program, spoken to over HTTP, stopped with Ctrl-C."""

import io

import pytest

from brat_iaa.demo import serve as demo
from brat_iaa.errors import ConfigError


@pytest.mark.parametrize("host", ["0.0.0.0", "", "192.0.2.1", "::"])
def test_only_this_computer_may_reach_the_demo(host):
    with pytest.raises(
        ConfigError, match="only this computer may reach it: found host %s, " % host
    ):
        demo.serve(host=host, stream=io.StringIO())
