"""Sections 1.1 and 1.2.2: counting queries, linear queries, sensitivity, and histograms."""

from collections.abc import Collection
from itertools import zip_longest

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.combinators import Zeros
from audits.claims.standard_mechanisms.every_eps import R, attained, every
from reference.data.histograms import histogram_distance, rows_replaced
from reference.data.queries import CountingQuery, LinearQuery, exact_fraction
from reference.data.sensitivity import global_sensitivity
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism, Total
from reference.privacy.composition import SequentialComposition

THREE = (0, 1, 2)
GROUPS = [frozenset(group) for size in range(4) for group in combinations(THREE, size)]
"""All predicates on three values, as sets."""

VALUES = (Fraction(0), Fraction(1, 3), HALF, ONE)


def neighbours(n: int) -> Iterator[tuple[Rows, Rows]]:
    """Sequences of n rows that differ in one."""
    for x, i, v in product(product(THREE, repeat=n), range(n), THREE):
        if v != x[i]:
            yield x, (*x[:i], v, *x[i + 1 :])


ROWS = sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5))


FRACTION = "Fraction(query(database), len(database))"
WRONG[exact_fraction] = {
    "the count": f"{FRACTION} => Fraction(query(database))",
    "of the different rows": given(exact_fraction, database=lambda x: tuple(set(x))),
    "divided by n + 1": f"{FRACTION} => Fraction(query(database), len(database) + 1)",
    "of the other rows": f"{FRACTION} => 1 - {FRACTION}",
    "all or none": f"{FRACTION} => Fraction(query(database) // len(database))",
    "of the first row": given(exact_fraction, database=lambda x: x[:1]),
}


@claim("VT14.D1.COUNT", over(n=ROWS), about=exact_fraction)
def counting_query(mean: Build, n: int) -> Check:
    """For a predicate q on rows q(x) = (1/n) sum over i of q(x_i): the fraction of the rows with
    the property.

    Cases: All databases of n rows of three values, all predicates; by the number of times that
    each value occurs.
    """
    for group, x in product(GROUPS, product(THREE, repeat=n)):
        found = mean(CountingQuery(group.__contains__), x)
        yield eq(f"{sorted(group)}, {x}", n * found, sum(x.count(v) for v in group))


SUM = "sum(map(self.value, database), Fraction(0))"
MEAN = f"{SUM} / len(database)"
WRONG[LinearQuery] = {
    "the sum": f"{MEAN} => {SUM}",
    "the greatest value": f"{MEAN} => max(map(self.value, database))",
    "the median": f"{MEAN} => sorted(map(self.value, database))[len(database) // 2]",
    "of the different rows": "return => database = tuple(set(database))\n        return",
    "rounded": f"{MEAN} => Fraction(round({MEAN}))",
    "of the squares": f"{SUM} => sum((self.value(v) ** 2 for v in database), Fraction(0))",
}


@claim("VT14.D1.LINEAR", over(n=ROWS), about=LinearQuery)
def linear_query(build: Build, n: int) -> Check:
    """For q from rows to [0, 1] q(x) = (1/n) sum over i of q(x_i); for q with values 0 and 1 it is
    a counting query, and it is linear in the histogram of x.

    Cases: All databases of n rows of three values, functions with values 0, 1/3, 1/2, 1.
    """
    for values in product(VALUES, repeat=3):
        query = build(values.__getitem__)
        for x in product(THREE, repeat=n):
            by_value = sum((x.count(v) * values[v] for v in THREE), Fraction(0))
            yield eq(f"{values}, {x}", query(x), by_value / n)


LARGEST = "max(local_sensitivities(query, universe).values())"
WRONG[global_sensitivity] = {
    "all pairs of databases": wrong(
        global_sensitivity,
        "in universe.index_pairs() => in combinations(range(len(databases)), 2)",
        combinations=combinations,
    ),
    "at one database": f"{LARGEST} => next(iter(local_sensitivities(query, universe).values()))",
    "increases only": "abs(a - b) => b - a",
    "twice as much": f"{LARGEST} => 2 * {LARGEST}",
    "its square": f"{LARGEST} => {LARGEST} ** 2",
}


