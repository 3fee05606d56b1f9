"""Section 3.3.2: RecPrefix is private (Lemma 3.13), as a whole and step by step."""

from audits.claims.prelude import *
from audits.claims.bnsv15.impostors.rec_prefix import (
    OverlappingPairs,
    SortedPairs,
    WrongEnd,
    ending,
    made_wrong,
    median_length,
    with_pairs,
)
from audits.claims.bnsv15.laws.rec_prefix import at_most_one_apart
from audits.claims.bnsv15.section_3_3_2_accuracy import EVERY, ROOT, blocks, cases, standing
from reference.exact.field import R
from reference.mechanisms.interior_point.rec_prefix import (
    InteriorLength,
    PrefixToPoint,
    RecPrefix,
    recursive_calls,
)
from reference.mechanisms.stability.choosing_mechanism import choosing_threshold


@dataclass(frozen=True)
class Steps:
    """RecPrefix, and the two mechanisms that a call is made of."""

    whole: Mechanism[Rows, int | Bottom, Any]
    lengths: Mechanism[Rows, int | Bottom, Any]
    """Steps 3 and 4, on the pool."""

    end: Callable[[int], Mechanism[Rows, int | Bottom, Any]]
    """Steps 5 to 8, from z."""

    promised: Guarantee[Any]
    """Of the whole."""


def declared(right: RecPrefix[R]) -> Guarantee[R]:
    """What RecPrefix promises."""
    return right.guarantee


def steps(
    find: Build = InteriorLength,
    end: Build = PrefixToPoint,
    promise: Callable[[RecPrefix[Any]], Guarantee[Any]] = declared,
) -> Callable[..., Steps]:
    """RecPrefix with other lengths, another end or another promise, from its parameters."""

    def built(domain: Domain[int], k: int, T: int, eps: Epsilon[R], base: int) -> Steps:
        right = RecPrefix(domain, k, T, eps, base)
        return Steps(
            made_wrong(find=find, end=end)(domain, k, T, eps, base),
            find(right),
            lambda z: end(domain, k, T, z, eps, right.majority),
            promise(right),
        )

    return built


def delta_of_two_calls(right: RecPrefix[R]) -> Guarantee[R]:
    """The delta of one choice, however many calls choose."""
    one = replace(right, domain=Domain.of_size(right.base + 1)).guarantee
    return Guarantee(right.guarantee.exp_eps, one.delta)


def eps_of_two_calls(right: RecPrefix[R]) -> Guarantee[R]:
    """The loss 3 eps, however many calls there are."""
    return Guarantee(right.eps.exp(3), right.guarantee.delta)


NOT_PRIVATE: dict[str, Callable[..., Steps]] = {
    "spends twice the eps": twice_eps(steps()),
    "compares without noise": steps(end=ending(lambda m: WrongEnd(m, noisy=False))),
    "takes the exact median of the lengths": steps(find=median_length),
    "keeps the rows in order": steps(find=with_pairs(SortedPairs)),
    "gives a row two partners": steps(find=with_pairs(OverlappingPairs)),
    "promises the delta of two calls": steps(promise=delta_of_two_calls),
    "promises the eps of two calls": steps(promise=eps_of_two_calls),
}


