"""What runs inside brat or looks at it from outside, on the standard library alone.

brat/       brat described: its actions, rules, sessions, settings and data directory
saving.py   nothing is lost: annotation files are changed one at a time and replaced whole
agreement/  what brat's page gets: a script, three actions, a client of the pages that answer them
launcher.py brat's own standalone server, as a program of the server in front of it
install/    one line in an installed brat, and out again; what is wrong with it

Who may do what is decided in front of brat, in brat_iaa.proxy. boot.py and hook.py are how an
installed brat loads these: its config.py names the path of boot.py, so that file must stay where it
is.
"""
