"""Ports for servers that must be told theirs."""

import os
import socket
from random import Random

# Below those that the system gives to whoever asks for any: nobody gets one of these by chance
# between the moment it is chosen and the moment it is used.
_PORTS = range(20000, 32000)
_CHANCE = Random(os.urandom(8))


def free_port():
    while True:
        port = _CHANCE.choice(_PORTS)
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
