"""A Dask cluster as an executor: other machines share large computations."""

import re
from concurrent.futures import CancelledError
from contextlib import contextmanager

from brat_iaa import __version__
from brat_iaa.errors import BratIaaError

# Seconds until a scheduler has to answer.
_PATIENCE = 5
_ADDRESS = re.compile(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}")
_EXPECTED = "Expected the address that “dask scheduler” prints, such as tcp://10.0.0.5:8786."


@contextmanager
def executor_of(address):
    """What submits work to a Dask cluster; it is left at the end, and goes on.

    address  of its scheduler, such as tcp://10.0.0.5:8786
    Raises BratIaaError if distributed is not installed, nobody answers there, the workers cannot
    help, or the scheduler goes away. Workers may go and come; without any the work waits for
    new ones.
    """
    if not _ADDRESS.fullmatch(address):
        raise BratIaaError(f"--cluster {address}: found no address there. {_EXPECTED}")
    try:
        import distributed
    except ImportError:
        raise BratIaaError(
            f"--cluster {address}: the package distributed is not installed. "
            "Install it with: pip install 'brat-agreement[cluster]'"
        ) from None
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).split("\n")[0].rstrip(".")
        raise BratIaaError(
            f"--cluster {address}: no scheduler can be reached there ({reason}). {_EXPECTED}"
        ) from None
    with client:
        _examine(client, address)
        try:
            yield _Workers(client)
        except (
            distributed.KilledWorker,
            distributed.comm.CommClosedError,
            CancelledError,
        ) as error:
            raise BratIaaError(
                f"--cluster {address}: the cluster did not finish the work "
                f"({type(error).__name__}: {error}). The logs of scheduler and workers "
                "say why; without --cluster this machine does it."
            ) from None


class _Workers:
    """As much of an Executor of concurrent.futures as is needed: submit().

    Dask's own, Client.get_executor(), loses a result whose worker ends while it is fetched; its
    futures fetch it again.
    """

    def __init__(self, client):
        self._client = client

    def submit(self, function, *given):
        """The Future of function(*given), both of which can be pickled."""
        return self._client.submit(function, *given, pure=False)


def _examine(client, address):
    """Raise BratIaaError unless there are workers, all with this version."""
    try:
        versions = client.run(version, on_error="return")
    except ValueError:
        versions = {}
    if not versions:
        raise BratIaaError(
            f"--cluster {address}: the scheduler has no workers. Start some with: "
            f"dask worker {address}"
        )
    for worker, its_version in sorted(versions.items()):
        if its_version != __version__:
            what = f"cannot use brat-agreement ({its_version!r})"
            if isinstance(its_version, str):
                what = f"has version {its_version} of brat-agreement"
            raise BratIaaError(
                f"--cluster {address}: the worker {worker} {what}. "
                f"Install brat-agreement {__version__} there as well: figures have to be the same."
            )


def version():
    """The version of brat-agreement where this runs."""
    return __version__
