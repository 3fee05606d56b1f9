"""Section 6: from a release to one with padding (Theorem 6.7) and to a learner (Lemma 6.8)."""

from math import floor

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.axes import errors
from audits.claims.bnsv15.laws.releases import (
    Census,
    Concepts,
    Off,
    RandomisedAnswers,
    WithErrors,
    answers,
    furthest,
    synthetic,
)
from reference.data.concept import intervals
from reference.data.product_concept import conjunctions, product_points, thresholds
from reference.reductions.learner_from_release import LearnerFromRelease
from reference.reductions.padded_release import Answers, PaddedRelease

ALPHAS = (Fraction(1, 150), Fraction(1, 300), Fraction(1, 400), Fraction(1, 450))


def only(mechanism: Mechanism[Any, Any, Any], rows: tuple[Any, ...]) -> Any:
    """The output of a mechanism that draws nothing."""
    (found,) = law(mechanism, rows).support
    return found


def databases(size: int, dimensions: int, most: int) -> list[tuple[Any, ...]]:
    """Multisets of points, of one row to `most`."""
    where = product_points(size, dimensions)
    return [d for m in range(1, most + 1) for d in combinations_with_replacement(where, m)]


COPIES, SHARE = "(self.neutral,) * self.copies", "(b - 1 + share) / share"
WRONG_PADDINGS: dict[str, tuple[str, ...]] = {
    "pads with the greatest point": (f"{COPIES} => ((2,) * len(self.neutral),) * self.copies",),
    "pads with copies of the first row": (f"{COPIES} => database[:1] * self.copies",),
    "one copy too few": (
        f"{COPIES} => (self.neutral,) * max(self.copies - 1, 0)",
        "len(padded)) => len(database) + self.copies)",
    ),
    "does not subtract the padding": (f"{SHARE} => b / share",),
    "does not divide by the share": (f"{SHARE} => b - 1 + share",),
}
WRONG[PaddedRelease] = {
    **WRONG_PADDINGS,
    "twice the eps of the release": given(
        PaddedRelease, release=lambda a: replace(a, eps=a.eps * 2)
    ),
    "no eps for the release": given(
        PaddedRelease, release=lambda a: replace(a, eps=Epsilon(a.eps.exp(0), 2))
    ),
}
WRONG[PaddedRelease.for_accuracy] = {
    **{name: wrong(PaddedRelease, *edits).for_accuracy for name, edits in WRONG_PADDINGS.items()},
    "a share of 75 alpha": wrong(
        PaddedRelease, "neutral, padded_rows => neutral, 2 * padded_rows"
    ).for_accuracy,
    "the rows are rounded up": wrong(
        PaddedRelease, "int(rows / (SCALE * alpha)) => int(-(-rows // (SCALE * alpha)))"
    ).for_accuracy,
}


@claim("BNSV15.ALG.PadQR", over(alpha=ALPHAS, dimensions=(1, 2)), about=PaddedRelease.for_accuracy)
def padded_databases(build: Build, alpha: Fraction, dimensions: int) -> Check:
    """A is run on the m rows of D and (1 - 150 alpha) n copies of (min X, ..., min X), n = m/(150
    alpha), and (b_c - 1 + 150 alpha)/(150 alpha) is answered. If n is no integer, it is rounded
    down, and m/n takes the place of 150 alpha.

    Cases: All databases of one and two rows over three points on an axis; m/(150 alpha) is no
    integer for alpha = 1/400. A release that answers with its number of rows and how often each
    point occurs.
    """
    where = product_points(3, dimensions)
    for d in databases(3, dimensions, 2):
        n = floor(len(d) / (150 * alpha))
        share = Fraction(len(d), n)
        padded = build(Census(where), where[0], len(d), alpha)
        seen = [a * share + 1 - share for a in only(padded, d)]
        yield eq(f"{d}: rows", seen[0], n)
        for x, found in zip(where, seen[1:], strict=True):
            yield eq(f"{d}: {x}", found, d.count(x) + (n - len(d)) * (x == where[0]))


