"""Annotation logs for tests, written in one line for each record."""


def log_line(time, user, directory, document, action, *arguments, state="START", day="2026-11-21"):
    """A record as brat writes it; time such as "10:01:13" or "10:01:13,483"; directory such as
    "p/anna".
    """
    milliseconds = "" if "," in time else ",000"
    fields = (
        f"{day} {time}{milliseconds}", user, f"/{directory}/", document, state, action, *arguments,
    )  # fmt: skip
    return "\t".join(fields) + "\n"


def opened(time, user, directory, document):
    return log_line(time, user, directory, document, "getDocument", "")


def arc(time, user, directory, document, origin, state="FINISH"):
    return log_line(
        time,
        user,
        directory,
        document,
        "createArc",
        origin,
        "T2",
        "x",
        "None",
        "None",
        "None",
        state=state,
    )