@claim(
    "BNSV15.L3.13",
    over(
        cases(
            "points base k T n",
            (4, 3, 1, 2, 5),
            (4, 3, 2, 2, 6),
            (4, 3, 0, 1, 4),
            (4, 3, 0, 1, 6),
            (8, 4, 1, 2, 4),
        )
    ),
    form=Form.CONCRETE,
    about=steps(),
    impostors=NOT_PRIVATE,
    uses=("BNSV15.P3.5", "BNSV15.L3.6", "BNSV15.T2.1", "BNSV15.L2.2", "BNSV15.TXT.neigh"),
)
def every_step_is_private(
    build: Callable[..., Steps], points: int, base: int, k: int, T: int, n: int
) -> Check:
    """For every eps: with N calls and an (eps, delta)-private choosing mechanism, RecPrefix is
    ((2N - 1) eps, (N - 1) delta)-private; the lengths with the recursion on them are ((2N - 3)
    eps, (N - 2) delta)-private; and steps 5 to 8, from any z, are (2 eps, delta)-private, even
    (3 eps/2, delta), since for prefixes the choosing mechanism is (eps/2, delta)-private. delta =
    e^(-(T-1) eps/4)/2.

    Fair: All databases, as steps and as a whole, for two calls. Three calls are not seen here: on
    databases that are small enough to list all, a third call has no rows. Their law is compared
    in ALG.RecPrefix; what the mechanism promises is read here, for two, three and four calls over
    4, 8 and 16 points with base 3. The eps of the lengths is
    that of the base case, with no room for a row that has two partners.
    """
    made = build(Domain.of_size(points), k, T, EVERY, base)
    calls = recursive_calls(Domain.of_size(points), base)
    delta, universe = ROOT ** (1 - T) / 2, replace_one(range(points), n)
    pool = replace_one(range(points), n - 2 * k)
    bound = Guarantee(ROOT ** (4 * (2 * calls - 3)), (calls - 2) * delta)
    yield private(made.lengths, pool, bound, name="lengths")
    for z in range((points - 1).bit_length() + 1):
        yield private(made.end(z), universe, Guarantee(ROOT**6, delta), name=f"end, z = {z}")
    whole = Guarantee(ROOT ** (4 * (2 * calls - 1)), (calls - 1) * delta)
    yield private(made.whole, universe, whole, name="whole")
    for n_calls, size in ((2, 4), (3, 8), (4, 16)):
        promised = build(Domain.of_size(size), k, T, EVERY, 3).promised
        yield eq(f"{n_calls} calls: e^eps", promised.exp_eps, ROOT ** (4 * (2 * n_calls - 1)))
        yield eq(f"{n_calls} calls: delta", promised.delta, (n_calls - 1) * delta)


Calibrated = Callable[..., Mechanism[Rows, int | Bottom, Fraction]]


def with_printed_threshold(
    points: int, base: int, k: int, root: Fraction, delta: Fraction, beta: Fraction
) -> RecPrefix[Fraction]:
    """RecPrefix with T = (8/eps) ln(4/(beta eps delta)), rounded up."""
    threshold = choosing_threshold(4 * ln(root), delta, beta)
    return RecPrefix(Domain.of_size(points), k, threshold, Epsilon(root, 4), base)


def _wrongly(change: Build) -> Calibrated:
    """The same parameters for a wrong variant."""

    def built(
        points: int, base: int, k: int, root: Fraction, delta: Fraction, beta: Fraction
    ) -> Mechanism[Rows, int | Bottom, Fraction]:
        m = with_printed_threshold(points, base, k, root, delta, beta)
        return change(m.domain, m.trim, m.threshold, m.eps, m.base)

    return built


@claim(
    "BNSV15.L3.13",
    over(
        cases(
            "root delta beta",
            (Fraction(8, 5), Fraction(1, 40), Fraction(9, 10)),
            (Fraction(3, 2), Fraction(1, 40), Fraction(1, 2)),
        )
    ),
    about=with_printed_threshold,
    impostors={
        "does not test": _wrongly(lambda d, k, T, eps, base: RecPrefix(d, k, -T, eps, base)),
        "compares without noise": _wrongly(
            made_wrong(end=ending(lambda m: WrongEnd(m, noisy=False)))
        ),
    },
    given=standing,
    uses=("BNSV15.P3.5", "BNSV15.L3.6", "BNSV15.T2.1", "BNSV15.L2.2", "BNSV15.TXT.neigh"),
)
def rec_prefix_is_private(
    build: Calibrated, root: Fraction, delta: Fraction, beta: Fraction
) -> Check:
    """When executed for N recursive calls, RecPrefix is (2 eps N, 2 delta N)-private.

    Fair: The bound is restored. N = 2 over 4 points with base 3; T as printed, and free of n. All
    databases of few rows, where bottom prevails, and blocks of T equal rows or so, where it does
    not. The statement is loose: half of the eps and a small part of the delta are spent, as the
    concrete form says, which sees more.
    """
    m = build(4, 3, 1, root, delta, beta)
    bound = Guarantee(root**16, 4 * delta)
    yield private(m, replace_one(range(4), 5), bound, name="5 rows")
    half = choosing_threshold(4 * ln(root), delta, beta) + 4
    parts = ((half, half - i, i) for i in range(4)), ((half - i, half + i, 0) for i in range(3))
    databases = tuple(
        dict.fromkeys(blocks((0, a), (2, b), (3, c)) for part in parts for a, b, c in part)
    )
    links = [
        (i, j)
        for (i, one), (j, other) in combinations(enumerate(databases), 2)
        if at_most_one_apart(one, other) and one != other
    ]
    yield private(m, ListedAdjacency(databases, tuple(links)), bound, name=f"{2 * half} rows")
