"""P(E) <= x P'(E) + delta for all pairs of adjacent databases and all events E, on a range.

The weights of a law are packed into integers, a slot for each outcome, so that the inequalities
of a pair of laws cost few products; long polynomials fill an integer each.
"""

from collections import defaultdict
from functools import partial
from itertools import chain

from audits.kernel.polynomial import STEP, Piece, Range, Ratio, bits, forms_on, moved, norm, signs
from audits.kernel.reading import Refused
from audits.kernel.table import Law, Table

PAIRS, PACKED = "pairs of databases", 512
Pair = tuple[int, int]
Bound = tuple[Ratio, Ratio]


def prove_private(table: Table, bound: Bound, scope: Range, direction: str) -> int:
    """The number of ordered pairs, if the bound is shown for all of them."""
    (universe, _, found), count = table, 0
    numbers, groups = dict[Law, int](), defaultdict[int, set[Pair]](set)
    number = {d: numbers.setdefault(law, len(numbers)) for d, law in found.items()}
    size = [max(map(len, law)) // 16 for law in numbers]
    scope.spend(PAIRS, len(number) * universe.work())
    for one, i in number.items():
        for j in map(number.__getitem__, universe.later(one)):
            count += 1
            if i != j:  # laws of similar degrees are packed together
                groups[max(size[i], size[j])].add((i, j))
    ways = {"forward", "backward"} & {direction} or {"forward", "backward"}
    not_shown = partial(_not_shown, [*numbers], bound, scope, ways)
    for group in groups.values():
        for i, j in scope.open([*group], not_shown):
            one, other = (next(d for d, k in number.items() if k == n) for n in (i, j))
            raise Refused("PrivacyNotShown", f"for the laws on {one} and {other}")
    return count * len(ways)


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
