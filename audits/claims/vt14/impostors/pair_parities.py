"""Wrong marginals, and wrong ways to write a parity of many attributes as one of two."""

from audits.claims.prelude import *
from reference.data.parities import Places, subsets, times, widened

Parities = Mapping[Places, Fraction | int]


def last_sign_minus(parities: Parities, wanted: Mapping[int, int]) -> Fraction:
    """The parity of all places is subtracted."""
    *rest, last = subsets(tuple(wanted))
    found = Fraction(sum(times(wanted[i] for i in t) * parities[t] for t in rest), 1)
    return Fraction(found - times(wanted.values()) * parities[last], 2 ** len(wanted))


def without_the_constant(parities: Parities, wanted: Mapping[int, int]) -> Fraction:
    """The number of rows is left out."""
    terms = (times(wanted[i] for i in t) * parities[t] for t in subsets(tuple(wanted)) if t)
    return Fraction(sum(terms), 2 ** len(wanted))


def not_divided(parities: Parities, wanted: Mapping[int, int]) -> Fraction:
    """Twice what is right."""
    terms = [times(wanted[i] for i in t) * parities[t] for t in subsets(tuple(wanted))]
    return Fraction(2 * sum(terms), 2 ** len(wanted))


def signs_ignored(parities: Parities, wanted: Mapping[int, int]) -> Fraction:
    """The number of rows that are +1 at all places."""
    terms = [Fraction(parities[t]) for t in subsets(tuple(wanted))]
    return Fraction(sum(terms), 2 ** len(wanted))


def signs_of_the_others(parities: Parities, wanted: Mapping[int, int]) -> Fraction:
    """With opposite signs."""
    terms = [times(-wanted[i] for i in t) * parities[t] for t in subsets(tuple(wanted))]
    return Fraction(sum(terms), 2 ** len(wanted))


WRONG_MARGINALS = {
    "minus for the last coefficient": last_sign_minus,
    "without the number of rows": without_the_constant,
    "divided by half as much": not_divided,
    "signs ignored": signs_ignored,
    "opposite signs": signs_of_the_others,
}


def largest_half(bits: int, ways: int) -> tuple[Places, ...]:
    """Sets of exactly ceil(t/2) attributes."""
    return tuple(combinations(range(bits), -(-ways // 2)))


def too_small(bits: int, ways: int) -> tuple[Places, ...]:
    """Sets of at most floor(t/2) attributes."""
    return tuple(s for k in range(1, ways // 2 + 1) for s in combinations(range(bits), k))


def too_large(bits: int, ways: int) -> tuple[Places, ...]:
    """Sets of at most ceil(t/2) + 1 attributes."""
    half = -(-ways // 2)
    return tuple(s for k in range(1, half + 2) for s in combinations(range(bits), k))


def at_most_two(bits: int, ways: int) -> tuple[Places, ...]:
    """Sets of at most two attributes, about d^2 of them: enough for t <= 4."""
    del ways
    return tuple(s for k in (1, 2) for s in combinations(range(bits), k))


WRONG_COORDINATES = {
    "only the largest sets": largest_half,
    "sets of at most floor(t/2)": too_small,
    "sets of at most ceil(t/2) + 1": too_large,
    "sets of at most two": at_most_two,
}


def sums_for_products(row: int, bits: int, ways: int) -> int:
    """All coordinates but the single ones are +1."""
    return widened(row, bits, ways) | ((1 << 64) - (1 << bits)) & ((1 << 64) - 1)


def complemented(row: int, bits: int, ways: int) -> int:
    """Every sign turned round: products of two stay, single coordinates do not."""
    return ~widened(row, bits, ways) & ((1 << 64) - 1)


WRONG_ROWS = {
    "sets of two and more are always +1": sums_for_products,
    "every coordinate turned round": complemented,
}


def the_row_itself(row: int, bits: int, ways: int) -> int:
    """Not widened."""
    del bits, ways
    return row


def widened_too_little(row: int, bits: int, ways: int) -> int:
    """As for two attributes fewer."""
    return widened(row, bits, max(ways - 2, 1))


TOO_NARROW = {"the row itself": the_row_itself, "as for two attributes fewer": widened_too_little}
