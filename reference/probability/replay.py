"""Every branch of a mechanism, followed exactly.

A mechanism is called again and again, each time answering its draws from the branch that is next
in order, until every branch has been followed.  Weights multiply along a branch; laws of
sub-mechanisms reached through `coins.run` are computed once and their equal outcomes merged, so
that a recursion costs the sum, not the product, of its levels.  A sub-mechanism of somebody else's
may share more with its caller than its output: its draws are draws of the caller, and each branch
of both is run in one piece, as it is when they are sampled.

What is released needs no branches: the law of the outcome is the law of the output.

What a draw raises ends the law, whatever the mechanism does about it: an error that one branch
would meet and another not is no outcome.

>>> def two_tosses(database, coins):
...     return sum(coins.draw(Dist.uniform((0, 1))) for _ in range(2))
>>> Laws().of(two_tosses, ())
Dist({0: 1/4, 1: 1/2, 2: 1/4})
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from typing import Final, Generic

from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import EXPONENTIAL_FUNCTIONS, FIELDS, RATIONALS, Field, R, field_of
from reference.exact.polynomial import Weight, at_one
from reference.override import override
from reference.probability.coins import D, Mechanism, Released, ReleasedError, content, plain
from reference.probability.continuous import (
    Exponential,
    Gaussian,
    Gumbel,
    Laplace,
    NoExactLawError,
    Noise,
    Real,
    Scale,
    Uniform,
)
from reference.probability.differences import CONSTANT, Number, settled
from reference.probability.dist import Blend, Dist, X, Y
from reference.probability.geometric import (
    NO_DIST,
    Quadrature,
    Settled,
    TwoSidedGeometric,
    quadrature,
)
from reference.probability.orders import Known, Order, measure
from reference.probability.outcome import Key, key, outcome, same, written
from reference.probability.provenance import ours
from reference.probability.purity import resume, suspended
from reference.probability.unread import OtherLossError, is_unread, refuse_other

_R = ExponentialFunction.r()


class UnsettledTailError(ArithmeticError):
    """A mechanism says of its unbounded draw what is not true."""


class ImpureMechanismError(ArithmeticError):
    """A mechanism made other draws when it was called again with the same answers."""


class ContinuousNoiseError(TypeError):
    """Continuous noise is drawn, and eps is a number or an indeterminate of rational functions."""

    def __init__(self) -> None:
        super().__init__(
            "continuous noise has laws in u = eps/parts and r = e^u: give the mechanism "
            "Epsilon.continuous(parts), at one eps Epsilon.continuous(parts).at(1); on the "
            "command line say `continuous = True` in the class"
        )


class UnfinishedError(BaseException):
    """A mechanism was stopped before all its branches were followed.

    Args:
        reason: why, in words.

    No mechanism can catch it by catching `Exception`.
    """

    def __init__(self, reason: str, where: str = "") -> None:
        super().__init__(reason, where)
        self.reason = reason
        self.where = where
        """Mechanism, database and number of branches, once known."""

    @override
    def __str__(self) -> str:
        return f"{self.where}{self.reason}"

    @override
    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return UnfinishedError, (self.reason, self.where)


MOST_DRAWS = 1000
"""On one branch, by default: a loop that may go on for ever is followed for seconds."""


class Memory:
    """What was computed of mechanisms, and need not be computed again."""

    __slots__ = ("laws", "measures", "rules")

    def __init__(self) -> None:
        self.laws: dict[object, list[tuple[object, object, object]]] = {}
        self.rules: dict[object, Quadrature] = {}
        self.measures: Known = {}


_SHARED: Final[list[Memory]] = []


@contextmanager
def remembering() -> Iterator[None]:
    """Inside, a law of ours is computed once, whoever asks for it."""
    _SHARED.append(Memory())
    try:
        yield
    finally:
        _SHARED.pop()


class Laws(Generic[R]):
    """Laws of mechanisms that share the laws of their sub-mechanisms.

    Args:
        most_draws: the largest number of draws on one branch.
        foreign: whether the mechanisms may be anybody's.  Then only what is ours is remembered.
        backwards: if not 0, draws are answered with their outcomes in reverse order, the last but
            `backwards` - 1 first.  A mechanism that remembers what it was answered has another law
            then.
    """

    __slots__ = (
        *("_foreign", "_known", "_measures", "_rules", "_shares"),
        *("backwards", "branches", "calls", "draws", "most_draws", "running"),
    )

    def __init__(
        self, most_draws: int = MOST_DRAWS, *, foreign: bool = False, backwards: int = 0
    ) -> None:
        self._foreign = foreign
        self.backwards = backwards
        self.running: _Refusals | None = None
        """Those of the call that is not finished and waits for no other."""

        self._shares = bool(_SHARED) and not (foreign or backwards) and most_draws == MOST_DRAWS
        memory = _SHARED[-1] if self._shares else Memory()
        self._known, self._rules, self._measures = memory.laws, memory.rules, memory.measures
        self.most_draws = most_draws
        self.calls = 0
        """How often a mechanism was called."""

        self.draws = False
        """Whether any of them asked for a draw."""

        self.branches = 0
        """A sum of digests of the outputs of foreign mechanisms, branch by branch, in whatever
        order: a law is the same if outputs change places, what is drawn for them is not."""

    def of(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
        """The law of the mechanism on the database (itself not remembered, unless all are).

        Raises:
            UnsettledTailError: if a `Settled` promise made at `draw_noise` is broken.
            ImpureMechanismError: if the mechanism draws differently when it is called again, or
                with the coins of another call.
            NoValueError: if an output is no value, such as a generator or a function.
            ReleasedError: if the mechanism goes on after it has released its output.
            UnfinishedError: after `most_draws` draws on one branch.
        """
        before = self.calls
        try:
            if self._shares and _is_hashable(mechanism):
                return self._once(mechanism, database)
            return self._followed(mechanism, database)
        except UnfinishedError as unfinished:
            count = self.calls - before
            unfinished.where = f"{named(mechanism)} on database {database!r}, branch {count}: "
            raise

    def _followed(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
        _check_exact(mechanism)
        foreign = self._foreign and not ours(mechanism)
        own = _field_of_eps(mechanism)
        replay: _Replay[X, R] = _Replay(self, foreign=foreign, field=own)
        stack: list[_Node[X]] = replay.stack
        while True:
            output = replay.follow(mechanism, database)
            if replay.position != len(stack):
                raise ImpureMechanismError(
                    f"{named(mechanism)} on database {database!r} left out a draw when repeated"
                )
            chance, whole = replay.chance(self._measures)
            if replay.released is None:
                k = key(output)
                if foreign:
                    self._note((*(node.answer for node in stack), k))
                stack[-1].add({k: 1}, whole, chance)
            else:
                rest = content(replay.released)
                law: Dist[X, R] = rest if isinstance(rest, Dist) else self.remembered(*rest)
                replay.drawn.add(law.field.name)
                stack[-1].add(law.by_key, law.total * whole, chance)
            while stack[-1].exhausted:
                node = stack.pop()
                if not stack:
                    field: Field[R] = own or _field_of_draws(replay.drawn)
                    found: Dist[X, R] = Dist.keyed(node.blend.weights, field)
                    return found if at_one(found.total) else found.reduced()
                stack[-1].add(node.blend.weights, node.blend.denominator * node.total)

    def _note(self, branch: tuple[object, ...]) -> None:
        """Remember what was drawn and put out on a branch."""
        watched = suspended()
        try:
            text = written(branch).encode("utf-8", "surrogatepass")
            self.branches += int.from_bytes(sha256(text).digest())
        finally:
            if watched:
                resume()

    def remembered(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
        """The law of the mechanism on the database, computed once if nothing else can matter."""
        return self.shared(mechanism, database) or self.of(mechanism, database)

    def shared(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R] | None:
        """The law of the mechanism on the database, computed once; None if more can matter."""
        watched = suspended()  # what is ours alone need not be watched
        try:
            if not self._foreign or (ours(mechanism) and ours(database)):
                return self._once(mechanism, database)
        finally:
            if watched:
                resume()
        return None

    def _once(self, mechanism: Mechanism[D, X, R], database: D) -> Dist[X, R]:
        if _is_made_unread(mechanism):  # it has no hash
            return self._followed(mechanism, database)
        known = self._known.setdefault((mechanism, database), [])
        for other, rows, found in known:
            if same(other, mechanism) and same(rows, database) and isinstance(found, Dist):
                return found
        law: Dist[X, R] = self._followed(mechanism, database)
        known.append((mechanism, database, law))
        return law

    def rule(self, noise: TwoSidedGeometric[R], settled: Settled[R]) -> Quadrature:
        """The quadrature rule of an unbounded draw, computed once."""
        draw = (noise, settled)
        if draw not in self._rules:
            self._rules[draw] = quadrature(noise, settled)
        return self._rules[draw]


class _Replay(Generic[X, R]):
    """Coins that answer from the current branch and note the draws beyond it."""

    __slots__ = (
        *("_field", "_foreign", "_laws", "_noises", "_orders", "_refusals"),
        *("drawn", "position", "released", "stack"),
    )

    def __init__(self, shared: Laws[R], *, foreign: bool, field: Field[R] | None) -> None:
        self._laws: Laws[R] = shared
        self._foreign = foreign
        self._field: Field[R] | None = field
        self.released: object = None
        """What the mechanism must return: it holds a law, or a mechanism and its database."""

        self.stack: list[_Node[X]] = [_Node((), (1,), 1)]
        self.position = 0
        self._refusals = _Refusals()
        self.drawn = {RATIONALS.name}
        """The names of the fields in which what was drawn has its weights."""

        self._noises: list[Noise[R]] = []
        """The laws of the real draws of the current branch."""

        self._orders: list[Order] = []
        """What is known of their order."""

    def follow(self, mechanism: Mechanism[D, X, R], database: D) -> X:
        """The output on the current branch, or what was released for it."""
        outer, self._laws.running = self._laws.running, self._refusals
        self._laws.calls += 1
        self.position = 1
        self.released = None
        self._noises.clear()
        self._orders.clear()
        try:
            output = mechanism(database, plain(self) if self._foreign else self)
        except BaseException as failure:
            if self._refusals.last is None or self._refusals.last is failure:
                raise
        else:
            if self._refusals.last is None:
                if self.released is not None and self.released is not output:
                    raise ReleasedError
                return output
        finally:
            self._laws.running = outer
        raise self._refusals.last

    def draw(self, dist: Dist[Y, R] | Dist[Y, Fraction], /) -> Y:
        with self._refusals:
            self._check_dist(dist)
            return self._branch(dist)

    def run(self, mechanism: Mechanism[D, Y, R], database: D, /) -> Y:
        with self._refusals:
            self._asked()
            _check_exact(mechanism)
            law = self._laws.shared(mechanism, database)
            return self._in_one_piece(mechanism, database) if law is None else self._branch(law)

    def release(self, dist: Dist[Y, R] | Dist[Y, Fraction], /) -> Y:
        with self._refusals:
            self._asked()
            self._check_dist(dist)
            released: Y = Released(dist)
            self.released = released
            return released

    def delegate(self, mechanism: Mechanism[D, Y, R], database: D, /) -> Y:
        with self._refusals:
            self._asked()
            released: Y = Released((mechanism, database))
            self.released = released
            return released

    def draw_noise(self, noise: TwoSidedGeometric[R], settled: Settled[R], /) -> int:
        with self._refusals:
            self._asked()
            self._check_field(field_of(noise.ratio))
            rule = self._laws.rule(noise, settled)
            asked = ((noise, settled),)
            if self._is_new():
                self.drawn.add(field_of(noise.ratio).name)
                self._grow(_Node(asked, rule.weights, rule.total, rule.checks))
            return rule.values[self._answer(asked, rule.weights)]

    def draw_real(self, noise: Noise[R], /) -> Real:
        with self._refusals:
            self._asked()
            _check_noise(noise)
            if self._field is not None and not self._field.continuous:
                raise ContinuousNoiseError
            check_root(noise)
            if not isinstance(noise, Uniform | Gaussian):
                root = noise.scale.root
                if not is_unread(root) and root != _R:
                    raise ContinuousNoiseError
            self.drawn.add(EXPONENTIAL_FUNCTIONS.name)
            self._noises.append(noise)
            return Real(self, len(self._noises) - 1)

    def is_below(self, low: int, high: int, k: Number, /) -> bool:
        """The answer of the current branch, or the one that its other answers imply."""
        with self._refusals:
            self._asked()
            order: Order = (low, high, k)
            implied = settled(self._orders, order)
            if implied is not None:
                return implied
            both = (order, (high, low, -k))
            asked = tuple((self._noise(a), self._noise(b), found) for a, b, found in both)
            if self._is_new():
                self._grow(_Node(asked, (1, 1), 1))
            place = self._answer(asked, (1, 1))
            self._orders.append(both[place])
            return place == 0

    def recorded(self) -> tuple[tuple[object, ...], tuple[Order, ...]]:
        """The laws of the real draws of the current branch, and what is known of their order."""
        return tuple(noise.known_by for noise in self._noises), tuple(self._orders)

    def chance(self, known: Known) -> tuple[Weight, Weight]:
        """The probability of what the current branch knows of the order of its real draws.

        It is a numerator and a denominator.
        """
        return measure(self._noises, self._orders, known) if self._orders else (1, 1)

    def _noise(self, draw: int) -> object:
        return draw if draw == CONSTANT else (draw, self._noises[draw].known_by)

    def _in_one_piece(self, mechanism: Mechanism[D, Y, R], database: D) -> Y:
        """The output of a sub-mechanism on the current branch, which it may prolong."""
        output = mechanism(database, plain(self))
        if self._refusals.last is not None:
            raise self._refusals.last
        return output

    def _check_dist(self, given: Dist[Y, R] | Dist[Y, Fraction]) -> None:
        if type(given) is TwoSidedGeometric:
            raise TypeError(f"draw({given!r}): {NO_DIST}")
        if type(given) is not Dist:
            raise TypeError(f"draw({given!r}): a draw takes a Dist, such as Dist.uniform(...)")
        self._check_field(given.field)

    def _check_field(self, field: Field[R] | Field[Fraction]) -> None:
        """Refuse chances that depend on another loss than the eps of the mechanism."""
        if field.symbolic:
            refuse_other(field)
        if self._field is not None and self._field.rank < field.rank:
            raise OtherLossError

    def _branch(self, dist: Dist[Y, R] | Dist[Y, Fraction]) -> Y:
        self._asked()
        watched = suspended()
        try:
            if len(dist) == 1 and not dist.field.symbolic:
                return next(iter(dist))
            if not (self._is_new() or self._foreign):
                node = self.stack[self.position]
                if node.dist is dist:
                    self.position += 1
                    return outcome(tuple(dist.by_key)[node.place])
            asked, weights = tuple(dist.by_key), tuple(dist.by_key.values())
            if self._is_new():
                self.drawn.add(dist.field.name)
                self._grow(_Node(asked, weights, dist.total, dist=dist))
            return outcome(asked[self._answer(asked, weights)])
        finally:
            if watched:
                resume()

    def _asked(self) -> None:
        """Note that the mechanism draws; refuse it if it has released its output."""
        self._laws.draws = True
        running = self._laws.running
        if running is not self._refusals:
            failure = ImpureMechanismError("a draw with the coins of another call")
            if running is not None:
                running.last = failure
            raise failure
        if self.released is not None:
            raise ReleasedError

    def _grow(self, node: _Node[X]) -> None:
        """Go on beyond the last draw of the branch."""
        most = self._laws.most_draws
        if self.position > most:
            raise UnfinishedError(f"more than {most} draws (--max-draws raises that)")
        self.stack.append(node)
        node.backwards = self._laws.backwards

    def _is_new(self) -> bool:
        return self.position == len(self.stack)

    def _answer(self, asked: Sequence[object], weights: Sequence[Weight]) -> int:
        node = self.stack[self.position]
        if asked != node.asked or weights != node.weights:
            raise ImpureMechanismError(_other_draw(node, asked))
        self.position += 1
        return node.place


class _Refusals:
    """What draws raise: no handler of the mechanism's makes an outcome of it."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: BaseException | None = None

    def __enter__(self) -> None:
        """A draw begins."""

    def __exit__(self, kind: object, failure: BaseException | None, trace: object) -> None:
        if failure is not None:
            self.last = failure


