"""Distances computed by a real Dask cluster of three worker processes, of which one is killed."""

import numpy
import pytest
from dask_cluster import Cluster
from random_trees import flat, many

from brat_iaa.errors import BratIaaError
from brat_iaa.measures import trees
from brat_iaa.measures.trees import distances
from brat_iaa.parallel.cluster import executor_of

_ABSENT = "distributed is not installed; pip install 'brat-agreement[cluster]'"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    pytest.importorskip("distributed", reason=_ABSENT)
    made = Cluster(tmp_path_factory.mktemp("dask"))
    yield made
    made.close()


def test_three_workers_of_which_one_is_killed(cluster, monkeypatch):
    monkeypatch.setattr(trees, "_TILE", 1500)
    monkeypatch.setattr(trees, "_ROWS", 16)
    forests = [flat(nested) for nested in many(4, 300, 26, "ABCD")]
    here, told = distances(forests), []
    cluster.have_workers(3)

    def kill_one(done, total):
        if not told:
            cluster.workers[1].kill()
            cluster.workers[1].wait()
        told.append((done, total))

    with executor_of(cluster.address) as executor:
        found = distances(forests, kill_one, executor)
    assert told[0][0] < told[0][1] == told[-1][0], "it was not killed in the middle"
    assert [worker.poll() is None for worker in cluster.workers] == [True, False, True]
    assert found.dtype == here.dtype
    numpy.testing.assert_array_equal(found, here)


@pytest.mark.parametrize(
    "address", ["", "nonsense://x:1", "tcp://127.0.0.1:port", "127.0.0.1:8786"]
)
def test_an_address_that_is_none(address):
    with pytest.raises(BratIaaError, match="Expected the address that “dask scheduler” prints"):
        with executor_of(address):
            pass
