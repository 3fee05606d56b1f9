"""The law of a mechanism: its exact output distribution on a database.

The law of a mechanism of ours is computed once (`reference.probability.replay`).  Somebody else's
code may depend on more than its database and its coins, and what is computed is then no law.  So
it runs under `pure()`, and its laws are computed again, on the databases in reverse order, by a
process that has not called it before; where one differs the mechanism is refused.

>>> def two_tosses(database, coins):
...     return sum(coins.draw(Dist.uniform((0, 1))) for _ in range(2))
>>> law(two_tosses, ())
Dist({0: 1/4, 1: 1/2, 2: 1/4})
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Generic

from reference.exact.field import R
from reference.probability.coins import D, Mechanism
from reference.probability.dist import Dist, X
from reference.probability.elsewhere import digest, elsewhere
from reference.probability.provenance import ours
from reference.probability.purity import pure
from reference.probability.replay import MOST_DRAWS, ImpureMechanismError, Laws, named

TOGETHER = 256
"""Databases that are handed out and reported together."""

PATIENCE = 2_000_000_000
"""Nanoseconds of processor time after which laws are not computed a third time."""


class DeterministicMechanismError(ValueError):
    """A mechanism never draws, and does not say that this is meant."""


@dataclass(frozen=True, slots=True)
class Examined(Generic[X, R]):
    """The laws of a mechanism on some databases, in order."""

    laws: Sequence[Dist[X, R]]

    draws: bool
    """Whether it drew anything on any of them, or is known to do without."""


def law(mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
    """The exact output distribution of the mechanism on the database.

    Raises:
        UnsettledTailError: if a `Settled` promise made at `draw_noise` is broken.
        ImpureMechanismError: if the mechanism does something else when it is called again.
        OutsideSourceError: if it looks for chance, a clock or another process.
        NoValueError: if an output is no value, such as a generator or a function.
        UnfinishedError: if a branch has too many draws.
    """
    if ours(mechanism):
        return Laws[R]().of(mechanism, database)
    return examine(mechanism, [database]).laws[0]


def laws(mechanism: Mechanism[D, X, R], databases: Iterable[D]) -> Iterator[Dist[X, R]]:
    """The laws on many databases, in order; sub-mechanisms are shared between them.

    Raises:
        ArithmeticError: and the other errors of `law`.
    """
    if ours(mechanism):
        shared = Laws[R]()
        for database in databases:
            yield shared.of(mechanism, database)
    else:
        yield from examine(mechanism, tuple(databases)).laws


def examine(
    mechanism: Mechanism[D, X, R],
    databases: Sequence[D],
    *,
    calls: int = 0,
    rewritten: Sequence[D] | None = None,
    most_draws: int = MOST_DRAWS,
    done: Callable[[int], None] = lambda _: None,
) -> Examined[X, R]:
    """The laws on many databases; of code that is not ours, watched and computed again.

    Args:
        mechanism: what is called on each database.
        databases: in the order of the laws.
        calls: of code that is not ours: compute the laws again until it was called so often, or
            two seconds are over.
        rewritten: the same databases, written in another way where the order of rows does not
            matter; they are used when the laws are computed again.
        most_draws: the largest number of draws on one branch.
        done: called with the number of databases finished since the last call.

    Raises:
        ArithmeticError: and the other errors of `law`.
    """
    shared = Laws[R](most_draws, foreign=not ours(mechanism))
    found: list[Dist[X, R]] = []
    if ours(mechanism):
        for start in range(0, len(databases), TOGETHER):
            part = databases[start : start + TOGETHER]
            found += [shared.of(mechanism, database) for database in part]
            done(len(part))
        return Examined(found, draws=True)
    turned = databases if rewritten is None else rewritten

    def backwards() -> list[str]:
        fresh = Laws[R](most_draws, foreign=True)
        with pure():
            laws = [fresh.of(mechanism, database) for database in reversed(turned)]
        return [digest(law) for law in reversed(laws)]

    with elsewhere(backwards) if len(databases) > 1 else nullcontext(_nothing) as other:
        for start in range(0, len(databases), TOGETHER):
            part = databases[start : start + TOGETHER]
            with pure():
                found += [shared.of(mechanism, database) for database in part]
            done(len(part))
        try:
            answer = other()
        except RuntimeError as failure:
            raise ImpureMechanismError(
                f"{named(mechanism)} cannot be computed again: {failure}"
            ) from None
    for place, law_again in enumerate(answer or ()):
        if law_again != digest(found[place]):
            raise _another_law(mechanism, databases[place], turned[place])
    called, begun = shared.calls, time.process_time_ns()
    again = answer is None or called < calls
    while again:
        once_more = Laws[R](most_draws, foreign=True)
        with pure():
            for place in reversed(range(len(found))):
                if once_more.of(mechanism, turned[place]) != found[place]:
                    raise _another_law(mechanism, databases[place], turned[place])
        called += once_more.calls
        spent = time.process_time_ns() - begun
        again = called < calls and once_more.calls > 0 and spent <= PATIENCE
    return Examined(found, draws=shared.draws or bool(getattr(mechanism, "deterministic", 0)))


def _nothing() -> None:
    """One database has no order."""


def _another_law(mechanism: object, database: object, turned: object) -> ImpureMechanismError:
    other = "" if database == turned else f", written as {turned!r},"
    return ImpureMechanismError(
        f"{named(mechanism)} on database {database!r}{other} has another law when it is computed "
        "again"
    )