@claim(
    "BNSV15.T6.7.id",
    over(alpha=ALPHAS, sign=(-1, 0, 1), dimensions=(1, 2)),
    about=PaddedRelease.for_accuracy,
)
def errors_grow_by_the_share(build: Build, alpha: Fraction, sign: int, dimensions: int) -> Check:
    """c(D') = (1 - 150 alpha) + 150 alpha c(D) for every threshold c, since c(min X, ..., min X) =
    1; an answer b_c that is off by at most alpha gives one that is off by at most 1/150. If n =
    m/(150 alpha) is no integer, it is rounded down, and m/n takes the place of 150 alpha.

    Cases: All databases of one and two rows over three points on an axis; errors of alpha in both
    directions, where the bound is attained, and none; n is no integer for alpha = 1/400.
    """
    concepts, where = conjunctions(thresholds(3), dimensions), product_points(3, dimensions)
    for d in databases(3, dimensions, 2):
        n = floor(len(d) / (150 * alpha))
        share = Fraction(len(d), n)
        padded = (*d, *(where[0],) * (n - len(d)))
        for c, whole, part in zip(
            concepts, answers(concepts, padded), answers(concepts, d), strict=True
        ):
            yield eq(f"{d}: {c}", whole, 1 - share + share * part)
        release = WithErrors(concepts, elsewhere=alpha * sign)
        found = only(build(release, where[0], len(d), alpha), d)
        yield le(f"{d}: error", furthest(found, answers(concepts, d)), Fraction(1, 150))


not_finitely_checkable(
    "BNSV15.T6.7",
    statement="Every private release of THRESH_X^l with accuracy alpha needs Omega((l/alpha) "
    "log*|X|) rows.",
    reason="asymptotic: Omega speaks of all large arguments; the concrete form has the reduction",
)


def failure(
    release: Mechanism[Any, Any, Any], concepts: Concepts, rows: Rows, alpha: Fraction
) -> Fraction:
    """The probability that an answer is off by more than alpha."""
    exact = answers(concepts, rows)
    found: Fraction = law(release, rows).probability_that(lambda b: furthest(b, exact) > alpha)
    return found


def worst_failure(
    release: Mechanism[Any, Any, Any], concepts: Concepts, where: Rows, n: int, alpha: Fraction
) -> Fraction:
    """On all databases of n rows."""
    every = combinations_with_replacement(where, n)
    return max(failure(release, concepts, rows, alpha) for rows in every)


@claim(
    "BNSV15.T6.7",
    over(
        case=sized(
            ((2, 1, 2, 2), (3, 1, 1, 1), (2, 2, 1, 1)),
            ((2, 1, 3, 3), (3, 1, 2, 2), (2, 2, 2, 2)),
            ((2, 1, 3, 3), (3, 1, 2, 2), (2, 2, 2, 2)),
        )
    ),
    form=Form.CONCRETE,
    about=PaddedRelease,
    uses=("BNSV15.T6.7.id",),
)
def padded_release_keeps_its_promises(build: Build, case: tuple[int, int, int, int]) -> Check:
    """If A is eps-private, and off by more than alpha with probability at most beta on n rows, the
    padded release is eps-private, and off by more than alpha/s with probability at most beta on m
    = s n rows.

    Cases: (|X|, l, m, n - m) = case; the exponential mechanism over the answers of all databases
    of n rows, private at every eps; accurate at e^eps = 81, with beta from its laws on all
    databases of n rows, for every error that is possible.
    """
    size, dimensions, rows, copies = case
    concepts, where = conjunctions(thresholds(size), dimensions), product_points(size, dimensions)
    every, n, universe = Epsilon.indeterminate(parts=2), rows + copies, replace_one(where, rows)
    padded = build(synthetic(concepts, where, every), where[0], copies)
    yield private(padded, universe, Guarantee.pure(every), name="privacy")
    for root, k in product((Fraction(9),), range(n)):
        release, alpha = synthetic(concepts, where, Epsilon(root, parts=2)), Fraction(k, n)
        beta = worst_failure(release, concepts, where, n, alpha)
        yield accurate(
            build(release, where[0], copies),
            universe,
            _within(concepts, alpha * n / rows),
            beta,
            name=f"accuracy {alpha}, e^eps = {root**2}",
        )