@claim("VT14.D1.GS", over(n=sized((1, 2), (1, 2, 3), (1, 2, 3))), about=global_sensitivity)
def global_sensitivity_by_definition(sensitivity: Build, n: int) -> Check:
    """GS_q is the largest |q(x) - q(x')| over all x and x' that differ in one row.

    Cases: Sums, maxima, products and a count, on sequences of n rows of three values.
    """
    queries: dict[str, Build] = {
        "sum": lambda x: Fraction(sum(x)),
        "minus the maximum": lambda x: Fraction(-max(x)),
        "squares": lambda x: Fraction(sum(v * v for v in x), 3),
        "ones and twos": lambda x: Fraction(x.count(1) * x.count(2) + 2 * (x[0] == 2)),
        "constant": lambda _: Fraction(7),
    }
    universe = replace_one(THREE, n, ordered=True)
    for name, query in queries.items():
        worst = max(abs(query(x) - query(other)) for x, other in neighbours(n))
        yield eq(name, sensitivity(query, universe), worst)


def fraction_of(predicate: Callable[[int], bool]) -> Callable[[Rows], Fraction]:
    """The counting query, as a fraction."""
    return lambda x: exact_fraction(CountingQuery(predicate), x)


OF_ROWS = "exact_fraction(CountingQuery(predicate), x)"
WRONG[fraction_of] = {
    "the count": f"{OF_ROWS} => Fraction(CountingQuery(predicate)(x))",
    "of the different rows": "predicate), x => predicate), tuple(set(x))",
    "of two rows in a row": f"{OF_ROWS} => "
    "Fraction(sum(predicate(a) and predicate(b) for a, b in pairwise(x)), len(x))",
    "twice the fraction": f"{OF_ROWS} => 2 * {OF_ROWS}",
    "half the fraction": f"{OF_ROWS} => {OF_ROWS} / 2",
}


@claim("VT14.TXT.gs1", over(n=sized((1, 2, 3), (2, 3, 4), (2, 3, 4, 5))), about=fraction_of)
def counting_queries_change_little(build: Build, n: int) -> Check:
    """GS_q <= 1/n for a counting query, with equality unless it is constant.

    Cases: All predicates on three values, all sequences of n rows.
    """
    for group in GROUPS:
        query = build(group.__contains__)
        worst = max(abs(query(x) - query(y)) for x, y in neighbours(n))
        constant = len(group) in {0, len(THREE)}
        yield eq(f"{sorted(group)}", worst, 0 if constant else Fraction(1, n))


def greatest(answers: tuple[Fraction, ...]) -> Fraction:
    """The maximum."""
    return max(answers)


WRONG[greatest] = {
    "the sum": "max(answers) => sum(answers, Fraction(0))",
    "the range": "max(answers) => max(answers) - (min(answers) if len(answers) > 1 else 0)",
    "twice the maximum": "max(answers) => 2 * max(answers)",
    "the number of the best": "max(answers) => Fraction(answers.index(max(answers)))",
}


@claim("VT14.TXT.gs2", over(n=sized((2, 3), (2, 3, 4), (2, 3, 4)), t=(1, 2, 3)), about=greatest)
def maximum_of_queries(fold: Build, n: int, t: int) -> Check:
    """The maximum of t counting queries has a global sensitivity of at most the greatest of
    theirs.

    Cases: All sets of t of the predicates on three values; attained by a query alone, t = 1.
    """
    for chosen in combinations(GROUPS, t):
        queries = [fraction_of(group.__contains__) for group in chosen]
        value = {x: fold(tuple(query(x) for query in queries)) for x in product(THREE, repeat=n)}
        pairs = list(neighbours(n))
        worst = max(abs(value[x] - value[y]) for x, y in pairs)
        each = max(abs(query(x) - query(y)) for query in queries for x, y in pairs)
        name = f"{[sorted(group) for group in chosen]}"
        yield le(name, worst, each)
        if t == 1:
            yield eq(f"{name}, alone", worst, each)
            yield eq(f"{name}, value", value[(0,) * n], int(0 in chosen[0]))


def distance_to(x: Rows, others: Collection[Rows]) -> int:
    """D(x, H): the fewest rows to be replaced."""
    return min(rows_replaced(x, y) for y in others)


FEWEST = "min(rows_replaced(x, y) for y in others)"
WRONG[distance_to] = {
    "in the histogram": "rows_replaced => histogram_distance",
    "of the sums": f"{FEWEST} => min(abs(sum(x) - sum(y)) for y in others) * len(x)",
    "squared": f"{FEWEST} => {FEWEST} ** 2",
    "added up": "min( => sum(",
    "n or 0": f"{FEWEST} => 0 if x in others else len(x)",
    "to the farthest": "min( => max(",
}


def flips(x: Rows) -> list[Rows]:
    """The databases of bits that differ in one row."""
    return [(*x[:i], 1 - bit, *x[i + 1 :]) for i, bit in enumerate(x)]


