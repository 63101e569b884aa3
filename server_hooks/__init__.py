"""What runs inside brat or looks at it from outside, on the standard library alone.

brat/       brat described: its actions, rules, sessions, settings and data directory
guard/      what protects brat: nothing is lost, nobody reads or changes what they must not
agreement/  what brat's page gets: a script, three actions, the service that answers them
serve/      brat's own standalone server, with WSGI applications beside it
install/    one line in an installed brat, and out again; what is wrong with it

boot.py and hook.py are how an installed brat loads these: its config.py names the path of
boot.py, so that file must stay where it is.
"""
