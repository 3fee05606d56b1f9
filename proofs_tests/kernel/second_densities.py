"""The second checker for densities of values: integrals by balls, signs on lines through 0.

An integral over a bounded piece is enclosed numerically, one over an unbounded piece is i!
e^(-x) sum of x^k / k!, where the kernel has antiderivatives; both at a few rational u.  Signs are
decided, by `certified`, on some lines s = t u through 0, where a function of s and u is one of u;
the kernel has Taylor coefficients.  What is true on the lines and false between them would be
accepted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import factorial

from flint import acb, arb, ctx, fmpq, fmpz_mpoly

from proofs_tests.kernel.certified import BITS
from proofs_tests.kernel.second_checker import Json, Wrong, integers, is_integer, list_of, shape_of
from proofs_tests.kernel.second_everywhere import ONE, RING, UNKNOWN, Everywhere, _shown
from reference.override import override

Term = tuple[int, int, int, int, int]
Piece = list[Term]
Ends = tuple[int | None, int | None] | None

PLACES = (fmpq(1, 3), fmpq(7, 5), fmpq(4))
"""Some u."""

LINES = (fmpq(0), fmpq(1), fmpq(1, 2), fmpq(1, 9), fmpq(8, 9), fmpq(1, 60), fmpq(59, 60))
"""Where a line cuts a bounded piece, as a part of it; its end is one of the next."""

FURTHER = (fmpq(0), fmpq(1, 50), fmpq(1, 3), fmpq(1), fmpq(2), fmpq(7), fmpq(40))
"""How far beyond a break point, in units of u."""


class Densities(Everywhere):
    """One certificate about densities."""

    @override
    def _laws(self) -> None:
        breaks = list_of(self.fields["breaks"])
        if len(breaks) != self.outcomes:
            raise Wrong("WrongLength")
        self.shape = [self._ends(value) for value in breaks]
        self.functions: dict[tuple[int, ...], list[list[Piece]]] = {}
        self.apart: dict[tuple[int, ...], list[list[tuple[int, int]]]] = {}
        super()._laws()

    def _ends(self, value: Json) -> list[Ends]:
        if value is None:
            return [None]
        ends = integers(value)
        if not ends or any(a >= b for a, b in pairwise(ends)):
            raise Wrong("BadIndices")
        if max(map(abs, ends)) > 10**4:
            raise Wrong("TooLarge")
        return [*pairwise([None, *ends, None])]

    @override
    def _law(self, item: Json) -> None:
        fields = shape_of(item, "database total free densities")
        database = tuple(integers(fields["database"]))
        total = self._positive(fields["total"])
        if len(list_of(fields["free"])) != self.outcomes:
            raise Wrong("WrongLength")
        apart = [free_of(each) for each in list_of(fields["free"])]
        parts = list_of(fields["densities"])
        if len(parts) != self.outcomes:
            raise Wrong("WrongLength")
        found: list[list[Piece]] = []
        for value, shape in zip(parts, self.shape, strict=True):
            pieces: list[Json] = [value] if shape == [None] else list_of(value)
            if len(pieces) != len(shape):
                raise Wrong("WrongLength")
            found.append([piece_of(piece, alone=shape == [None]) for piece in pieces])
        if database not in self.universe.databases:
            self.reasons |= {"UnknownDatabase"}
        if database in self.laws:
            self.reasons |= {"RepeatedDatabase"}
        for density, shape in zip(found, self.shape, strict=True):
            self._need_everywhere(density, shape, "NegativeWeight")
        if not all(overlap(self._mass(found, u), value_of(total, u)) for u in PLACES):
            self.reasons |= {"NotNormalised"}
        self.laws[database], self.parts[database] = ([], []), (total, [])
        self.functions[database], self.apart[database] = found, apart

    def _mass(self, law: Sequence[list[Piece]], u: fmpq) -> arb | None:
        """The sum of all integrals and probabilities at u; None if one diverges."""
        whole = arb(0)
        for pieces, shape in zip(law, self.shape, strict=True):
            for piece, ends in zip(pieces, shape, strict=True):
                part = integral(piece, ends, u)
                if part is None:
                    return None
                whole += part
        return whole

    @override
    def _bounds(self) -> tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]:
        self.x = self._fraction(self.fields["exp_eps"])
        self._need(self.x[0] - self.x[1], "Trivial")
        return ([1], [1]), ([1], [1])

    def _need_everywhere(self, pieces: list[Piece], shape: list[Ends], reason: str) -> None:
        for piece, ends in zip(pieces, shape, strict=True):
            for line in lines(ends):
                found = _shown(on_line(piece, line))
                if found is None:
                    self.reasons |= {UNKNOWN}
                elif not found:
                    self.reasons |= {reason}

    @override
    def _densities(self) -> None:
        n, d = self.x
        for one, other in self.pairs:
            (s, _), (t, _) = self.parts[one], self.parts[other]
            for y, shape in enumerate(self.shape):
                free = self.apart[one][y], self.apart[other][y]
                if [a for a, _ in free[0]] != [a for a, _ in free[1]]:
                    self.reasons |= {"PrivacyNotShown"}
                    continue
                growth = ONE
                for (a, c), (_, there) in zip(*free, strict=True):
                    growth = growth * RING.from_dict({(0, a * abs(c - there)): 1})
                ps, qs = self.functions[one][y], self.functions[other][y]
                slack = [
                    times(q, n * s) + times(p, -growth * d * t)
                    for p, q in zip(ps, qs, strict=True)
                ]
                self._need_everywhere(slack, shape, "PrivacyNotShown")


def free_of(value: Json) -> list[tuple[int, int]]:
    """Rates and centres."""
    pairs = [integers(pair) for pair in list_of(value)]
    if any(len(pair) != 2 for pair in pairs):
        raise Wrong("WrongLength")
    if any(a < 1 for a, _ in pairs):
        raise Wrong("NegativeWeight")
    if any(a > 100 or abs(c) > 10**4 for a, c in pairs):
        raise Wrong("TooLarge")
    return [(a, c) for a, c in pairs]


def piece_of(value: Json, *, alone: bool) -> Piece:
    """The terms i, m, j, k, c of a density; of a probability i = m = 0."""
    if alone and is_integer(value):
        raise Wrong("WrongType")
    terms = [integers(term) for term in list_of(value)]
    if any(len(term) != (3 if alone else 5) for term in terms):
        raise Wrong("WrongLength")
    found: Piece = []
    for term in terms:
        i, m, j, k, c = ((0, 0) if alone else ()) + tuple(term)
        if min(i, j, k) < 0 or c == 0:
            raise Wrong("NotCanonical")
        if max(i, j) > 100 or k > 10**4 or abs(m) > 100:
            raise Wrong("TooLarge")
        found.append((i, m, j, k, c))
    if any(a[:4] >= b[:4] for a, b in pairwise(found)):
        raise Wrong("NotCanonical")
    return found


def times(piece: Piece, factor: fmpz_mpoly) -> Piece:
    """A product with a polynomial in u and r; terms may repeat."""
    terms = [(int(g), int(h), int(b)) for (g, h), b in factor.to_dict().items()]
    return [(i, m, j + g, k + h, c * b) for i, m, j, k, c in piece for g, h, b in terms]


def lines(ends: Ends) -> list[fmpq]:
    """Some s/u in a piece and at its ends."""
    if ends is None:
        return [fmpq(0)]
    low, high = ends
    if low is None:
        assert high is not None
        return [high - step for step in FURTHER]
    if high is None:
        return [low + step for step in FURTHER]
    return [low + (high - low) * part for part in LINES]


def on_line(piece: Piece, t: fmpq) -> frozenset[tuple[int, int, int]]:
    """The terms j, k, c of the function of z that it is where u = q z, s = p z, t = p/q."""
    p, q = int(t.p), int(t.q)
    found: dict[tuple[int, int], int] = {}
    for i, m, j, k, c in piece:
        power = i + j, k * q + m * p
        found[power] = found.get(power, 0) + c * p**i * q**j
    least = min((k for _, k in found), default=0)
    return frozenset((j, k - least, c) for (j, k), c in found.items() if c)


def integral(piece: Piece, ends: Ends, u: fmpq) -> arb | None:
    """That of a density at u, enclosed; or the probability."""
    ctx.prec = BITS
    r, whole = arb(u).exp(), arb(0)
    for i, m, j, k, c in piece:
        factor = c * arb(u) ** j * r**k
        if ends is None:
            whole += factor
            continue
        low, high = ends
        if low is not None and high is not None:
            a, b = acb(low * u), acb(high * u)
            whole += factor * acb.integral(partial(_integrand, i, m), a, b).real
        elif low is not None:
            if m >= 0:
                return None
            whole += factor * beyond(i, -m, low * u)
        else:
            if m <= 0 or high is None:
                return None
            whole += factor * (-1) ** i * beyond(i, m, -high * u)
    return whole


def _integrand(i: int, m: int, s: acb, _: bool) -> acb:
    """The function s^i e^(m s)."""
    return s**i * (m * s).exp()


def beyond(i: int, m: int, a: fmpq) -> arb:
    """The integral of s^i e^(-m s) from a on."""
    x = arb(m * a)
    series = sum((x**n / factorial(n) for n in range(i + 1)), arb(0))
    return factorial(i) * (-x).exp() * series / arb(m) ** (i + 1)


def value_of(p: fmpz_mpoly, u: fmpq) -> arb:
    """The value of a polynomial in u and r at u."""
    r = arb(u).exp()
    terms = p.to_dict().items()
    return sum((int(c) * arb(u) ** int(j) * r ** int(k) for (j, k), c in terms), arb(0))


def overlap(one: arb | None, other: arb) -> bool:
    """Whether two numbers may be equal."""
    return one is not None and bool(one.overlaps(other))