def _within(concepts: Concepts, alpha: Fraction) -> Callable[[Rows, Answers], bool]:
    return lambda rows, found: furthest(found, answers(concepts, rows)) <= alpha


not_finitely_checkable(
    "BNSV15.ALG.San2Learn",
    statement="A release of the queries of C gives a PAC learner of C.",
    reason="cited; the text does not describe the reduction. The concrete form is about one",
)

not_finitely_checkable(
    "BNSV15.L6.8",
    statement="A private release of queries from C with n samples gives a private PAC learner of "
    "C with O(n) samples.",
    reason="cited and asymptotic, its constants are not in the text; the concrete form has some",
)


def _classes(points: int) -> list[tuple[Concepts, Rows, Any, Epsilon[Any] | None]]:
    """Concepts, their points, the padding, and the loss for the number of ones."""
    line, plane = tuple((x,) for x in range(points)), product_points(2, 2)
    return [
        (conjunctions(thresholds(points), 1), line, (0,), None),
        (conjunctions(thresholds(2), 2), plane, (0, 0), None),
        (conjunctions(intervals(2), 1), ((0,), (1,)), (0,), Epsilon.indeterminate()),
    ]


def labelled_rows(where: Rows, n: int) -> Iterator[Rows]:
    """Every multiset of labelled examples."""
    return combinations_with_replacement([*product(where, (0, 1))], n)


def fewest(concepts: Concepts, rows: Rows) -> int:
    """The errors of the best concept."""
    return min(errors(c, rows) for c in concepts)


def miscounted(count: Epsilon[Any] | None, most: int) -> Fraction:
    """The probability that geometric noise is further than this from 0, not clamped."""
    if count is None:
        return Fraction(0)
    g: Fraction = count.exp(-1)
    return 2 * g ** (most + 1) / (1 + g)


def _errs(rows: Rows, most: int) -> Callable[[Any], bool]:
    return lambda concept: errors(concept, rows) > most


PAD = "padded_by_label(database, self.padding)"
WEIGHT, RUNS = "(rows - 2 * k) * c(padding)", "coins.run(for_ones, ones)"
WRONG[LearnerFromRelease] = {
    "pads with the greatest point and does not subtract it": (
        f"{PAD} => {PAD.replace('self.padding', '(2,) * len(self.padding)')}",
        f"{WEIGHT} => 0",
    ),
    "all points in place of those with label 0": "padding if y else x for x, y => x for x, y",
    "exchanges the labels": "b1, b0, k = transcript => b0, b1, k = transcript",
    "looks at the ones only": "k + rows * (b0[i] - b1[i]) => k - rows * b1[i]",
    "(N + 2k) c(p)": f"{WEIGHT} => (rows + 2 * k) * c(padding)",
    "(2k - N) c(p)": f"{WEIGHT} => (2 * k - rows) * c(padding)",
    "N c(p)": f"{WEIGHT} => rows * c(padding)",
    "(N - k) c(p)": f"{WEIGHT} => (rows - k) * c(padding)",
    "no count": "self.padding, self.count_eps) => self.padding, None)",
    "counts the zeros": "sum(y for _, y in database) => sum(1 - y for _, y in database)",
    "half the eps for the count": given(
        LearnerFromRelease, count_eps=lambda eps: eps and Epsilon(eps.root)
    ),
    "counts the ones without noise": "coins.run(noisy, sum(y for _, y in database)) => "
    "sum(y for _, y in database)",
    "asks twice about the ones": f"{RUNS}, => tuple(map(max, {RUNS}, {RUNS})),",
    "twice the eps for the count": given(
        LearnerFromRelease, count_eps=lambda eps: eps and eps * 2
    ),
    "twice the eps of the release": given(
        LearnerFromRelease, release=lambda a: replace(a, eps=a.eps * 2)
    ),
}


