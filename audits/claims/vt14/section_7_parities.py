"""Section 7: marginals from parities, and parities of many attributes from those of two."""

from audits.claims.prelude import *
from reference.data.parities import (
    Histogram,
    as_pair,
    marginal,
    pair_parities,
    parity,
    subsets,
    wide_coordinates,
    widened,
)

HISTOGRAMS: tuple[Histogram, ...] = (
    {},
    {0: 1},
    {1: 2, 2: 1},
    {0: Fraction(1, 2), 1: Fraction(-1, 3), 2: 2, 3: Fraction(5, 7)},
    {1: 1, 3: 1, 6: 4, 7: Fraction(3, 2), 4: Fraction(-2, 5)},
)
"""Rows over up to three attributes, real weights as in the notes."""


def counted(histogram: Histogram, wanted: Mapping[int, int]) -> Fraction:
    """The weight of the rows that have the wanted signs."""
    return sum(
        (
            Fraction(w)
            for row, w in histogram.items()
            if all((row >> i & 1) == (sign > 0) for i, sign in wanted.items())
        ),
        Fraction(0),
    )


def patterns(bits: int, most: int) -> Iterator[dict[int, int]]:
    """Signs for up to so many attributes."""
    for size in range(1, most + 1):
        for places in combinations(range(bits), size):
            for s in product((1, -1), repeat=size):
                yield dict(zip(places, s, strict=True))


TERM = "times(wanted[i] for i in each) * parities[each] for each"
WRONG[marginal] = {
    "minus for the last coefficient": f"{TERM} => "
    "times(wanted[i] for i in each) * parities[each] * (-1) ** (each == (*wanted,)) for each",
    "without the number of rows": "subsets(tuple(wanted))) => subsets(tuple(wanted)) if each)",
    "divided by half as much": "2 ** len(wanted)) => 2 ** (len(wanted) - 1))",
    "signs ignored": f"{TERM} => parities[each] for each",
    "opposite signs": "times(wanted[i] => times(-wanted[i]",
}


@claim(
    "VT14.ALG.Parities2Marginals", over(number=range(len(HISTOGRAMS)), ways=(2, 3)), about=marginal
)
def marginals_from_parities(build: Build, number: int, ways: int) -> Check:
    """The number of rows that have coordinate i = 1 and coordinate j = 1 is the sum over v of
    ((1 + v_i)/2) ((1 + v_j)/2) x_v, that is (n + P_i + P_j + P_ij)/4, with P_T the parity of T;
    one-way marginals are (n + P_i)/2.

    Cases: Any signs in place of 1 and 1, and up to three attributes; histograms with integer,
    rational and negative weights over three attributes; against counting the rows.
    """
    x = HISTOGRAMS[number]
    known = {t: parity(x, t, 3) for t in subsets((0, 1, 2))}
    for wanted in patterns(3, ways):
        yield eq(f"{wanted}", build(known, wanted), counted(x, wanted))
    pairs = pair_parities(x, 3)
    for i, j in product(range(3), repeat=2):
        direct = known[i, j] if i < j else known[j, i] if j < i else known[()]
        yield eq(f"Q x at {i}, {j}", pairs[3 * i + j], direct)


def magnitudes(build: Build, ways: int) -> list[Fraction]:
    """The coefficients of the parities in a marginal: what each contributes alone."""
    places = tuple(range(ways))
    wanted = dict.fromkeys(places, 1)
    listed = [*subsets(places)]
    return [build({t: Fraction(t == each) for t in listed}, wanted) for each in listed]


@claim(
    "VT14.TXT.fourier",
    over(ways=(1, 2)),
    about=marginal,
    refuted=Erratum(
        Grade.WORDING,
        "Section 7, after the display of q_ij: the sum is exactly 1; 'at most 1' is what is "
        "needed (without the number of rows, which is known, it is 1/2 and 3/4)",
        left="sum of the magnitudes of the coefficients",
        right="1",
    ),
)
def magnitudes_below_one(build: Build, ways: int) -> Check:
    """The sum of the magnitudes of the coefficients of the parities up to 2 in a marginal up to 2
    is less than 1.

    Cases: The coefficients as displayed: 1/2, 1/2; and 1/4 four times.
    """
    total = sum(map(abs, magnitudes(build, ways)), Fraction(0))
    yield Comparison("sum of magnitudes", total, "<", 1)


