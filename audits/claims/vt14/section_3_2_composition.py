"""Section 3.2: the output of private multiplicative weights, and the composition of epochs."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.epochs import online, two_parts
from audits.claims.vt14.section_3_2_private_weights import Case, Follower
from reference.mechanisms.release.private_multiplicative_weights import OnlinePrivateWeights
from reference.privacy.composition import PureRounds

TOLD = over(case=(("AAB", 3, 2, HALF, 2), ("ABB", 2, 1, Fraction(0), 3)))


def same_output(mechanism: Any, points: int, n: int) -> Iterator[Comparison]:
    """Transcripts with the same indicators and answers b are the same."""
    for x in combinations_with_replacement(range(points), n):
        found = [*law(mechanism, x)]
        different = len({two_parts(told) for told in found})
        yield eq(f"x = {x}: transcripts, and what determines them", len(found), different)


@claim(
    "VT14.TXT.pmw-output",
    TOLD,
    about=OnlinePrivateWeights,
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 3.2, Privacy analysis, first sentence: step (b) compares a with q(h) (alpha in "
        "print, by which the side would not depend on x), so that the side of a is a fourth item; "
        "it is private with the indicator; with updates by b the three are enough",
        "the number of transcripts, for A, A, B on databases of two rows",
        "the number of indicators with answers b",
    ),
)
def what_determines_the_output(build: Build, case: tuple[str, int, int, Fraction, int]) -> Check:
    """The entire output is determined by the indicators for when updates occur, the queries, and
    the noisy answers b when an update occurs.

    Cases: (queries, points, rows, A, E) = case; updates go by a, as in step (b): a may be above
    q(h) where b is below it, and later answers of h differ.
    """
    word, points, n, threshold, epochs = case
    parameters = online(word, points, threshold, epochs, Epsilon(TWO))
    yield from same_output(build(*parameters), points, n)


@claim("VT14.TXT.pmw-output", TOLD, form=Form.CORRECTED, about=OnlinePrivateWeights)
def what_determines_the_output_by_b(
    build: Build, case: tuple[str, int, int, Fraction, int]
) -> Check:
    """If updates go by b, the entire output is determined by the indicators for when updates
    occur, the queries, and the noisy answers b.

    Cases: (queries, points, rows, A, E) = case; all transcripts of every database.
    """
    word, points, n, threshold, epochs = case
    parameters = online(word, points, threshold, epochs, Epsilon(TWO))
    yield from same_output(build(*parameters, True), points, n)


TWICE: tuple[Case, ...] = (
    ("AB", 2, (0, 1), (1, 1), Fraction(1)),
    ("ABAB", 4, (0, 0), (0, 1), Fraction(1)),
)


CASES = sized(TWICE, TWICE, (*TWICE, ("AABAAB", 4, (0, 2, 2, 2), (1, 2, 2, 2), Fraction(1))))


@claim(
    "VT14.TXT.pmw-comp",
    over(case=CASES),
    about=OnlinePrivateWeights,
    uses=("VT14.C3.2.2",),
    clause="two epochs",
)
def epochs_compose(build: Build, case: Case) -> Check:
    """E epochs, each 4 eps0-private, compose to (O(sqrt(E ln(1/delta))) eps0, delta), E of the
    order of log |X| / alpha^2; to (4 E eps0, 0), and to each (eps, delta) of optimal composition,
    for queries that are chosen by the answers before them, too.

    Cases: Two epochs, (queries, points, x, x', A) = case, eps0 = ln 2; of ABAB more than 4 eps0 is
    lost, and four queries are chosen by answers; of AB a delta at e^eps = 2.
    """
    word, points, first, second, threshold = case
    universe = pair(first, second)
    parameters = online(word, points, threshold, 2, Epsilon(TWO))
    mechanism = build(*parameters)
    yield private(mechanism, universe, pure(TWO**8), name="two epochs")
    if len(word) > 2:
        online_queries = build(Follower(), *parameters[1:])
        yield private(online_queries, universe, pure(TWO**8), name="by answers")
        here, there = (law(mechanism, x) for x in (first, second))
        ratios = [here.probability(y) / there.probability(y) for y in {*here} & {*there}]
        yield lt("more than 4 eps0 is lost", TWO**4, max(*ratios, *(1 / each for each in ratios)))
    if len(word) == 2:
        kept = Guarantee(TWO, binomial_delta(2, TWO**4, TWO))
        yield private(mechanism, universe, kept, name="e^eps = 2")
    for exp_eps in (TWO, TWO**2, TWO**4):
        delta = binomial_delta(2, TWO**4, exp_eps)
        yield eq(f"delta at {exp_eps}", PureRounds(TWO, (4,), 2).curve.delta_at(exp_eps), delta)


@claim(
    "VT14.TXT.pmw-comp",
    over(case=CASES, epochs=range(5), parts=(1, 2)),
    about=OnlinePrivateWeights,
    clause="what is declared",
)
def declared_for_epochs(build: Build, case: Case, epochs: int, parts: int) -> Check:
    """So much is declared.

    Cases: E = 0, ..., 4, delta by a binomial sum, and eps0 in two parts; without epochs nothing is
    answered.
    """
    word, points, first, second, threshold = case
    told = build(*online(word, points, threshold, epochs, Epsilon(TWO, parts)))
    most, once = min(epochs, len(word)), TWO ** (4 * parts)
    yield eq("e^eps", told.guarantee.exp_eps, once**most)
    yield eq("delta", told.guarantee.delta, 0)
    if most:
        yield eq("delta at 2", told.curve().delta_at(TWO), binomial_delta(most, once, TWO))
    elif len(word) == 2 and parts == 1:
        outputs = {answers for x in (first, second) for answers in law(told, x)}
        yield true("no epoch, no answer", outputs == {()})


def binomial_delta(count: int, x: Fraction, exp_eps: Fraction) -> Fraction:
    """The delta of so many pure losses ln(x), together: a sum over answers of odds x : 1."""
    up, down = x / (1 + x), 1 / (1 + x)
    ups = [sum(signs) for signs in bit_strings(count)]
    gaps = (up**k * down ** (count - k) - exp_eps * up ** (count - k) * down**k for k in ups)
    return sum((max(Fraction(0), gap) for gap in gaps), Fraction(0))
