"""Assertions for the tests of other people's mechanisms; a failure shows the witness.

`assert_private` decides exactly, so it is never flaky.  `assert_conforms` samples: a sampler that
has the reference law fails with probability at most `alpha`.

>>> def flip(bit, rng):
...     return bit if rng.randrange(4) else 1 - bit
>>> assert_private(flip, [(0, 1)], exp_eps=3)
>>> assert_private(flip, [(0, 1)], exp_eps=2)
Traceback (most recent call last):
AssertionError: not private: Pr[0 -> T] = 3/4 and Pr[1 -> T] = 1/4 for T = {0}, but \
3/4 > 2 * 1/4 + 0
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from numbers import Rational
from typing import TypeVar
from unittest import SkipTest

from audits.conformance.covered import Decision, decided, decided_from
from audits.conformance.exact_law import BITS
from audits.conformance.exhaustion import TARGET, Exhausted, Limits
from audits.conformance.samplers import Function
from audits.conformance.searched import searched
from audits.conformance.statistical import SUITE_FALSE_ALARM, Agreement, compare, events
from audits.conformance.tape import Tape
from audits.evidence.labels import label
from audits.evidence.table import from_laws
from audits.evidence.verdict import Holds, Json, Refuted, Undecided, Verdict
from audits.rendering.decimals import about
from reference.data.adjacency import Adjacency, ListedAdjacency
from reference.exact.decimals import read_rational
from reference.exact.exponential import exp_bounds
from reference.exact.field import R
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist, X
from reference.probability.geometric import TwoSidedGeometric
from reference.probability.law import laws
from reference.probability.outcome import key
from reference.probability.purity import OutsideSourceError

D = TypeVar("D", bound=Hashable)

NAME = "assert_private"

MUCH = Fraction(1, 10)
"""No larger allowance is proposed."""

WAY_OUT = (
    "less is left if each noise is drawn in a function that returns a number or a truth "
    "value, such as is_above(answer, threshold, rng), in while loops and not in for loops"
)
"""Such a call is one draw (`audits.conformance.calls`)."""

SUCH = (
    "give the exact law, such as Dist.weighted([(0, Fraction(1, 2)), (1, Fraction(1, 2))]) from "
    "reference.probability.dist"
)
CLAMPED = (
    "it has infinitely many values, and a law that is compared has finitely many: clamp both, "
    "noise.clamped(-20, 20) as the reference, and max(-20, min(20, x)) of each sample x"
)
"""What to give in place of what is no law."""

PASSED = "draw from the random source that the function is given, its second argument"

Pairs = Sequence[tuple[D, D]]
"""Neighbouring databases, pair by pair; both orders are audited."""


Number = Fraction | int | str
"""A rational number, or one as a decimal or a quotient in a string; no float, which is not what
was typed."""


def assert_private(  # noqa: PLR0913 - most are keywords with a default
    program: Callable[[D, Tape], X],
    universe: Adjacency[D] | Pairs[D],
    *,
    eps: Number | None = None,
    exp_eps: Number | None = None,
    delta: Number = 0,
    allowance: Number = 0,
    limits: Limits | None = None,
    timeout: float | None = 60,
    isolated: bool = True,
    undecided: str = "fail",
) -> None:
    """Fail unless a Python function of a database and a random source is private.

    The branches of the random source are followed, the most probable first and on all databases
    in step, until what was followed decides, whatever the rest may be (`covered` has the
    theorem).  The claim passes as soon as P(E) <= e^eps P'(E) + delta + allowance is certain for
    all neighbours and all events: of a function that may draw for ever, a part is always left,
    and the allowance must have room for it.  The claim is refuted as soon as the contrary is
    certain of one event.  When the time is over it is undecided: the message says how much is
    left.  It is decided of the function as it is called here: of one that asks what its random
    source is, and not for draws alone, nothing is said with another source.

    Args:
        program: called on a database and something like `random.Random` or a numpy `Generator`.
        universe: the databases and which are neighbours, or pairs of neighbours.
        eps: the claimed loss, at least 0; or
        exp_eps: e^eps, at least 1.
        delta: at least 0.
        allowance: at least 0: room for rounding errors and for what is left; less than 1 together
            with delta.
        limits: how far branches are followed on each database, at most.
        timeout: seconds for the whole search; None: without a limit.
        isolated: whether the function is called in processes of its own (copies of this one, on
            systems that have fork), so that it cannot end the tests, nor run for ever.  What it
            changes stays there.  In this process, one that ends the process in C ends the tests,
            one call that does not end is not ended, and what it keeps of its first call is there
            whenever it is called again.
        undecided: what becomes of the test where nothing is decided: "fail", or "skip" with the
            same words as the reason.

    Raises:
        AssertionError: `not private`, with the databases, the event and both probabilities (exact,
            or bounds that no branch can change); or `undecided`, with how much is left.
        unittest.SkipTest: in place of `undecided`, if that is wanted.
        OutsideSourceError: if the function reaches for another source of randomness, or a clock.
        UnboundedDrawError: if it asks for a draw that cannot be followed.
        NotRepeatableError: if it behaves differently when the same draws are made again, or has
            another law on a database where it was called on others before, or on none.
        ProgramEndsError: if it ends its process, or raises what would end or skip the test.
        UserCodeError: if it raises anything else.
        ValueError: for eps, exp_eps, delta or allowance outside their ranges, and for neighbours
            that are one database.
        TypeError: unless exactly one of eps and exp_eps is given; for floats: 1.1 is another
            number than "1.1".
    """
    __tracebackhide__ = True
    if undecided not in {"fail", "skip"}:
        raise ValueError(f'undecided = {undecided!r}: give "fail" or "skip"')
    claim = Claim.of(eps, exp_eps, delta, allowance)
    found = followed(program, universe, claim, limits, timeout, isolated=isolated)
    match found.verdict:
        case Holds():
            return
        case Undecided() if undecided == "skip":
            raise SkipTest(found.words)
        case _:
            raise AssertionError(found.words)


@dataclass(frozen=True, slots=True)
class Followed:
    """What the branches of a function say about a claim."""

    verdict: Verdict
    words: str
    """The witness; or why it is undecided; or how much is left where the claim holds."""

    stopped: bool
    """Whether the time was over, or another limit was reached, before all was known."""


def followed(
    program: Callable[[D, Tape], X],
    universe: Adjacency[D] | Pairs[D],
    claim: Claim,
    limits: Limits | None = None,
    timeout: float | None = 60,
    *,
    isolated: bool = True,
    name: str = NAME,
) -> Followed:
    """The verdict of `assert_private`, which has the arguments and the errors.

    A certificate is about the function of this name.
    """
    __tracebackhide__ = True
    databases = _universe(universe)
    listed = tuple(databases.databases())

    def decide(parts: Sequence[Exhausted[Hashable]]) -> Decision:
        return decided_from(databases, listed, parts, claim.exp_eps, claim.delta, name)

    try:
        found = searched(
            *(program, listed, limits or claim.limits(), timeout),
            isolated=isolated,
            unknown=lambda parts: decide(parts).open_places,
        )
    except OutsideSourceError as failure:
        raise OutsideSourceError(f"{failure}; {PASSED}") from None
    stopped = next((one.stopped for one in found if one.unexplored and one.stopped), "")
    decision = decide(found)
    return Followed(decision.verdict, _words(decision, claim, stopped), bool(stopped))


def assert_mechanism_private(
    mechanism: Mechanism[D, X, Fraction],
    universe: Adjacency[D] | Pairs[D],
    *,
    eps: Number | None = None,
    exp_eps: Number | None = None,
    delta: Number = 0,
) -> None:
    """Fail unless a mechanism of the reference is private at one eps.

    Args:
        mechanism: with its parameters, `BiasedResponse(Fraction(1, 2))`; it is called on a
            database and `coins`.
        universe: the databases and which are neighbours, such as `mechanism.universe(2)`, or
            pairs of neighbours.
        eps: the claimed loss, at least 0; or
        exp_eps: e^eps, at least 1.
        delta: in [0, 1].

    Raises:
        AssertionError: `not private`, with the databases, the event and both probabilities.
        ValueError: for eps, exp_eps or delta outside their ranges, and for neighbours that are
            one database.
        TypeError: unless exactly one of eps and exp_eps is given, and for floats.

    >>> from reference.mechanisms.noise.biased_response import BiasedResponse
    >>> assert_mechanism_private(BiasedResponse(Fraction(1, 2)), [((0,), (1,))], exp_eps=3)
    >>> assert_mechanism_private(BiasedResponse(Fraction(1, 2)), [((0,), (1,))], exp_eps=2)
    Traceback (most recent call last):
    AssertionError: not private: Pr[(0) -> T] = 3/4 and Pr[(1) -> T] = 1/4 for T = {(0)}, but \
