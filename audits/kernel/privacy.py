"""P(E) <= x P'(E) + delta for all pairs of adjacent databases and all events E, on a range.

The weights of a law are packed into integers, a slot for each outcome, so that the inequalities
of a pair of laws cost few products; long polynomials fill an integer each.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from itertools import chain

from audits.kernel.exponential import EveryEps
from audits.kernel.polynomial import (
    PAIRS,
    STEP,
    ZERO,
    Bound,
    Law,
    Pair,
    Piece,
    Range,
    bits,
    forms_on,
    moved,
    norm,
    signs,
)
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
    every, alone = universe.complete(), bound[1][0] == ZERO
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
        pairs = {
            pair: pairs[pair] for pair in pairs if pair[0] < pair[1] or pair[::-1] not in pairs
        }
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
    laws: list[Law], bound: Bound, scope: Range, ways: set[str], pairs: list[Pair], piece: Piece
) -> list[Pair]:
    """The pairs for which the bound is not shown on the piece."""
    involved, outcomes = {*chain.from_iterable(pairs)}, len(laws[0]) - 1
    parts = [*{p for i in involved for p in laws[i]}], *bound
    forms = forms_on(piece)
    degrees = even, odd, more = [max(map(len, part)) - 1 for part in parts]
    w, f, z = (bits(forms, max(map(norm, p)), d) for p, d in zip(parts, degrees, strict=True))
    # The coefficients below are at most 4 m W^2 F Z in size: for each of m outcomes two
    # products of two weights and a part of the factor, all that times a part of delta.
    width, places = (outcomes.bit_length() + 3 + 2 * w + f + z) // 8 + 1, 2 * even + odd + more + 1
    slot, k = places * width, 8 * width
    scope.spend(PAIRS, len(pairs) * (STEP + (1 + slot * outcomes // 8) * (1 + slot // 8)))
    num, den = (moved(p, odd, forms, k) for p in bound[0])
    top, bottom = (moved(p, more, forms, k) for p in bound[1])
    packed = {p: moved(p, even, forms, k).to_bytes(slot, "little") for p in parts[0]}
    step = min(outcomes, max(1, PACKED // slot))  # so many outcomes are packed together
    row, total = dict[int, list[int]](), dict[int, int]()
    for i in involved:
        *each, whole = (packed[p] for p in laws[i])
        some = (b"".join(each[y : y + step]) for y in range(0, outcomes, step))
        row[i] = [int.from_bytes(group, "little") for group in some]
        total[i] = int.from_bytes(whole, "little")
    mask, masks = signs(places, width), signs(places * step, width)

    def excess(lifted: int) -> int:
        """The sum of (P(y) - x P'(y)) S T, counting positive coefficients only."""
        scope.spend(PAIRS, STEP * step)
        lifted = 2 * masks - lifted
        above = lifted & masks
        gains = (lifted & (above - (above >> k - 1))).to_bytes(slot * step, "little")
        slots = (gains[y : y + slot] for y in range(0, len(gains), slot))
        return sum(int.from_bytes(part, "little") for part in slots)

    def exceeds(gain: int, both: int) -> bool:
        """Whether the gain is not shown to be at most delta, where both is S T."""
        return gain > 0 and (top * den * both - bottom * gain + mask) & mask != mask

    left, forward, backward = [], "forward" in ways, "backward" in ways
    for i, j in pairs:
        s, t, gain, loss = total[i], total[j], 0, 0
        for one, other in zip(row[i], row[j], strict=True):
            p, q = one * t, other * s  # P(y) S T and P'(y) S T, for each y of a group
            if forward and (lifted := num * q - den * p + masks) & masks != masks:
                gain += excess(lifted)
            if backward and (lifted := num * p - den * q + masks) & masks != masks:
                loss += excess(lifted)
        if exceeds(gain, s * t) or exceeds(loss, s * t):
            left.append((i, j))
    return left
