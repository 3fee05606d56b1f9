"""P(E) <= x P'(E) + delta for all pairs of adjacent databases and all events E, on a range.

All weights of a law are packed into one integer, a slot for each outcome, so that the
inequalities of a pair of laws cost two products.
"""

from collections.abc import Iterable
from itertools import chain

from audits.kernel.polynomial import (
    DEEPEST,
    ONE,
    ZERO,
    Coefficients,
    Group,
    Piece,
    Range,
    Ratio,
    cross,
    ratio,
    signs,
)
from audits.kernel.reading import Fields, Refused
from audits.kernel.table import Table

MOST_EVENTS = 64

Pair = tuple[int, int]
Weights = tuple[Coefficients, ...]  # of each outcome, and the total


def read_bound(fields: Fields, scope: Range) -> tuple[Ratio, Ratio]:
    """The factor x >= 1, and delta >= 0 that is not everywhere 1 or more."""
    x, delta = ratio(fields["exp_eps"], scope), ratio(fields["delta"], scope)
    one, zero = Ratio(ONE, ONE), Ratio(ZERO, ONE)
    fields["exp_eps"].require(scope.proves(*cross(one, "<=", x)), "Trivial", "be at least 1")
    fields["delta"].require(scope.proves(*cross(zero, "<=", delta)), "Trivial", "be at least 0")
    vacuous = scope.proves(*cross(one, "<" if "scores" in fields else "<=", delta))
    fields["delta"].require(not vacuous, "Trivial", "be less than 1 somewhere")
    return x, delta


def prove_private(table: Table, fields: Fields, direction: str) -> int:
    """The number of ordered pairs, if the bound is shown for all of them."""
    scope, universe, _, laws = table
    bound, numbers = read_bound(fields, scope), dict[Weights, int]()
    weights = {d: tuple([w.coefficients for w in law]) for d, law in laws.items()}
    number = {d: numbers.setdefault(ws, len(numbers)) for d, ws in weights.items()}
    pairs, count = set[Pair](), 0
    for pair in universe.pairs(number):
        pairs.add(pair)
        count += 1
    comparison = _Comparison([*numbers], *bound, scope, direction)
    for some in comparison.of_similar_degree(pairs):
        left = scope.open(some, comparison.not_shown, comparison.deepest)
        if left:
            examples = [next(d for d, k in number.items() if k == i) for i in left[0]]
            raise Refused("PrivacyNotShown", f"for the laws on {examples[0]} and {examples[1]}")
    return count * (2 if direction == "both" else 1)


class _Comparison:
    """The bound for pairs of laws."""

    def __init__(
        self, laws: list[Weights], x: Ratio, delta: Ratio, scope: Range, direction: str
    ) -> None:
        self._laws, self._scope, self._direction = laws, scope, direction
        self._parts = [[part.coefficients for part in (q.num, q.den)] for q in (x, delta)]
        self._length = [max(map(len, law)) for law in laws]
        longest = max(*self._length, *(len(p) for parts in self._parts for p in parts))
        self.deepest = DEEPEST if longest > 1 else 0

    def of_similar_degree(self, pairs: set[Pair]) -> Iterable[list[Pair]]:
        """The pairs of different laws, those together whose polynomials are packed alike."""
        groups = dict[int, list[Pair]]()
        for i, j in pairs:
            if i != j:
                size = max(self._length[i], self._length[j]) // 16
                groups.setdefault(size, []).append((i, j))
        return groups.values()

    def not_shown(self, pairs: list[Pair], piece: Piece) -> list[Pair]:
        """The pairs for which the bound is not shown on the piece."""
        laws, outcomes = self._laws, len(self._laws[0]) - 1
        weights = {weight for i in {*chain.from_iterable(pairs)} for weight in laws[i]}
        groups = weigh, factor, slack = [Group(*part) for part in (weights, *self._parts)]
        w, x, z = (group.bits(piece) for group in groups)
        # The coefficients below are at most 4 m W^2 X Z in size: for each of m outcomes two
        # products of two weights and a part of the factor, all that times a part of delta.
        bits = (4 * max(outcomes, 1)).bit_length() + 2 * w + x + z + 1
        places = 2 * weigh.degree + factor.degree + slack.degree + 1
        slot = places * bits
        self._scope.spend(len(pairs) * (1 + slot * outcomes // 64) * (1 + slot // 64))
        num, den = (factor.packed(part, piece, bits) for part in self._parts[0])
        top, bottom = (slack.packed(part, piece, bits) for part in self._parts[1])
        packed = {p: weigh.packed(p, piece, bits) for p in weights}
        total = {i: packed[laws[i][-1]] for pair in pairs for i in pair}
        row = {i: sum(packed[p] << slot * y for y, p in enumerate(laws[i][:-1])) for i in total}
        mask, masks = signs(places, bits), signs(places * outcomes, bits)

        def shown(gaps: int, both_totals: int) -> bool:
            """E has all y with P(y) > x P'(y), and any of those for which the sign is open."""
            lifted = gaps + masks
            if lifted & masks == masks:
                return True
            gains = [0]
            for y in range(outcomes):
                gap = (lifted >> slot * y) & ((1 << slot) - 1)
                if gap & mask != mask:
                    gain = mask - gap
                    without = [] if (gain + mask) & mask == mask else gains
                    gains = [*without, *(event + gain for event in gains)]
                    if len(gains) > MOST_EVENTS:
                        return False
            room = top * den * both_totals + mask
            return all((room - bottom * gain) & mask == mask for gain in gains)

        forward, backward = (self._direction != way for way in ("backward", "forward"))
        left = []
        for i, j in pairs:
            p, q, totals = row[i] * total[j], row[j] * total[i], total[i] * total[j]
            ahead = not forward or shown(num * q - den * p, totals)
            if not ahead or (backward and not shown(num * p - den * q, totals)):
                left.append((i, j))
        return left