@claim(
    "VT14.TXT.fourier",
    over(ways=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CORRECTED,
    about=marginal,
)
def errors_of_marginals(build: Build, ways: int) -> Check:
    """A t-way marginal is a combination of the 2^t parities of its attributes with coefficients
    2^-t or -2^-t, magnitudes adding up to exactly 1: if all parities have error at most E, so have
    the marginals, and some errors make it E; if the number of rows is known exactly, (1 - 2^-t) E.

    Cases: t = 1, 2 as in the notes, and 3; every person and every pattern of signs; E = 1; every
    combination of errors 1 and -1 for t <= 2, those that add up for all t.
    """
    places = tuple(range(ways))
    listed = [*subsets(places)]
    total = sum(map(abs, magnitudes(build, ways)), Fraction(0))
    yield eq("sum of magnitudes", total, 1)
    yield eq(
        "without the number of rows",
        total - abs(magnitudes(build, ways)[0]),
        1 - Fraction(1, 2**ways),
    )
    for s in product((1, -1), repeat=ways):
        wanted = dict(zip(places, s, strict=True))
        for row in range(2**ways):
            exact = {t: parity({row: 1}, t, ways) for t in listed}
            yield eq(f"person {row}, {s}", build(exact, wanted), counted({row: 1}, wanted))
        worst = max(
            abs(build(dict(zip(listed, map(Fraction, off), strict=True)), wanted))
            for off in _errors(s, ways, known=False)
        )
        yield eq(f"largest error, {s}", worst, 1)
        rest = max(
            abs(build(dict(zip(listed, map(Fraction, off), strict=True)), wanted))
            for off in _errors(s, ways, known=True)
        )
        yield eq(f"largest error, n known, {s}", rest, 1 - Fraction(1, 2**ways))


def _errors(s: tuple[int, ...], ways: int, *, known: bool) -> Iterator[tuple[int, ...]]:
    """Errors of the parities; that of the number of rows is 0 if it is known."""
    first = (0,) if known else (1, -1)
    if ways <= 2:
        for n, rest in product(first, product((1, -1), repeat=2**ways - 1)):
            yield (n, *rest)
        return
    aligned = [prod(s[i] for i in t) for t in subsets(tuple(range(ways)))]
    yield (0 if known else 1, *aligned[1:])


WIDE = Parts(coordinates=wide_coordinates, row=widened)
SIZES = "for k in range(1, half + 1)"
COORDINATES = {
    "only the largest sets": f"{SIZES} => for k in (half,)",
    "sets of at most floor(t/2)": f"{SIZES} => for k in range(1, ways // 2 + 1)",
    "sets of at most ceil(t/2) + 1": f"{SIZES} => for k in range(1, half + 2)",
    "sets of at most two": f"{SIZES} => for k in (1, 2)",
}
ROWS = {
    "sets of two and more are always +1": "if sign == 1 => if sign == 1 or k >= bits",
    "every coordinate turned round": "if sign == 1 => if sign != 1",
}
WRONG[WIDE] = {
    **{name: WIDE.but(coordinates=edit) for name, edit in COORDINATES.items()},
    **{name: WIDE.but(row=edit) for name, edit in ROWS.items()},
}
WRONG[widened] = {
    **ROWS,
    "the row itself": lambda row, _bits, _ways: row,
    "as for two attributes fewer": given(widened, ways=lambda t: max(t - 2, 1)),
}


@claim(
    "VT14.ALG.Expand",
    over(ways=(1, 2, 3, 4, 5)),
    about=wide_coordinates,
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 7, after Theorem 7.0.1 (missing: t <= 4; for greater t, sets of up to ceil(t/2) "
        "attributes are needed, d^ceil(t/2) of them)",
        left="coordinates that parities of t attributes are made of",
        right="d^2",
        same_as="VT14.TXT.t-to-2",
    ),
)
def coordinates_within_the_square(build: Build, ways: int) -> Check:
    """A parity of t attributes becomes a parity of two by a coordinate for each set of at most
    ceil(t/2) attributes, and these are at most d^2 coordinates.

    Cases: d = 10.
    """
    yield le("number of coordinates", len(build(10, ways)), 100)


@claim(
    "VT14.ALG.Expand",
    over(
        bits=sized((1, 2, 3, 4, 5), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)),
        ways=sized((1, 2, 3, 4, 5), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)),
    ),
    form=Form.CORRECTED,
    about=WIDE,
)
def wide_rows(parts: Parts, bits: int, ways: int) -> Check:
    """The widened row has one coordinate for each non-empty set of at most ceil(t/2) attributes,
    sum of C(d, j) over j <= ceil(t/2) of them, at most d^ceil(t/2); it is the product of the signs
    of the set.

    Cases: Every row.
    """
    known = parts.coordinates(bits, ways)
    half = -(-ways // 2)
    yield eq("coordinates", len(known), sum(comb(bits, j) for j in range(1, half + 1)))
    yield le("d^ceil(t/2)", len(known), bits**half)
    yield eq("sets", len(set(known)), len(known))
    for row in range(2**bits):
        wide = parts.row(row, bits, ways)
        for k, places in enumerate(known):
            minus = sum(1 for i in places if not row >> i & 1)
            yield eq(f"row {row}, set {places}", wide >> k & 1, 1 - minus % 2)


@claim(
    "VT14.TXT.t-to-2",
    over(ways=(2, 3, 4, 5, 6)),
    refuted=Erratum(
        Grade.HIDDEN_HYPOTHESIS,
        "Section 7, after Theorem 7.0.1 (missing: t <= 4): no d^2 coordinates of any kind have as "
        "many parities of up to two as there are parities of five of 70 attributes",
        left="parities of t of d attributes",
        right="parities of at most two of d^2 coordinates",
    ),
)
def few_coordinates_are_enough(ways: int) -> Check:
    """Parities of t attributes are parities of two coordinates, for d^2 coordinates (functions of
    a person with values 1 and -1).

    Cases: d = 70 and d = 10; different sets of attributes have different parities, so d^2
    coordinates need at least as many sets of at most two, 1 + d^2 + C(d^2, 2).
    """
    for d in (10, 70):
        yield le(f"d = {d}", comb(d, ways), 1 + d**2 + comb(d**2, 2))


@claim(
    "VT14.TXT.t-to-2",
    over(
        bits=sized((2, 3, 4, 5), (2, 3, 4, 5), (2, 3, 4, 5, 6)),
        ways=sized((2, 3, 4, 5), (2, 3, 4, 5), (2, 3, 4, 5, 6)),
    ),
    form=Form.CORRECTED,
    about=widened,
    uses=("VT14.ALG.Expand",),
)
def parities_of_wide_rows(build: Build, bits: int, ways: int) -> Check:
    """Every parity of at most t attributes of a database is the parity of two coordinates, or of
    one, of the database of widened rows, with d^ceil(t/2) coordinates; d^2 are enough for t <= 4.

    Cases: Every set of at most t attributes; each person alone, which is enough for all histograms
    since both sides are linear in x.
    """
    for row in range(2**bits):
        wide = build(row, bits, ways)
        for size in range(1, min(ways, bits) + 1):
            for places in combinations(range(bits), size):
                minus = sum(1 for i in places if not row >> i & 1)
                pair = as_pair(places, bits, ways)
                also = sum(1 for k in pair if not wide >> k & 1)
                yield eq(f"row {row}, {places}", also % 2, minus % 2)
    for d in (bits, 10):
        few = len(wide_coordinates(d, ways)) <= d**2
        if ways <= 4:
            yield true(f"d = {d}: at most d^2", few)
