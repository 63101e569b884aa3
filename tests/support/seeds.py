"""Random cases by the numbers of their seeds."""

import functools
import inspect


def each_seed(seeds):
    """Run a test with each seed, as one case: to collect and set up a case takes longer than most
    draws. Where it fails, pytest names the seed among the arguments.
    """

    def of_test(test):
        @functools.wraps(test)
        def of_all(**given):
            for seed in seeds:
                test(seed=seed, **given)

        signature = inspect.signature(test)
        others = [own for own in signature.parameters.values() if own.name != "seed"]
        of_all.__signature__ = signature.replace(parameters=others)
        return of_all

    return of_test