class _Node(Generic[X]):
    """One draw on the current branch, and the blend of the laws of what followed it so far."""

    __slots__ = (
        *("_checks", "_index", "_residues"),
        *("asked", "backwards", "blend", "dist", "total", "weights"),
    )

    def __init__(
        self,
        asked: Sequence[object],
        weights: Sequence[Weight],
        total: Weight,
        checks: Sequence[tuple[Weight, ...]] = (),
        dist: object = None,
    ) -> None:
        self.dist = dist
        """What was drawn from: where code is ours, that is not compared with itself."""

        self.asked = asked
        """What tells the draw from others: its outcomes, or noise and how it settles."""

        self.weights = weights
        self.total = total
        self.backwards = 0
        """See `Laws`."""

        self._index = 0
        self.blend: Blend[X] = Blend()
        self._checks = checks
        self._residues: list[Blend[X]] = [Blend() for _ in checks]

    @property
    def place(self) -> int:
        """That of the current outcome."""
        if self.backwards:
            return (-self.backwards - self._index) % len(self.weights)
        return self._index

    @property
    def answer(self) -> object:
        """The current outcome, or the place of a value of noise: laws may list outcomes anyhow."""
        outcomes = len(self.asked) == len(self.weights)
        return self.asked[self.place] if outcomes else self.place

    @property
    def exhausted(self) -> bool:
        """Whether every outcome of the draw has been followed."""
        return self._index == len(self.weights)

    def add(self, weights: Mapping[Key[X], Weight], total: Weight, chance: Weight = 1) -> None:
        """The law after the current outcome is weights / total; go to the next outcome.

        Args:
            weights: by key.
            total: what they are divided by.
            chance: times this, where real draws are in the order of the branch that ends.
        """
        place = self.place
        self.blend.add(self.weights[place] * chance, weights, total)
        for residue, check in zip(self._residues, self._checks, strict=True):
            if check[place]:
                residue.add(check[place] * chance, weights, total)
        self._index += 1
        if self.exhausted and any(any(residue.weights.values()) for residue in self._residues):
            raise UnsettledTailError(
                "what follows an unbounded draw is not a polynomial of the stated degree "
                "in ratio^|z| beyond the stated range; clamp what is drawn to an interval"
            )


