"""The law of a mechanism: its exact output distribution on a database.

The law of a mechanism of ours is computed once (`reference.probability.replay`).  Somebody else's
code may depend on more than its database and its coins, and what is computed is then no law.  So
it runs under `pure()`, and its laws are computed again, by processes that have not called it
before: each of the first in a process of its own, and all in one that goes through databases and
the outcomes of each draw in reverse order.  Where one differs the mechanism is refused.

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
from functools import partial
from typing import Generic

from reference.exact.field import R
from reference.probability.coins import D, Mechanism
from reference.probability.dist import Dist, X
from reference.probability.elsewhere import ElsewhereError, digest, elsewhere
from reference.probability.outcome import same
from reference.probability.provenance import ours
from reference.probability.purity import pure
from reference.probability.replay import MOST_DRAWS, ImpureMechanismError, Laws, named

TOGETHER = 256
"""Databases that are handed out and reported together."""

COMPARED = 64
"""Databases that are the first one of a process of their own, at most."""

COPIES = 16
"""Such processes, at least, in an audit; draws have another first outcome in each.  If they take
more than two seconds there is one for each database."""

PATIENCE = 2_000_000_000
"""Nanoseconds after which laws are computed no more often than they must be."""


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
        once: Laws[R] = Laws()
        return once.of(mechanism, database)
    return examine(mechanism, [database]).laws[0]


def laws(mechanism: Mechanism[D, X, R], databases: Iterable[D]) -> Iterator[Dist[X, R]]:
    """The laws on many databases, in order; sub-mechanisms are shared between them.

    Raises:
        ArithmeticError: and the other errors of `law`.
    """
    if ours(mechanism):
        shared: Laws[R] = Laws()
        for database in databases:
            yield shared.of(mechanism, database)
    else:
        yield from examine(mechanism, tuple(databases)).laws


def examine(
    mechanism: Mechanism[D, X, R],
    databases: Sequence[D],
    *,
    calls: int = 0,
    rewritten: Sequence[Sequence[D]] | None = None,
    most_draws: int = MOST_DRAWS,
    done: Callable[[int], None] = lambda _: None,
) -> Examined[X, R]:
    """The laws on many databases; of code that is not ours, watched and computed again.

    Args:
        mechanism: what is called on each database.
        databases: in the order of the laws.
        calls: of code that is not ours: compute the laws again until it was called so often, or
            two seconds are over.
        rewritten: for each database, other ways to write it, where the order of rows does not
            matter; they are used when the laws are computed again.
        most_draws: the largest number of draws on one branch.
        done: called with the number of databases finished since the last call.

    Raises:
        ArithmeticError: and the other errors of `law`.
    """
    if ours(mechanism):
        known: Laws[R] = Laws(most_draws)
        laws: list[Dist[X, R]] = []
        for part in _parts(databases):
            laws += [known.of(mechanism, database) for database in part]
            done(len(part))
        return Examined(laws, draws=True)
    writings = [(each,) for each in databases] if rewritten is None else rewritten
    watched: _Watched[D, X, R] = _Watched(
        mechanism, databases, writings, most_draws, COPIES if calls else 0
    )
    shared = watched.laws()
    found: list[tuple[Dist[X, R], str]] = []
    copied = len(databases) > 1 or calls
    with pure():
        pass  # what it looks for is found once, not by each copy
    with elsewhere(watched.again) if copied else nullcontext(_nothing) as copy:
        for part in _parts(databases):
            found += watched.followed(shared, part)
            done(len(part))
        try:
            answer = copy()
        except ElsewhereError as failure:
            raise ImpureMechanismError(
                f"{named(mechanism)} cannot be computed again: {failure}"
            ) from None
    texts = [text for _, text in found]
    if answer is not None:
        alone: Sequence[tuple[int, D]] = watched.alone[: len(answer) - len(watched.turned)]
        watched.compare(texts, [*alone, *watched.turned], answer)
    called, begun, rounds = shared.calls, time.process_time_ns(), 0
    more = answer is None or called < calls
    while more:
        once_more = watched.laws(1)
        order = [(i, others[rounds % len(others)]) for i, others in enumerate(writings)][::-1]
        watched.compare(texts, order, watched.told(once_more, order))
        rounds += 1
        called += once_more.calls
        spent = time.process_time_ns() - begun
        more = called < calls and once_more.calls > 0 and spent <= PATIENCE
    draws = shared.draws or bool(getattr(mechanism, "deterministic", 0))
    return Examined([law for law, _ in found], draws=draws)


ORDERED = (
    ": this universe is of multisets, whose rows have no order; where the order may matter, take "
    "the universe of sequences, such as replace_one(values, rows, ordered=True)"
)
"""What is said where a law depends on the order of rows, and rows have none."""


def _parts(databases: Sequence[D]) -> Iterator[Sequence[D]]:
    """Databases that are handed out together."""
    for start in range(0, len(databases), TOGETHER):
        yield databases[start : start + TOGETHER]


def _nothing() -> None:
    """One database has no order."""


@dataclass(frozen=True, slots=True)
class _Watched(Generic[D, X, R]):
    """A mechanism of somebody else's, on databases."""

    mechanism: Mechanism[D, X, R]
    databases: Sequence[D]
    writings: Sequence[Sequence[D]]
    """What each database is written as when its law is computed again."""

    most_draws: int
    copies: int

    @property
    def alone(self) -> list[tuple[int, D]]:
        """Databases, with their numbers, each the first one of a process."""
        count = len(self.databases)
        places = [k % count for k in range(min(max(count, self.copies), COMPARED))]
        return [(place, self.databases[place]) for place in places]

    @property
    def turned(self) -> list[tuple[int, D]]:
        """All writings of all databases."""
        return [(i, other) for i, others in enumerate(self.writings) for other in others]

    def laws(self, backwards: int = 0) -> Laws[R]:
        """Laws that are not known yet."""
        return Laws[R](self.most_draws, foreign=True, backwards=backwards)

    def followed(self, laws: Laws[R], databases: Iterable[D]) -> list[tuple[Dist[X, R], str]]:
        """Laws, and what tells each, with its outputs branch by branch, from others."""
        found: list[tuple[Dist[X, R], int]] = []
        with pure():
            for database in databases:
                before = laws.branches
                law = laws.of(self.mechanism, database)
                found.append((law, laws.branches - before))
        return [(law, f"{digest(law)} {branches}") for law, branches in found]

    def told(self, laws: Laws[R], cases: Sequence[tuple[int, D]]) -> list[str]:
        """What tells laws from others."""
        return [text for _, text in self.followed(laws, [database for _, database in cases])]

    def again(self) -> list[str]:
        """The same, of `alone` as far as it gets, and of `turned`: for a copy of the process."""
        found: list[str] = []
        begun = time.monotonic_ns()
        for k, case in enumerate(self.alone):
            more, place = divmod(k, len(self.databases))
            if more and time.monotonic_ns() - begun > PATIENCE:
                break
            fresh = self.laws(1 + place + more)  # each begins with other outcomes
            with elsewhere(partial(self.told, fresh, [case])) as copy:
                found += copy() or ()
        return found + self.told(self.laws(1), self.turned[::-1])[::-1]

    def compare(
        self, known: Sequence[str], cases: Sequence[tuple[int, D]], again: Sequence[str]
    ) -> None:
        """Refuse another law, and another output on a branch of the same database."""
        who = named(self.mechanism)
        pairs = [
            (known[i].split(), text.split()) for (i, _), text in zip(cases, again, strict=True)
        ]
        for (place, turned), (first, then) in zip(cases, pairs, strict=True):
            database = self.databases[place]
            if first[0] != then[0]:
                unmoved = same(database, turned)
                other = "" if unmoved else f", written as {turned!r},"
                raise ImpureMechanismError(
                    f"{who} on database {database!r}{other} has another law when it is computed "
                    f"again{'' if unmoved else ORDERED}"
                )
        for (place, turned), (first, then) in zip(cases, pairs, strict=True):
            database = self.databases[place]
            if first != then and same(database, turned):
                raise ImpureMechanismError(
                    f"{who} on database {database!r} answers the same draws with another output "
                    "when it is computed again"
                )