@claim("VT14.TXT.gs3", over(n=(2, 3)), about=distance_to)
def distance_to_a_set(distance: Build, n: int) -> Check:
    """The Hamming distance d(x, H) to a set H of databases has a global sensitivity of at most 1.

    Cases: All nonempty sets of databases of 2 and 3 bits; the distance as the number of steps to
    H, found from H outwards.
    """
    for mask in range(1, 1 << 2**n):
        chosen = {x for i, x in enumerate(bit_strings(n)) if mask >> i & 1}
        steps = dict.fromkeys(chosen, 0)
        edge = list(chosen)
        for x in edge:
            for other in flips(x):
                if other not in steps:
                    steps[other] = steps[x] + 1
                    edge.append(other)
        for x in bit_strings(n):
            here = distance(x, chosen)
            yield eq(f"set {mask}, {x}", here, steps[x])
            for other in flips(x):
                yield le(f"set {mask}, {x} and {other}", abs(here - distance(other, chosen)), 1)


@claim("VT14.TXT.gs4", over(n=sized((1, 2, 3), (1, 2, 3), (1, 2, 3, 4))), about=LinearQuery)
def linear_queries_change_little(build: Build, n: int) -> Check:
    """GS_q <= 1/n for a linear query: it is (max q - min q)/n.

    Cases: Functions of three values 0, 1/3, 1/2, 1, all sequences of n rows.
    """
    for values in product(VALUES, repeat=3):
        query = build(values.__getitem__)
        worst = max(abs(query(x) - query(y)) for x, y in neighbours(n))
        yield eq(f"{values}", worst, (max(values) - min(values)) / n)
        yield le(f"{values}, 1/n", worst, Fraction(1, n))


def places(x: Sequence[int], y: Sequence[int]) -> int:
    """The rows that differ or are missing, those that differ counted twice."""
    return sum((a != b) + (a != b and None not in {a, b}) for a, b in zip_longest(x, y))


DIFFERENCE = "abs(here[v] - there[v])"
WRONG[histogram_distance] = {
    "the greatest difference": "sum( => max(",
    "of the sets": f"sum({DIFFERENCE} for v in {{*here, *there}}) => len({{*here}} ^ {{*there}})",
    "half of it": "*there}) => *there}) // 2",
    "of the sorted rows": lambda x, y: places(sorted(x), sorted(y)),
    "of the rows as they are": places,
    "rows of one only": f"{DIFFERENCE} => max(here[v] - there[v], 0)",
}
MULTISETS = over(n=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4)))


@claim("VT14.D1.HIST", MULTISETS, about=histogram_distance)
def symmetric_difference(distance: Build, n: int) -> Check:
    """A database as a multiset is its histogram; the distance is the size of the symmetric
    difference, the l_1 distance of the histograms.

    Cases: All databases of up to n rows of three values; rows are crossed off one by one.
    """
    sequences = [x for size in range(1, n + 1) for x in product(THREE, repeat=size)]
    for x, y in product(sequences, repeat=2):
        left, missing = list(y), 0
        for row in x:
            if row in left:
                left.remove(row)
            else:
                missing += 1
        yield eq(f"{x}, {y}", distance(x, y), missing + len(left))


@claim("VT14.TXT.multiset", MULTISETS, about=histogram_distance)
def twice_as_far(distance: Build, n: int) -> Check:
    """The two notions of distance may differ by a factor of 2: for databases of one size that of
    the multisets is twice the number of rows that differ, in the best order of the rows.

    Cases: All pairs of sequences of n rows of three values, all orders; as they are ordered the
    rows may differ in all places where the multisets are the same.
    """
    for x, y in product(product(THREE, repeat=n), repeat=2):
        fewest = min(rows_replaced(x, other) for other in permutations(y))
        yield eq(f"{x}, {y}", distance(x, y), 2 * fewest)


@claim(
    "VT14.TXT.multiset",
    over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))),
    form=Form.CONCRETE,
    about=SequentialComposition,
)
def twice_as_private(build: Build, n: int) -> Check:
    """Hence the privacy parameters may differ by a factor of 2: noisy numbers of rows of each
    value are eps-private if a row is added or removed, 2 eps-private if one is replaced, and no
    less in either case.

    Cases: Every eps; zeros and ones, up to n of them, shown from -1 to n + 1.
    """
    queries = Total(), Zeros()
    made = build(tuple(GeometricMechanism(q, 1, every(1), (-1, n + 1)) for q in queries))
    yield private(made, add_remove_one((0, 1), n), pure(R), name="added")
    yield private(made, replace_one((0, 1), n), pure(R**2), name="replaced")
    most, ones = (n + 1, -1), (1,) * n
    yield attained(made, ones, ones[1:], lambda y: y[0] == n + 1, R)
    yield attained(made, ones, (0, *ones[1:]), lambda y: y == most[: len(y)], R**2)