def _is_hashable(mechanism: object) -> bool:
    try:
        hash(mechanism)
    except TypeError:
        return False
    return True


def _other_draw(node: _Node[X], asked: Sequence[object]) -> str:
    """What is wrong with a draw that is not the one that stands at its place of the branch."""
    if len(asked) != len(node.asked):
        return f"a draw among {len(node.asked)} outcomes was among {len(asked)} when repeated"
    if asked == node.asked:
        return "a draw had other weights when repeated"
    return "a draw had other outcomes, or in another order, when repeated"


def check_root(noise: object) -> None:
    """Refuse noise of a scale that depends on another loss, where one is alone.

    Raises:
        OtherLossError: if it does.
    """
    scale = noise.deviation if isinstance(noise, Gaussian) else getattr(noise, "scale", None)
    if isinstance(scale, Scale):
        refuse_other(scale.root)


def _check_noise(given: object) -> None:
    if not isinstance(given, Laplace | Exponential | Uniform | Gumbel | Gaussian):
        raise TypeError(f"draw_real({given!r}): it takes noise, such as Laplace(2 / eps)")


def is_only_enclosed(mechanism: object) -> bool:
    """Whether a mechanism of ours says, by a method `enclosed`, that it has no exact law."""
    kind: type = type(mechanism)
    return hasattr(kind, "enclosed") and ours(kind)