3/4 > 2 * 1/4 + 0
    """
    __tracebackhide__ = True
    claim = Claim.of(eps, exp_eps, delta, 0)
    databases = _universe(universe)
    listed = tuple(databases.databases())
    table = from_laws(databases, listed, laws(mechanism, listed))
    decision = decided(table, claim.exp_eps, claim.delta, NAME)
    match decision.verdict:
        case Holds():
            return
        case _:
            raise AssertionError(_words(decision, claim))


def assert_conforms(
    sampler: Callable[[int], Sequence[Hashable]],
    reference: Dist[X, R],
    *,
    exponent: Fraction | None = None,
    samples: int = 20_000,
    alpha: Fraction = SUITE_FALSE_ALARM,
    timeout: float | None = 600,
    isolated: bool = True,
) -> Agreement:
    """Fail if samples do not have the law of the reference.

    Args:
        sampler: gives as many further samples as it is asked for.
        reference: the exact law, outcomes told apart by type and value, but that (0,) may stand
            for 0, and 0 for (0,), if all samples do so; if it depends on r,
        exponent: q of r = e^q is needed.
        samples: at most so many are drawn.
        alpha: a sampler with exactly this law fails at most with this probability.
        timeout: seconds for one call of the sampler.
        isolated: whether the sampler is called in one process of its own (a copy of this one, on
            systems that have fork), so that it cannot end the tests, nor run for ever.  What it
            changes, such as the state of a generator, stays there.

    Raises:
        AssertionError: with the event, its count and its exact probability.
        SamplerError: if there are more or fewer samples than asked for, or the sampler fails.
        TypeError: if the reference is no `Dist`; noise without an end is compared clamped.
    """
    __tracebackhide__ = True
    given: object = reference
    if not isinstance(given, Dist):
        how = CLAMPED if isinstance(given, TwoSidedGeometric) else SUCH
        raise TypeError(f"reference {label(given)}: {how}")
    looks = sorted({max(samples // 100, 1), max(samples // 10, 1), samples})
    tested = events(reference, exponent)
    if isolated:
        with Function(lambda: lambda _, count: sampler(count), timeout) as apart:
            found = compare(lambda n: apart((), n), tested, alpha=alpha, looks=looks)
    else:
        found = compare(sampler, tested, alpha=alpha, looks=looks)
    if found.refuted_by is not None:
        event = found.refuted_by
        raise AssertionError(
            f"does not conform: {found.count} of {found.samples} samples in {event.name}, whose "
            f"probability is {event.probability} (false alarm at most {found.false_alarm})"
        )
    return found


def _universe(universe: Adjacency[D] | Pairs[D]) -> Adjacency[D]:
    if not isinstance(universe, Sequence):
        if not hasattr(universe, "index_pairs"):
            raise TypeError(f"{universe!r}: give a list of pairs, such as [(10, 11)]")
        return universe
    place: dict[D, int] = {}
    for pair in universe:
        given: object = pair
        if not isinstance(given, tuple | list) or len(given) != 2:
            raise TypeError(f"{pair!r} is not a pair: give a list of pairs, such as [(10, 11)]")
        first, second = pair
        for database in pair:
            try:
                hash(database)
            except TypeError:
                raise TypeError(f"database {database!r}: give a tuple, not a list") from None
        if first is second or first == second:
            raise ValueError(f"pair {pair!r}: neighbours are two different databases")
        for database in pair:
            place.setdefault(database, len(place))
            known = next(other for other in place if other is database or other == database)
            if key(known) != key(database):
                raise ValueError(
                    f"databases {known!r} and {database!r} are equal: give one of them"
                )
    links = {(min(place[a], place[b]), max(place[a], place[b])) for a, b in universe}
    return ListedAdjacency(tuple(place), tuple(sorted(links)))


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed guarantee."""

    exp_eps: tuple[Fraction, Fraction]
    """Rationals that enclose e^eps."""

    delta: Fraction
    """With the allowance."""

    allowance: Fraction
    shown: str
    """e^eps as it was typed."""

    @property
    def stated(self) -> str:
        """The claim in words."""
        delta = self.delta - self.allowance
        rest = "".join(
            f", {name} {_short(str(value))}"
            for name, value in (("delta", delta), ("allowance", self.allowance))
            if value
        )
        return f"e^eps {self.shown.removeprefix('e^eps ')}{rest}"

    @classmethod
    def of(
        cls, eps: Number | None, exp_eps: Number | None, delta: Number, allowance: Number
    ) -> Claim:
        """The claim of an assertion; ValueError or TypeError if it is none."""
        __tracebackhide__ = True
        if (eps is None) == (exp_eps is None):
            raise TypeError("give exactly one of eps and exp_eps")
        parts: list[Fraction] = []
        for name, value in (("delta", delta), ("allowance", allowance)):
            parts.append(_exact(name, value))
            if not 0 <= parts[-1] <= 1:
                raise ValueError(f"{name} = {value}: it lies in [0, 1]")
        room = parts[0] + parts[1], parts[1]
        if room[0] >= 1:
            both = f"delta + allowance = {room[0]}" if parts[1] else "delta = 1"
            raise ValueError(f"{both}: everything is private with delta 1; it is less than 1")
        if exp_eps is not None:
            power = _exact("exp_eps", exp_eps)
            if power < 1:
                raise ValueError(f"exp_eps = {exp_eps}: e^eps is at least 1")
            return cls((power, power), *room, str(exp_eps))
        loss = _exact("eps", eps)
        if loss < 0:
            raise ValueError(f"eps = {eps}: it is at least 0")
        one = Fraction(1)
        return cls(exp_bounds(loss, BITS) if loss else (one, one), *room, f"e^{label(str(eps))}")

    def limits(self) -> Limits:
        """Enough is followed where a claim that holds without the allowance must have passed.

        If P(E) <= e^eps P'(E), then c(E) <= e^eps (c'(E) + u'), so that the sum of the theorem
        (module `covered`) is at most u + e^eps u'.
        """
        enough = self.delta / (2 * (1 + self.exp_eps[1]))
        return Limits(target=enough or TARGET, seconds=math.inf)


