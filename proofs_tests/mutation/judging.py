"""What is said of a fault: the claims that run it are decided with it, the cheapest first.

All in one copy of this process, which has the fault from its start; the first claim that is
surprised has noticed it, and so has one that goes on and on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from audits.ledger import Claim
from proofs_tests.mutation.faults import Fault
from proofs_tests.mutation.planting import Living, plant
from proofs_tests.mutation.processes import OUT_OF_TIME, heard, limited
from proofs_tests.mutation.tracing import Traced, surprised

GRACE = 2
"""Seconds that any claim has, and tenfold what it usually takes."""


class By(Enum):
    """Who noticed a fault."""

    CLAIM = "claim"
    TIME = "time-out"
    """A claim, or a test, went on for too long."""

    TESTS = "tests only"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was said of a fault."""

    by: By
    who: str = ""
    """The claim or the test that noticed it."""

    left: int = 0
    """How many claims run it, or may, that were not decided for want of time."""


def verdict(
    fault: Fault,
    judges: Sequence[Traced],
    items: Mapping[str, Claim],
    living: Living,
    root: Path,
    most: float,
) -> Verdict:
    """What the claims say of a fault, one after the other.

    Args:
        fault: what is planted.
        judges: the claims that run it.
        items: the claims, by their names.
        living: the functions of the reference.
        root: of the repository.
        most: how many seconds all the claims may usually take.
    """
    affordable, total = list[Traced](), 0.0
    for judge in judges:
        total += judge.seconds
        if affordable and total > most:
            break
        affordable.append(judge)
    left = len(judges) - len(affordable)
    if not affordable:
        return Verdict(By.NOBODY)

    def speak() -> Iterator[object]:
        limited(GRACE)
        plant(fault, root, living)
        for place, judge in enumerate(affordable):
            yield place
            limited(GRACE + 10 * judge.seconds)
            if surprised(items[judge.name]):
                return
        yield len(affordable)

    said, killed = heard(speak)
    who = said[-1] if said else 0
    if who == len(affordable):
        return Verdict(By.NOBODY, left=left)
    return Verdict(By.TIME if killed in OUT_OF_TIME else By.CLAIM, affordable[who].name)