@claim(
    "BNSV15.ALG.San2Learn",
    over(kind=(2, 0), n=sized((2, 3), (2, 3, 4), (2, 3, 4)), moved=(0, 1)),
    form=Form.CONCRETE,
    about=LearnerFromRelease,
)
def learner_errs_little_more(build: Build, kind: int, n: int, moved: int) -> Check:
    """If the answers are off by at most alpha and the number of ones by at most d, at most
    4 alpha N + 2 d examples more are labelled otherwise than by the best concept; d = 0 if all
    concepts agree at the padding, and else the number is off by more than d with probability at
    most 2 g^(d+1)/(1 + g), g = e^-eps'.

    Cases: All labelled databases of N examples, consistent or not; thresholds on three points, and
    intervals on two, which differ at the padding, every d < N at e^eps' = 1024. For moved = 1 the
    answers on the ones and on the zeros are off by alpha = 1/(4N) in opposite directions, in every
    combination; the bound is attained.
    """
    concepts, where, padding, counted = _classes(3)[kind]
    count = counted and Epsilon(Fraction(32), parts=2)
    alpha = Fraction(moved, 4 * n)
    every = [*product((-1, 1), repeat=len(concepts))] if moved else [(0,) * len(concepts)]
    for database, signs in product(labelled_rows(where, n), every):
        ones = tuple(sorted(x if y else padding for x, y in database))
        zeros = tuple(sorted(padding if y else x for x, y in database))
        wrong = tuple(alpha * sign for sign in signs)
        opposite = tuple(-e for e in wrong)
        off = (Off(ones, wrong), Off(zeros, opposite)) if ones != zeros else ()
        found = law(build(WithErrors(concepts, off), concepts, padding, count), database)
        if count is None:
            (concept,) = found.support
            most = fewest(concepts, database) + moved
            yield le(f"{database}, {signs}", errors(concept, database), most)
            continue
        for d in range(n):
            most = fewest(concepts, database) + moved + 2 * d
            worse = found.probability_that(_errs(database, most))
            yield chance(f"{database}, {signs}, d = {d}", worse, miscounted(count, d))


@claim(
    "BNSV15.L6.8",
    over(kind=(2, 0, 1), n=(1, 2)),
    form=Form.CONCRETE,
    about=LearnerFromRelease,
    uses=("BNSV15.ALG.San2Learn",),
)
def learner_from_a_release_keeps_promises(build: Build, kind: int, n: int) -> Check:
    """From an eps-private release for N rows, exact with probability at least 1 - beta, the
    learner on N examples is 2 eps-private, or (2 eps + eps')-private if the concepts differ at the
    padding and their number of ones has noise for eps'; it finds a concept with fewest errors with
    probability at least (1 - beta)^2, times 1 - 2 g/(1 + g), g = e^-eps', in the second case.

    Cases: Thresholds on three points, thresholds on two axes, and intervals on two points, which
    differ at the padding. A release that answers exactly, or as for another database, each e^eps
    times rarer; every eps, eps' = eps; accuracy at e^eps = 81, with beta from the laws of the
    release. With approximate answers: BNSV15.ALG.San2Learn. A third run of the release shows if it
    can outvote the others; one that only decides ties keeps 2 eps at n = 1, and is not seen.
    """
    concepts, where, padding, count = _classes(3)[kind]
    every, universe = Epsilon.indeterminate(), replace_one(product(where, (0, 1)), n)
    learner = build(RandomisedAnswers(concepts, where, every), concepts, padding, count)
    kept = every.exp(2 if count is None else 3)
    yield private(learner, universe, Guarantee(kept, kept - kept), name="privacy")
    eps = Epsilon(Fraction(81))
    release, noise = RandomisedAnswers(concepts, where, eps), count and eps
    beta = worst_failure(release, concepts, where, n, Fraction(0))
    yield accurate(
        build(release, concepts, padding, noise),
        universe,
        lambda rows, c: errors(c, rows) == fewest(concepts, rows),
        1 - (1 - beta) ** 2 * (1 - miscounted(noise, 0)),
        name="accuracy",
    )