def _exact(name: str, value: object) -> Fraction:
    """A number of a claim, as it was typed.

    Raises:
        TypeError: for a float, which stands for another number than the one typed, and for what
            is no number.
        ValueError: for text that is no number.
    """
    __tracebackhide__ = True
    ways = "give an int, a Fraction or a string"
    if isinstance(value, float):
        typed = float.__repr__(value)
        raise TypeError(f'{name} = {typed} is a float: {ways}, such as {name}="{typed}"')
    if isinstance(value, bool) or not isinstance(value, Rational | Decimal | str):
        raise TypeError(f"{name} = {value!r} is no number: {ways}")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    try:
        return read_rational(str(value))
    except ValueError:
        raise ValueError(
            f"{name} = {str(value)!r}: give a decimal such as 1.1, or a quotient such as 11/10"
        ) from None


def _words(decision: Decision, claim: Claim, stopped: str = "") -> str:
    """What is known, in words.

    Args:
        decision: what is known.
        claim: what is claimed.
        stopped: the limit that ended the search, if one did.
    """
    match decision.verdict:
        case Holds():
            left = f" but those of probability {_rounded(decision.left)}" if decision.left else ""
            return f"private: every branch was followed{left}"
        case Refuted() as verdict:
            return _witness(verdict, claim, decision.left)
        case Undecided() as verdict:
            return _doubt(decision, verdict.reason, claim, stopped)


