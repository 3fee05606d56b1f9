"""P(E) <= x P'(E) + delta for all pairs of adjacent databases and all events E, on a range.

The weights of a law are packed into integers, a slot for each outcome, so that the inequalities
of a pair of laws cost few products; long polynomials fill an integer each.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain

from audits.kernel.exponential import EveryEps
from audits.kernel.polynomial import PAIRS, STEP, Bound, Forms, Law, Pair, Range, norm, signs
from audits.kernel.reading import Refused
from audits.kernel.table import Database, Table, Where

PACKED = 512


def prove_private(table: Table, bound: Bound, scope: Where, direction: str) -> int:
    """The number of ordered pairs, if the bound is shown for all of them.

    Of the laws of two databases, the first comes before the second.  If delta is 0, each outcome
    may be looked at alone: its weight and the total are a law of one outcome.
    """
    (universe, outcomes, found), count = table, 0
    ways = {"forward", "backward"} & {direction} or {"forward", "backward"}
    every, alone = universe.complete(), not any(bound[1][0])
    if alone and isinstance(scope, Range):  # which packs outcomes; it pays where these are short
        laws = {*found.values()}
        columns = [{(law[y], law[-1]) for law in laws} for y in range(outcomes)]
        polys = [*chain(*laws)]
        words = 4 * max(map(len, polys)) * (1 + max(map(norm, polys)).bit_length() // 64)
        lone = sum(len(column) ** 2 for column in columns) * (STEP + words**2)
        alone = lone <= len(laws) ** 2 * (STEP + outcomes * words**2)
    numbers, rows = dict[Law, int](), dict[Database, list[int]]()
    for one in sorted(found):
        *weights, whole = law = found[one]
        parts = [(weight, whole) for weight in weights] if alone else [law]
        rows[one] = [numbers.setdefault(part, len(numbers)) for part in parts]
    pairs = dict[Pair, tuple[Database, Database]]()
    if alone and every:
        count = len(found) * (len(found) - 1) // 2
        for column in zip(*rows.values(), strict=True):
            last = dict(zip(column, rows, strict=True))
            first = dict(zip(reversed(column), reversed(rows), strict=True))
            scope.spend(PAIRS, STEP * len(first) ** 2)
            ends = ((i, j) for i in first for j in first if i != j and first[i] < last[j])
            pairs |= {(i, j): (first[i], last[j]) for i, j in ends}
    else:
        scope.spend(PAIRS, len(found) * universe.work() * max(map(len, rows.values()), default=1))
        for one, row in rows.items():
            for other in universe.later(one):
                count += 1
                for i, j in zip(row, rows[other], strict=True):
                    if i != j:
                        pairs.setdefault((i, j), (one, other))
    if len(ways) == 2:  # each two laws once
        pairs = {p: pairs[p] for p in pairs if p[0] < p[1] or p[::-1] not in pairs}
    exceeded = scope.exceeded if isinstance(scope, EveryEps) else partial(_exceeded, scope)
    for pair in exceeded([*numbers], bound, ways, [*pairs]):
        one, other = pairs[pair]
        raise Refused("PrivacyNotShown", f"for the laws on {one} and {other}")
    return count * len(ways)


def _exceeded(
    scope: Range, laws: list[Law], bound: Bound, ways: set[str], pairs: list[Pair]
) -> Iterator[Pair]:
    """The pairs of laws for which the bound is not shown; those of similar degrees together."""
    groups, size = defaultdict[int, list[Pair]](list), [max(map(len, law)) // 16 for law in laws]
    for i, j in pairs:
        groups[max(size[i], size[j])].append((i, j))
    for group in groups.values():
        yield from scope.open(group, partial(_not_shown, laws, bound, scope, ways))


def _not_shown(
    laws: list[Law], bound: Bound, scope: Range, ways: set[str], pairs: list[Pair], forms: Forms
) -> list[Pair]:
    """The pairs for which the bound is not shown on the piece.

    For weights p, q and totals S, T of a pair an outcome gains d p T - n q S.  What is tested is
    the gain's negative, plus masks: these stay whole unless the gain has a positive coefficient.
    """
    packing = Packing(laws, bound, scope, pairs, forms)
    rows, totals, (n, d), masks = packing.rows, packing.totals, packing.factor, packing.masks
    left, forward, backward = list[Pair](), "forward" in ways, "backward" in ways
    for i, j in pairs:
        s, t, gain, loss = totals[i], totals[j], 0, 0
        for one, other in zip(rows[i], rows[j], strict=True):
            p, q = one * t, other * s
            if forward and (lifted := n * q - d * p + masks) & masks != masks:
                gain += packing.positive(2 * masks - lifted)
            if backward and (lifted := n * p - d * q + masks) & masks != masks:
                loss += packing.positive(2 * masks - lifted)
        if packing.exceeds(gain, s * t) or packing.exceeds(loss, s * t):
            left.append((i, j))
    return left


class Packing:
    """Weights and totals of laws, and the bound, as integers: their values at s = 2^k on a piece.

    An outcome has a slot of bytes; the slots of some outcomes are one integer of a row.  In a slot
    each coefficient has k bits.  If those of a weight, a part of the factor and a part of delta
    add up to less than W, F and Z, none is more than 4 m W^2 F Z < 2^(k-1) in size: for each of m
    outcomes two products of two weights and a part of the factor, times a part of delta.
    """

    def __init__(
        self, laws: list[Law], bound: Bound, scope: Range, pairs: list[Pair], forms: Forms
    ) -> None:
        self.scope, involved, outcomes = scope, {*chain.from_iterable(pairs)}, len(laws[0]) - 1
        parts = [*{p for i in involved for p in laws[i]}], *bound
        degrees = even, odd, more = [max(map(len, part)) - 1 for part in parts]
        sizes = [max(map(norm, part)) for part in parts]
        w, f, z = map(forms.bits, sizes, degrees)
        width = (outcomes.bit_length() + 3 + 2 * w + f + z) // 8 + 1
        places, self.k = 2 * even + odd + more + 1, 8 * width
        self.slot = slot = places * width
        scope.spend(PAIRS, len(pairs) * (STEP + (1 + slot * outcomes // 8) * (1 + slot // 8)))
        self.factor = [forms.moved(p, odd, self.k) for p in bound[0]]
        self.delta = [forms.moved(p, more, self.k) for p in bound[1]]
        self.together = min(outcomes, max(1, PACKED // slot))
        packed = {p: forms.moved(p, even, self.k).to_bytes(slot, "little") for p in parts[0]}
        rows = ((i, b"".join(packed[p] for p in laws[i][:-1])) for i in involved)
        self.rows = {i: self.read(row, slot * self.together) for i, row in rows}
        self.totals = {i: int.from_bytes(packed[laws[i][-1]], "little") for i in involved}
        self.mask, self.masks = signs(places, width), signs(places * self.together, width)

    def read(self, packed: bytes, size: int) -> list[int]:
        """The integers of `size` bytes each that stand one after the other."""
        ends = range(0, len(packed), size)
        return [int.from_bytes(packed[start : start + size], "little") for start in ends]

    def positive(self, lifted: int) -> int:
        """The sum of gains of outcomes, counting positive coefficients only.

        Given are the gains plus masks: the top bit of a place says that the coefficient is >= 0.
        """
        self.scope.spend(PAIRS, STEP * self.together)
        above = lifted & self.masks
        kept = lifted & (above - (above >> self.k - 1))
        return sum(self.read(kept.to_bytes(self.slot * self.together, "little"), self.slot))

    def exceeds(self, gain: int, both: int) -> bool:
        """Whether the gain is not shown to be at most delta d S T, for both = S T."""
        (top, bottom), mask = self.delta, self.mask
        return gain > 0 and (top * self.factor[1] * both - bottom * gain + mask) & mask != mask
