"""Section 3.3.2: RecPrefix returns a good point (Lemma 3.11)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.rec_prefix import failure_of_two_calls, good_lengths, is_good
from audits.ledger import Quantifier
from audits.ledger.forms import Audited
from audits.ledger.quantifiers import word
from reference.mechanisms.interior_point.rec_prefix import PrefixToPoint, RecPrefix

EVERY = Epsilon[RationalFunction].indeterminate(parts=4)
ROOT = EVERY.root


def logarithm(root: Fraction, delta: Fraction, beta: Fraction) -> Interval:
    """(1/eps) ln(4/(beta eps delta)), eps = 4 ln(root)."""
    eps = 4 * ln(root)
    return ln(4 / (beta * delta * eps)) / eps


def reserved(root: Fraction, delta: Fraction, beta: Fraction) -> int:
    """k = floor((386/eps) ln(4/(beta eps delta)))."""
    return (386 * logarithm(root, delta, beta)).floor()


def standing(root: Fraction, delta: Fraction, beta: Fraction) -> Iterator[Comparison]:
    """0 < eps <= 2, as Lemma 3.6 asks, and delta and beta are in (0, 1)."""
    yield lt("0 < eps", 1, root)
    yield le("eps <= 2", root**4, low(exp(2)))
    for name, part in (("delta", delta), ("beta", beta)):
        yield lt(f"0 < {name}", 0, part)
        yield lt(f"{name} < 1", part, 1)


def enough(root: Fraction, delta: Fraction, beta: Fraction, rows: int) -> Iterator[Comparison]:
    """The hypothesis of Lemma 3.11; the smallest database of a call has so many rows."""
    yield from standing(root, delta, beta)
    yield le("rows", high(1540 * logarithm(root, delta, beta)), rows)


def least_rows(root: Fraction, delta: Fraction, beta: Fraction) -> int:
    """1540/eps ln(4/(beta eps delta)), rounded up."""
    return (1540 * logarithm(root, delta, beta)).ceil()


def cases(names: str, *listed: tuple[Any, ...]) -> Quantifier:
    """Cases that several variables range over together."""
    return Quantifier(
        tuple(names.split()),
        lambda _: listed,
        lambda _: f"({', '.join(names.split())}) = " + ", ".join(map(word, listed)),
    )


PARAMETERS = (
    (Fraction(8, 5), Fraction(1, 2), Fraction(1, 7)),
    (Fraction(5, 4), Fraction(9, 10), Fraction(1, 20)),
    (Fraction(8, 5), Fraction(1, 2**30), Fraction(1, 1000)),
    (Fraction(21, 20), Fraction(1, 1000), Fraction(1, 10)),
)
"""e^(eps/4), delta and beta."""

SMALL = ((2, 4, 1), (2, 8, 2), (3, 4, 1), (3, 5, 1))
"""log2|X|, n and k."""


@claim(
    "BNSV15.L3.11",
    over(
        cases(
            "root delta beta rows depth n k",
            *(
                (*target, least_rows(*target), *small)
                for target, small in zip(PARAMETERS, SMALL, strict=True)
            ),
        )
    ),
    about=PrefixToPoint,
    given=enough,
    uses=("BNSV15.C3.12", "BNSV15.L3.7", "BNSV15.P3.5", "BNSV15.TXT.prefixBG"),
)
def output_is_good(
    build: Build,
    root: Fraction,
    delta: Fraction,
    beta: Fraction,
    rows: int,
    depth: int,
    n: int,
    k: int,
) -> Check:
    """If RecPrefix makes N calls, all on at least (1540/eps) ln(4/(beta eps delta)) rows, then
    with probability at least 1 - 3 beta N its output x is good: (1) some row is at most x and (2)
    at least k = floor((386/eps) ln(4/(beta eps delta))) rows are at least x.

    Cases: The constants are not in the text at hand: those that Theorem 3.4 is made of. (The lemma
    that is cited for the prefix is BNSV15.L3.11.cited.) By induction, each part on
    its own. The base case and each of the three parts that a call adds: at least k - 1 close
    pairs, 2^-(k-1) <= beta; a prefix with (k-1)/24 >= (16/eps) ln(4/(beta eps delta)) rows, so
    that Lemma 3.7 applies; and the comparison. What the choices are followed by, from every
    database of n rows over 2^depth points, every pairing and every good z, for every eps: the
    output is good but with probability e^(-eps (k/2 + 1))/2, the limit for large eps. The concrete
    form has the law of the whole.
    """
    yield from budget(root, delta, beta, rows)
    yield from good_but_for_noise(build, depth, n, k)


def budget(root: Fraction, delta: Fraction, beta: Fraction, rows: int) -> Iterator[Comparison]:
    """The numbers of the proof, eps = 4 ln(root); p <= beta is written ln(1/beta) <= ln(1/p)."""
    k, wanted = reserved(root, delta, beta), ln(1 / beta)
    yield le("close pairs", high(wanted), low((k - 1) * ln(2)))
    yield le("agreement", high(16 * logarithm(root, delta, beta)), Fraction(k - 1, 24))
    yield le("comparison", high(wanted), low(2 * k * ln(root)))
    yield le("base case", high(wanted + ln(32)), low((rows - 2 * k) * ln(root)))


def good_but_for_noise(build: Build, depth: int, n: int, k: int) -> Iterator[Audited]:
    """Steps 5 to 8 from every good length of every database, for every eps."""
    from_length: dict[int, list[Rows]] = {}
    for rows in combinations_with_replacement(range(2**depth), n):
        for z in good_lengths(rows, depth, k):
            from_length.setdefault(z, []).append(rows)
    for z, found in sorted(from_length.items()):
        yield accurate(
            build(Domain.of_size(2**depth), k, 1, z, EVERY),
            ListedAdjacency(tuple(found), ()),
            lambda rows, x: isinstance(x, Bottom) or is_good(rows, x, k),
            ROOT ** -(2 * k + 4) / 2,
            name=f"z = {z}",
        )


def blocks(*parts: tuple[int, int]) -> Rows:
    """So many copies of each value."""
    return tuple(x for x, count in parts for _ in range(count))


def telling(n: int, k: int) -> tuple[Rows, ...]:
    """Databases of n rows over 16 points on which wrong steps show."""
    h = n // 2 - k
    return (
        blocks((2, h), (9, n - h)),
        blocks((2, h), (9, n - h - 1), (14, 1)),
        blocks((5, h), (9, h), (15, 2 * k)),
        blocks((5, h), (8, n - h)),
        blocks((0, h), (8, n - h - k + 1), (12, k - 1)),
        blocks((1, n - 1), (9, 1)),
        blocks((1, n - 2 * k), (15, 2 * k)),
        blocks((1, n - k - 1), (9, k + 1)),
        blocks((0, 1), (9, n - 1)),
        blocks((3, n)),
        *([tuple(sorted((*range(16), *range(12, 16))))] if n == 20 else []),
    )


@claim(
    "BNSV15.L3.11",
    over(cases("n k T m s", (20, 3, 1, 2, Fraction(4)), (24, 4, 1, 2, Fraction(8)))),
    form=Form.CONCRETE,
    about=RecPrefix,
    uses=("BNSV15.C3.12", "BNSV15.L3.7", "BNSV15.P3.5"),
)
def whole_mechanism_is_good(build: Build, n: int, k: int, T: int, m: int, s: Fraction) -> Check:
    """For integers k and T, s = e^(eps/4), N = 2 and any m, RecPrefix over 16 points fails to
    return a good point with probability at most Pr[at least k pairs with at most m rows between
    them] + s^(T - ceil((m+1)/2))/2 + e^(-eps (k/2 + 1))/2 + |X'| e^(-eps (ceil(n'/2) - k + 1)/2),
    where n' is the number of pairs.

    Cases: The law of the whole mechanism on blocks of equal rows, which are close only if they are
    few, and on rows that are nearly all different, where many pairs are close. The bounds are 0.22
    and 0.16; the failures are 0.008 at most.
    """
    yield accurate(
        build(Domain.of_size(16), k, T, Epsilon(s, 4), 5),
        ListedAdjacency(telling(n, k), ()),
        lambda rows, x: not isinstance(x, Bottom) and is_good(rows, x, k),
        failure_of_two_calls(n, 4, k, T, m, s),
    )
