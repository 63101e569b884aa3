"""Many small cases of a test, run as one."""

import functools
import inspect


def each(name, values):
    """Run a test with each value of an argument, as one case: to collect, set up and report a case
    takes longer than what many of them do. Where it fails, pytest shows the value among the
    arguments.
    """

    values = [*values]

    def of_test(test):
        @functools.wraps(test)
        def of_all(**given):
            for value in values:
                test(**{name: value}, **given)

        signature = inspect.signature(test)
        others = [own for own in signature.parameters.values() if own.name != name]
        of_all.__signature__ = signature.replace(parameters=others)
        return of_all

    return of_test
