"""Section 3.3.2: the algorithm RecPrefix, its base case, and how many calls it makes."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.promises import PURE, too_small
from audits.claims.bnsv15.laws.rec_prefix import rec_prefix_law
from audits.claims.bnsv15.section_3_3_2_prefixes import WRONG_PAIRS
from audits.ledger import Quantifier
from audits.ledger.quantifiers import word
from reference.exact.integers import log_star
from reference.mechanisms.interior_point.exponential_descent import ExponentialDescent
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.rec_prefix import (
    BASE,
    InteriorLength,
    PrefixToPoint,
    RecPrefix,
    lengths_of,
    recursive_calls,
)
from reference.probability.families import permutation


def declares(made: Any, loss: Guarantee[RationalFunction]) -> Iterator[Comparison]:
    """What a mechanism says of itself is this loss."""
    yield eq("declared e^eps", made.guarantee.exp_eps, loss.exp_eps)
    yield eq("declared delta", made.guarantee.delta, loss.delta)


COUNTS = "min(sum(x <= y for x in database), sum(x >= y for x in database))"
WRONG[ExponentialInteriorPoint] = {
    **too_small(ExponentialInteriorPoint, *PURE),
    "sees the first row again and again": "def q(y: int) => "
    "database = database[:1] * len(database)\n\n        def q(y: int)",
    "takes the larger of the two counts": f"{COUNTS} => {COUNTS.replace('min', 'max')}",
    "counts rows at the point only": f"{COUNTS} => database.count(y)",
    "counts in steps of two": f"{COUNTS} => {COUNTS} // 2",
}


@claim(
    "BNSV15.ALG.ExpIPP",
    over(points=range(2, 6), n=sized(range(1, 5), range(1, 6), range(1, 7))),
    about=ExponentialInteriorPoint,
)
def base_case(build: Build, points: int, n: int) -> Check:
    """The exponential mechanism with the quality min(#{i : x_i >= x}, #{i : x_i <= x}) over all
    of X is (eps, 0)-private for every eps; it returns no interior point with probability at most
    (|X| - 1)/(|X| - 1 + e^(eps ceil(n/2)/2)), since a median has quality n/2 or more. This is
    what it promises, no more and no less.

    Cases: All databases, for every eps; the failure is attained for one row. With e^(eps/2) = 2
    the worst databases of the smallest universes are also told by hand: 1/3 for 2 points and a
    row, 3/7 for 4 points and 2 rows.
    """
    universe, root = replace_one(range(points), n), RationalFunction.r()
    every = build(Domain.of_size(points), Epsilon.indeterminate(2))
    loss = Guarantee(root**2, 0 * root)
    yield from declares(every, loss)
    yield private(every, universe, loss, name="privacy")
    bad = points - 1
    yield accurate(
        every, universe, is_interior_point, bad / (bad + root ** -(-n // 2)), name="accuracy"
    )
    two = build(Domain.of_size(points), Epsilon(Fraction(2), 2))
    if (points, n) in BY_HAND:
        worst = max(
            1 - law(two, rows).probability_that(partial(is_interior_point, rows))
            for rows in universe.databases()
        )
        yield eq("by hand", worst, BY_HAND[points, n])


BY_HAND = {(2, 1): Fraction(1, 3), (3, 2): Fraction(1, 3), (4, 2): Fraction(3, 7)}
"""The largest probability of failure for some numbers of points and rows, e^(eps/2) = 2."""


QUALITY = "min(bisect_right(rows, point), len(rows) - bisect_left(rows, point))"
WRONG[ExponentialDescent] = {
    "spends twice the eps": twice_eps(ExponentialDescent),
    **too_small(ExponentialDescent, *PURE),
    "sees no row": "tuple(sorted(database)) => (0,) * len(database)",
    "takes the larger of the two counts": f"{QUALITY} => {QUALITY.replace('min', 'max')}",
    "leaves out rows at the point": f"{QUALITY} => "
    "min(bisect_left(rows, point), len(rows) - bisect_right(rows, point))",
    "all points alike": f"{QUALITY} => 0",
    "rows must come in order": "tuple(sorted(database)) => database",
    "leaves out the last point": "0, self.domain.size\n => 0, max(1, self.domain.size - 1)\n",
    "gives every half the same probability": "left, False: total - left => 1, False: 1",
}


@claim(
    "BNSV15.ALG.ExpIPP",
    over(points=(1, 2, 3, 5, 6, 7), n=sized(range(4), range(5), range(6))),
    form=Form.CONCRETE,
    about=ExponentialDescent,
)
def base_case_by_halves(build: Build, points: int, n: int) -> Check:
    """Keeping a half of the domain with probability proportional to its weight, until one point
    is left, gives each point x probability e^(eps q(x)/2) / sum_y e^(eps q(y)/2), q(x) =
    min(#{i : x_i >= x}, #{i : x_i <= x}): it has the law of the exponential mechanism, is
    eps-private, also for an added or removed row, and finds an interior point as often; it
    promises this loss.

    Cases: All databases, the rows in falling order, for every eps; numbers of points that are
    powers of two, and others. What it does over more points is not seen.
    """
    root, domain = RationalFunction.r(), Domain.of_size(points)
    every = build(domain, Epsilon.indeterminate(2))
    yield from declares(every, Guarantee(root**2, 0 * root))
    for rows in replace_one(domain, n).databases():
        found = law(every, rows[::-1])
        quality = [min(sum(x <= y for x in rows), sum(x >= y for x in rows)) for y in domain]
        total = sum((root**q for q in quality), start=0 * root)
        for y, q in enumerate(quality):
            yield eq(f"{rows}, {y}", found.probability(y) * total, root**q)
    if n and points > 1:
        loss, bad = Guarantee(root**2, 0 * root), points - 1
        yield private(every, replace_one(domain, n), loss, name="replaced")
        yield private(every, add_remove_one(domain, n), loss, name="added")
        failing = bad / (bad + root ** -(-n // 2))
        yield accurate(every, replace_one(domain, n), is_interior_point, failing, name="accuracy")


@claim(
    "BNSV15.ALG.RecPrefix",
    over(box(depth=(2, 3), k=(0, 1), more=(2, 3))),
    refuted=Erratum(
        Grade.WORDING,
        'Section 3.3.2, Algorithm 3, step 5, and the proof of Lemma 3.11, "as the next bit is '
        'either 0 or 1": equal rows agree on all log2|X| digits, and there is none after them; '
        "with the prefix of all digits for z = log2|X| the lemmas hold",
        "the probability that step 4 returns z = log2|X|",
        "0",
    ),
)
def there_is_a_next_digit(depth: int, k: int, more: int) -> Check:
    """Step 5 chooses a prefix that is longer by one digit than the length z of step 4, at which
    pairs of rows agree: z < log2|X|.

    Cases: 2k + more equal rows over 2^depth points, whose pairs agree on all digits, and
    e^(eps/4) = 2; the recursion is over the lengths 0, ..., log2|X|.
    """
    mechanism = RecPrefix(Domain.of_size(2**depth), k, 1, Epsilon(Fraction(2), 4), depth + 1)
    found = law(InteriorLength(mechanism), (1,) * more)
    yield le("", found.probability(depth), 0)


PRINTED = Fraction(3, 2)
SETTINGS: tuple[tuple[int, int, int, int, Fraction, int, Fraction], ...] = (
    (4, 3, 1, 2, Fraction(3, 2), 4, PRINTED),
    (4, 3, 1, 2, Fraction(3, 2), 7, PRINTED),
    (4, 3, 2, 1, Fraction(2), 6, PRINTED),
    (8, 3, 1, 1, Fraction(2), 10, PRINTED),
    (8, 3, 1, 1, Fraction(2), 10, Fraction(1)),
    (8, 3, 2, 1, Fraction(2), 16, PRINTED),
    (8, 4, 1, 1, Fraction(2), 5, PRINTED),
)
MORE_SETTINGS = (
    *SETTINGS,
    (8, 3, 0, 1, Fraction(3, 2), 4, PRINTED),
    (8, 4, 1, 2, Fraction(3, 2), 6, PRINTED),
    (16, 5, 1, 1, Fraction(2), 4, PRINTED),
)
ENOUGH_ROWS = {
    10: ((0, 1, 2, 3, 4, 5, 6, 7, 7, 7),),
    16: ((0, 0, 0, 1, 1, 1, 2, 4, 4, 5, 5, 5, 6, 6, 7, 7),),
}
"""So many that each of three calls has rows that it reserves, and others that it pairs."""


def databases(points: int, n: int) -> Iterable[Rows]:
    """All of them, but of those of ten or sixteen rows one."""
    return ENOUGH_ROWS.get(n) or combinations_with_replacement(range(points), n)


def settings(few: tuple[Any, ...], more: tuple[Any, ...]) -> Quantifier:
    """|X|, B, k, T, e^(eps/4), n and m."""
    return Quantifier(
        ("points", "base", "k", "T", "s", "n", "m"),
        lambda size: size.pick(few, more, more),
        lambda size: (
            "(|X|, B, k, T, e^(eps/4), n, m) = " + ", ".join(map(word, size.pick(few, more, more)))
        ),
    )


NOISE = "LaplaceNoise(self.eps.exp(Fraction(1, 2))).at_least(missing)"
NO_NOISE = f"{NOISE} => self.eps.exp(0) * (missing <= 0)"
RECURSION = "coins.delegate(self.outer.next, lengths)"
MEDIAN = f"{RECURSION} => lengths[len(lengths) // 2] if lengths else Bottom.BOTTOM"
WRONG[PrefixToPoint] = {
    "takes the other end": "upper if big else lower => lower if big else upper",
    "counts the rows from the lower end on": "sum(x >= upper => sum(x >= lower",
    "chooses a prefix one digit short": "min(self.length + 1, digits) => min(self.length, digits)",
    "ends in the middle of the interval": "prefix * width, (prefix + 1) * width - 1 => "
    "prefix * width + max(width // 2 - 1, 0), prefix * width + width // 2",
    "weighs prefixes by all rows": "pool = smallest(database, 2 * self.trim) => pool = database",
    "compares with k, not 3k/2": "int(2 * self.majority * self.trim) => 2 * self.trim",
    "has twice the noise": "self.eps.exp(Fraction(1, 2)) => self.eps.exp(Fraction(1, 4))",
}
NEXT = "lengths_of(self.domain), self.trim, self.threshold, self.eps, self.base, self.majority"
WRONG[RecPrefix] = {
    **{name: wrong(RecPrefix, PrefixToPoint=end) for name, end in WRONG[PrefixToPoint].items()},
    "compares without noise": NO_NOISE,
    "reserves k rows, not 2k": "len(database) - left_out => len(database) - left_out // 2",
    "takes the largest rows": "[: max(0, len(database) - left_out)] => [left_out:]",
    "takes any rows": wrong(
        RecPrefix,
        "length = coins.run => "
        "database = coins.draw(permutation(database)) if database else ()\n"
        "        length = coins.run",
        "sorted(database)[: max => database[: max",
        permutation=permutation,
    ),
    "takes the exact median of the lengths": MEDIAN,
    **{
        name: wrong(RecPrefix, RandomPairs=WRONG_PAIRS[name])
        for name in (
            "keeps the rows in order",
            "gives a row two partners",
            "pairs distinct values",
        )
    },
    "spends twice the eps": twice_eps(RecPrefix),
    "reserves no rows of a recursive call": f"{NEXT} => {NEXT.replace('self.trim', '0')}",
    "reserves two rows of a recursive call at most": f"{NEXT} => "
    f"{NEXT.replace('self.trim', 'min(1, self.trim)')}",
    "tests no agreement in a recursive call": f"{NEXT} => {NEXT.replace('self.threshold', '0')}",
    "compares with 3k/2 in a recursive call": f"{NEXT} => "
    f"{NEXT.replace('self.majority', 'MAJORITY')}",
    "sees the last row only": blind(RecPrefix, lambda rows: rows[-1:] * len(rows)),
    "spends a fraction of the eps": given(RecPrefix, eps=Epsilon(Fraction(21, 20), 4)),
}


@claim(
    "BNSV15.ALG.RecPrefix",
    over(settings(SETTINGS, MORE_SETTINGS)),
    form=Form.CORRECTED,
    about=RecPrefix,
)
def law_of_rec_prefix(
    build: Build, points: int, base: int, k: int, T: int, s: Fraction, n: int, m: Fraction
) -> Check:
    """RecPrefix over X with the lengths 0, ..., log2|X|, which are log2|X| + 1 values, and with a
    prefix of min(z + 1, log2|X|) digits in step 5: it returns x with the probability that the
    eight steps give, summed over all pairings of the n - 2k smallest rows, all lengths and all
    prefixes.

    Cases: All databases of n rows; one of ten for three calls with k = 1 and m = 3/2 or 1, and one
    of sixteen with k = 2, in each of which rows are reserved and others paired. The sum is over
    strings of digits and pairings, one by one, with no code of the mechanism; the choosing
    mechanism and the comparison by their formulas.
    """
    mechanism = build(Domain.of_size(points), k, T, Epsilon(s, 4), base, m)
    for rows in databases(points, n):
        found, expected = law(mechanism, rows), rec_prefix_law(rows, points, k, T, s, base, m)
        for y in range(points):
            yield eq(f"S = {rows}, x = {y}", found.probability(y), expected.get(y, Fraction(0)))


SIZES = (*range(1, 70), *(2**e + i for e in (8, 16, 17, 31, 32, 33, 64, 400) for i in (0, 1)))
WRONG[recursive_calls] = {
    "recursion on half of the digits": "lengths_of(domain), => "
    "Domain.of_size(2 ** -(-domain.size.bit_length() // 2)),",
    "recursion on half of the points": "lengths_of(domain), => "
    "Domain.of_size(-(-domain.size // 2)),",
    "base 4": "domain.size > base => domain.size > 4",
    "counts one more": "calls = 1 => calls = 2",
    "counts one less": "calls = 1 => calls = 0",
}


@claim("BNSV15.O3.9", over(points=SIZES), about=recursive_calls)
def few_recursive_calls(calls: Build, points: int) -> Check:
    """There are at most log*|X| recursive calls throughout the execution.

    Cases: With base 32, calls that RecPrefix makes of itself; also |X| = 1, where there is none.
    The lengths 0, ..., ceil(log2|X|) are one more than the logarithm.
    """
    yield le("", calls(Domain.of_size(points)) - 1, log_star(points))


@claim(
    "BNSV15.O3.9",
    over(points=SIZES),
    form=Form.CORRECTED,
    about=recursive_calls,
    given=lambda points: [lt("4 < |X|", 4, points)],
)
def fewer_calls_than_that(calls: Build, points: int) -> Check:
    """The number N of calls, the first one included as in the lemmas that count them from N = 1,
    is at most log*|X| - 2 for |X| > 4, with base 32; and N(2^d) = 1 + N(d + 1) beyond the base.

    Cases: Attained at 2^32 and 2^33, where the recursion is over 33 and 34 points, and at 5.
    """
    found = calls(Domain.of_size(points))
    yield le("", found, log_star(points) - 2)
    if points <= BASE:
        yield eq("the only one", found, 1)
    else:
        yield eq("one step", found, 1 + calls(lengths_of(Domain.of_size(points))))
