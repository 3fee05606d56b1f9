"""A sample of the faults: of each package in proportion, the same whenever it is drawn."""

from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from itertools import chain
from pathlib import PurePosixPath

from proofs_tests.mutation.faults import Fault


def package(fault: Fault) -> str:
    """The folder of its module."""
    return str(PurePosixPath(fault.file).parent)


def drawn(population: Iterable[Fault], count: int, seed: int) -> list[Fault]:
    """So many faults, of each package in proportion to those that it has (Hamilton's method).

    Which they are is decided by digests of their names: a change of one function leaves the
    sample of the others almost as it was.  In that order they stand, so that a run that is
    stopped has judged a sample of the sample.
    """
    packages = defaultdict[str, list[Fault]](list)
    for fault in population:
        packages[package(fault)].append(fault)
    total = sum(map(len, packages.values()))
    count = min(count, total)
    quotas = {name: count * len(found) // total for name, found in packages.items()}
    rests = sorted(packages, key=lambda name: (-(count * len(packages[name]) % total), name))
    for name in rests[: count - sum(quotas.values())]:
        quotas[name] += 1

    def lot(fault: Fault) -> bytes:
        return sha256(f"{seed} {fault.name}".encode()).digest()

    chosen = (sorted(found, key=lot)[: quotas[name]] for name, found in packages.items())
    return sorted(chain.from_iterable(chosen), key=lot)