def _check_exact(mechanism: object) -> None:
    if is_only_enclosed(mechanism):
        raise NoExactLawError(
            f"{named(mechanism)} has no exact law: at one eps `enclosed_law` encloses it; on the "
            "command line, `exactdp privacy` and `law` with --eps P/Q do, for a class with "
            "`continuous = True`"
        )


def _field_of_eps(mechanism: Mechanism[D, X, R]) -> Field[R] | None:
    """The field of the mechanism's `eps`; None if it has none."""
    if _is_made_unread(mechanism):
        return None
    found: object = getattr(getattr(mechanism, "eps", None), "field", None)
    if found is None or isinstance(found, Field):
        return found
    raise TypeError(f"{found!r} is not the field of a privacy loss")


def _is_made_unread(mechanism: object) -> bool:
    """Whether nobody can read the eps of the mechanism."""
    return is_unread(getattr(getattr(mechanism, "eps", None), "root", None))


def _field_of_draws(names: Collection[str]) -> Field[R]:
    """The least field that has the weights of all draws."""
    found: object = max((FIELDS[name] for name in names), key=lambda field: field.rank)
    assert isinstance(found, Field)
    return found


def named(mechanism: object) -> str:
    """The name of a mechanism: that of its class, or of the function that it is."""
    return str(getattr(mechanism, "__qualname__", type(mechanism).__qualname__))