def _witness(verdict: Refuted, claim: Claim, left: Fraction) -> str:
    """The databases, the event and what is known of its probabilities."""
    first, second = _texts(verdict.witness["databases"])
    p, q = map(_short, _texts(verdict.witness["probabilities"]))
    event = ", ".join(_texts(verdict.witness["event"]))
    least, most = (">=", "<=") if left else ("=", "=")
    rest = f" (whatever is left: {_rounded(left)} of the probability)" if left else ""
    return (
        f"not private: Pr[{first} -> T] {least} {p} and Pr[{second} -> T] {most} {q} for "
        f"T = {{{event}}}, but {p} > {claim.shown} * {q} + {_short(str(claim.delta))}{rest}"
    )


def _doubt(decision: Decision, reason: str, claim: Claim, stopped: str) -> str:
    """Why the claim is undecided, and what would decide it."""
    if not decision.open_places:
        return f"undecided: {reason}"
    least, greatest = decision.delta
    words = f"undecided, {_rounded(decision.left)} of the probability is left"
    if stopped:
        words += f", stopped {stopped}"
    words += f"; at {claim.shown} the least delta lies "
    words += f"between {_rounded(least, ROUND_FLOOR)} and {_rounded(greatest)}"
    if greatest <= MUCH:
        words += (
            f': it passes with allowance="{_rounded(greatest - claim.delta + claim.allowance)}"'
        )
    return f"{words}; {WAY_OUT}" if stopped else words


def _rounded(value: Fraction, rounding: str = ROUND_CEILING) -> str:
    """Two digits of a probability, rounded up unless it is said otherwise."""
    context = Context(prec=2, rounding=rounding)
    return format(context.divide(Decimal(value.numerator), Decimal(value.denominator)), "g")


def _short(number: str) -> str:
    """A rational as it is, or as a decimal if it is long."""
    return number if len(number) <= 40 else about(Fraction(number))


def _texts(value: Json) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]
