"""Section 6: a learner of conjunctions learns on one axis (Theorem 6.4, Remark 6.5)."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.axes import (
    Class,
    Erring,
    MistakesOnDrawn,
    Placed,
    RandomRow,
    Seen,
    Telling,
    alike,
    all_intervals,
    all_thresholds,
    axis_of_the_first_row,
    errors,
    exponential,
    first_axis,
    odd_one_out,
    on_all_axes,
    one_example,
    two_examples,
)
from audits.engines.optimum.problem import Problem, worst_case
from reference.data.concept import labelled_examples
from reference.reductions.conjunction_learning import LearnerOnOneAxis

ONE_DRAW = ListedAdjacency(("P",), ())


FRESH = "else coins.draw(self.fresh)"
PLACED = "placed(own, axis, self.dimensions, self.neutral)"
WRONG[LearnerOnOneAxis] = {
    "copies of the database on the other axes": f"{FRESH} => else database",
    "fresh points with the labels of the database": f"{FRESH} => "
    "else tuple((x, y) for (x, _), (_, y) in zip(coins.draw(self.fresh), database))",
    "one fresh sample for all other axes": (
        "rho = => once, rho = coins.draw(self.fresh),",
        f"{FRESH} => else once",
    ),
    "always the first axis": "range(self.dimensions)))  # 1 => [0]))  # 1",
    "a coordinate that matters in place of the neutral one": f"{PLACED} => "
    f"{PLACED.replace('self.neutral', 'int(not self.neutral)')}",
    "the hypothesis of the next axis": "parts[rho] => parts[(rho + 1) % self.dimensions]",
    "a fresh sample in place of the database": f"database if axis == rho {FRESH} => "
    "coins.draw(self.fresh)",
    "the axis of the database comes first": f"examples += {PLACED} => "
    f"examples = [*{PLACED}, *examples] if axis == rho else [*examples, *{PLACED}]",
    "the hypothesis that is best on the database": wrong(
        LearnerOnOneAxis,
        "joined.parts[rho] => min(joined.parts, key=lambda h: errors(h, database))",
        errors=errors,
    ),
}


@claim(
    "BNSV15.ALG.Axis",
    over(dimensions=(1, 2, 3), kind=(all_thresholds(3), all_intervals(3))),
    about=LearnerOnOneAxis,
)
def what_the_learner_of_conjunctions_sees(build: Build, dimensions: int, kind: Class) -> Check:
    """A is run on the database on a uniform axis and independent samples from P on all others,
    with p_1 for all other coordinates; what it finds for that axis is returned. If a concept of C
    labels the database and every sample of P, a concept of C^l labels what A is run on.

    Cases: A learner that returns all that it sees, as a multiset; P of three databases of
    two examples each; every database of P, and one more. For disjunctions, too.
    """
    drawn = Dist.uniform([*two_examples(), ((0, 1), (1, 1))])
    others = [rows for rows, _ in on_all_axes(kind, drawn, dimensions)]
    joined = kind.joined(kind.concepts, dimensions)
    for own in (*drawn.weights, ((0, 1), (2, 0))):
        found = law(build(Telling(dimensions), drawn, dimensions, kind.neutral), own)
        expected = Counter[Seen]()
        for axis, rows in product(range(dimensions), others):
            n = len(own)
            mine = tuple(
                (tuple(x if j == axis else kind.neutral for j in range(dimensions)), y)
                for x, y in own
            )
            seen = (*rows[: axis * n], *mine, *rows[(axis + 1) * n :])
            expected[Seen(axis, tuple(sorted(seen)))] += 1
        yield eq(f"{own}: inputs", len(found), len(expected))
        for seen_once, count in expected.items():
            chance = Fraction(count, len(others) * dimensions)
            yield eq(f"{own}: {seen_once}", found.probability(seen_once), chance)
        for seen_once in found:
            fits = any(not errors(c, seen_once.examples) for c in joined)
            yield true(f"{seen_once} is labelled by a concept", fits)


not_finitely_checkable(
    "BNSV15.T6.4",
    statement="If every (eps, delta)-private algorithm fails to find an (alpha/beta)-consistent "
    "hypothesis of C on a database of n examples from P with probability at least 2 beta, then "
    "every (eps, delta)-private (alpha, beta)-accurate proper learner of C^l needs Omega(l n) "
    "samples.",
    reason="asymptotic: Omega speaks of all large arguments; the reduction of the proof and its "
    "explicit inequalities are the other forms",
)

not_finitely_checkable(
    "BNSV15.R6.5",
    statement="If private learning of C needs n samples and c(p_0) = 0 for every c of C, then "
    "learning disjunctions of l concepts of C needs Omega(l n) samples.",
    reason="asymptotic: Omega speaks of all large arguments; the concrete form has the reduction",
)

LEARNERS = (
    *("exponential", "alike", "random row"),
    *("axis of the first row", "first axis", "odd one out"),
)
ERRING = {
    "axis of the first row": axis_of_the_first_row,
    "first axis": first_axis,
    "odd one out": odd_one_out,
}


def bad_axes(beta: Fraction, dimensions: int) -> int:
    """The greatest integer below beta l."""
    return ceil(beta * dimensions) - 1


def _keeps_privacy(
    build: Build, kind: Class, learner: Mechanism[Any, Any, Any], kept: Guarantee[Any], rows: int
) -> Item:
    drawn = one_example(kind) if rows == 1 else two_examples()
    universe = replace_one(labelled_examples(kind.size), rows, ordered=True)
    return private(build(learner, drawn, 2, kind.neutral), universe, kept, name="privacy")


def _errs(rows: Placed, most: Fraction) -> Callable[[Any], bool]:
    return lambda concept: errors(concept, rows) > most


def _keeps_accuracy(
    build: Build, kind: Class, learner: Mechanism[Any, Any, Any], alpha: Fraction, beta: Fraction
) -> Item:
    """Failure <= f + (1 - f) b/l, b < beta l; A fails on all examples with probability f."""
    erring = isinstance(learner, Erring)
    drawn, dimensions = (one_example(kind), 3) if erring else (two_examples(), 2)
    n = len(next(iter(drawn)))
    most = alpha * n * dimensions
    fail = Fraction(0)
    for rows, chance in on_all_axes(kind, drawn, dimensions):
        fail = law(learner, rows).probability_that(_errs(rows, most)) * chance + fail
    bad = Fraction(bad_axes(beta, dimensions), dimensions)
    mistakes = MistakesOnDrawn(build(learner, drawn, dimensions, kind.neutral), drawn)
    bound = fail * (1 - bad) + bad
    return accurate(mistakes, ONE_DRAW, lambda _, k: k * beta <= alpha * n, bound, name="accuracy")


def _one_axis(build: Build, kind: Callable[[int], Class], name: str) -> Iterator[Item]:
    """Privacy and accuracy of the reduction with one learner."""
    every = Epsilon.indeterminate(parts=2)
    if name in ERRING:
        small = kind(2)
        learner = Erring(small, 3, ERRING[name])
        yield _keeps_accuracy(build, small, learner, Fraction(1, 3), Fraction(2, 5))
    elif name == "random row":
        for rows in (1, 2):
            kept = Guarantee(Fraction(1), Fraction(1, 2 * rows))
            yield _keeps_privacy(build, kind(3), RandomRow(kind(3), 2), kept, rows)
    else:
        make = {"exponential": exponential, "alike": alike}[name]
        private_one = make(kind(3), 2, every)
        yield _keeps_privacy(build, kind(3), private_one, Guarantee.pure(every), 2)
        yield _keeps_accuracy(build, kind(3), private_one, Fraction(1, 8), HALF)


@claim(
    "BNSV15.T6.4",
    over(learner=LEARNERS),
    form=Form.CONCRETE,
    about=LearnerOnOneAxis,
    uses=("BNSV15.ALG.Axis",),
)
def learner_of_conjunctions_learns_on_one_axis(build: Build, learner: str) -> Check:
    """If A is (eps, delta)-private on l n rows, the learner on one axis is (eps, delta)-private on
    n rows, on all labelled databases; and on databases from P it labels more than (alpha/beta) n
    of n examples otherwise with probability at most f + (1 - f) b/l, where f is the probability
    that A labels more than alpha l n of l n examples otherwise, and b < beta l; this is below 2
    beta if f <= beta.

    Cases: Thresholds, p_1 the least point. Private, l = 2, at every eps: the exponential learner
    of C^2 and that of one threshold for both axes, two examples on three points; (0, 1/(l n)): a
    learner that tells a random label; sequences, so that A may look at the order of its rows.
    Erring on one of l = 3 axes, alpha = 1/3, beta = 2/5, one example each: on that of its first
    row, on the first, and on that whose label is that of no other; the bound 1/3 is attained.
    """
    yield from _one_axis(build, all_thresholds, learner)


@claim(
    "BNSV15.R6.5",
    over(learner=LEARNERS),
    form=Form.CONCRETE,
    about=LearnerOnOneAxis,
    uses=("BNSV15.T6.4",),
)
def learner_of_disjunctions_learns_on_one_axis(build: Build, learner: str) -> Check:
    """The same for disjunctions of concepts that are all 0 at p_0, which is the neutral point.

    Cases: As for Theorem 6.4, with the intervals that do not contain the greatest point.
    """
    yield from _one_axis(build, all_intervals, learner)


def _proper(alpha: Fraction, beta: Fraction) -> Iterator[Comparison]:
    """The accuracies of the theorem; no error at all is one."""
    yield le("0 <= alpha", 0, alpha)
    yield lt("alpha < 1", alpha, 1)
    yield lt("0 < beta", 0, beta)
    yield lt("beta < 1", beta, 1)


def is_bad(wrong: int, n: int, ratio: Fraction) -> bool:
    """Whether more than (alpha/beta) n examples of an axis are labelled otherwise."""
    return wrong > ratio * n


def one_label_for_each_axis(dimensions: int, wrong: int) -> Problem[Any, tuple[int, ...]]:
    """Say all labels but a few: thresholds on {0, 1}, one example at the point 1 of each axis."""
    return worst_case(
        f"labels of {dimensions} axes, at most {wrong} wrong",
        replace_one((0, 1), dimensions, ordered=True),
        product((0, 1), repeat=dimensions),
        lambda labels, h: sum(x != y for x, y in zip(labels, h, strict=True)) <= wrong,
    )


WRONG[is_bad] = {
    "as many as (alpha/beta) n": "wrong > => wrong >=",
    "more than half as many": "ratio * n\n => ratio * n / 2\n",
}


@claim(
    "BNSV15.T6.4",
    over(
        box(
            dimensions=sized((1, 2, 3, 4), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5)),
            n=(1, 2, 3),
            alpha=between(0, 1, high_in=False),
            beta=between(0, 1, low_in=False, high_in=False),
        )
    ),
    form=Form.CORRECTED,
    about=is_bad,
    given=_proper,
)
def fewer_than_beta_l_axes_are_bad(
    bad: Build, dimensions: int, n: int, alpha: Fraction, beta: Fraction
) -> Check:
    """If at most alpha l n of l n examples are labelled otherwise, fewer than beta l axes are bad:
    that is why the learner on one axis succeeds with more than 1 - 2 beta, which contradicts
    "fails with probability at least 2 beta". So, for every private learner, success(l n examples,
    alpha) <= success(n examples, alpha/beta) l/(l - b), b the greatest integer below beta l.

    Cases: All numbers of errors on the axes. For all learners, by linear programmes: thresholds on
    {0, 1}, one example each, alpha = 1/3, beta = 1/2, e^eps = r = 5/4 and 2; success on one axis
    is r/(1 + r).
    """
    most = alpha * dimensions * n
    worst = max(
        sum(bad(k, n, alpha / beta) for k in wrong)
        for wrong in product(range(n + 1), repeat=dimensions)
        if sum(wrong) <= most
    )
    yield lt("bad axes", worst, beta * dimensions)
    if (n, alpha, beta) == (1, Fraction(1, 3), HALF) and dimensions < 4:
        share = 1 - Fraction(bad_axes(beta, dimensions), dimensions)
        for r in (Fraction(5, 4), Fraction(2)):
            yield exactly(one_label_for_each_axis(1, 0), r, r / (1 + r))
            several = one_label_for_each_axis(dimensions, int(most))
            yield optimal(several, r, min(Fraction(1), r / (1 + r) / share))
