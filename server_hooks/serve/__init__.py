"""brat's own standalone server, with WSGI applications beside it on the same address."""
