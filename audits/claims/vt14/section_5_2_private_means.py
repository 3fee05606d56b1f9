"""Section 5.2: mechanisms for attribute means are pirates (proof of Theorem 5.2.2)."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.fingerprinting import (
    AccusedBy,
    AccusedByCounts,
    NearlyHalfOff,
    NowAndThenExact,
    RoundedNoise,
    SplitMeans,
    WeightedReports,
    forced_bits,
    framed_by_listing,
    noisy_means,
    one_missing_of,
    verdicts,
    who,
)
from reference.lower_bounds.boneh_shaw_code import BonehShawCode
from reference.lower_bounds.fingerprinting_code import Matrix
from reference.lower_bounds.fingerprinting_experiment import (
    ExactMeans,
    Experiment,
    OneMissing,
    accused_at_least,
    accused_at_most,
    everybody_but,
)

EVERY = Epsilon.indeterminate(4)
MATRICES: tuple[Matrix, ...] = (
    ((1, 0), (1, 1), (0, 0)),
    ((0, 1), (1, 1), (0, 1)),
    ((1, 1), (0, 0), (0, 0)),
    ((1, 0), (1, 1), (0, 1), (1, 0)),
)

ROWS = "seen(self.words, everybody_but(len(self.words), missing))"
AT_HALF, RUN = "2 * answer > 1", "coins.run(MeansPirate(self.means), rows)"
WRONG[OneMissing] = {
    "the order of the rows is kept": "coins.draw(Dist.uniform(permutations(rows))) => rows",
    "nobody is left out": f"{ROWS} => self.words",
    "two are left out": f"{ROWS} => {ROWS}[1:]",
    "w_j = 1 iff a_j > 0": f"{AT_HALF} => answer > 0",
    "w_j = 1 iff a_j > 2/5": f"{AT_HALF} => 5 * answer > 2",
    "w_j = 1 iff a_j > 3/5": f"{AT_HALF} => 5 * answer > 3",
    "1/2 is rounded up": f"{AT_HALF} => 2 * answer >= 1",
    "the mechanism is run twice": f"{RUN} => tuple(map(min, {RUN}, {RUN}))",
}
IN_ORDER = WRONG[OneMissing]["the order of the rows is kept"]


@claim(
    "VT14.ALG.FPC2DP",
    over(words=MATRICES[1:2]),
    about=IN_ORDER,
    refuted=Erratum(
        Grade.WORDING,
        "5.2, proof of Theorem 5.2.2: 'for any C its output on' C without i_0 and C without i* "
        "'should be essentially indistinguishable': in which order C_S is given is not said, and "
        "data sets are ordered (1.2.2); in the order of users all rows between the two move, in "
        "random order it is true",
        left="the probability of (1, 0) without user 1, for a report of each row",
        right="e^eps times that without user 3",
    ),
)
def rows_in_order(build: Build, words: Matrix) -> Check:
    """If M is (eps, delta)-private, then for any C its rounded answers on C_S, S all users but
    one, are (eps, delta)-private in the missing user.

    Cases: Data sets are ordered in the notes; each row makes a report of its own, which is
    eps-private, every eps.  Without user 1 the rows report on 1 and 0, without user 3 on 0 and 1.
    """
    private_reports = build(words, WeightedReports(EVERY))
    yield private(private_reports, one_missing_of(len(words)), Guarantee.pure(EVERY))


@claim("VT14.ALG.FPC2DP", over(words=MATRICES), form=Form.CORRECTED, about=OneMissing)
def rounded_means_are_pirates(build: Build, words: Matrix) -> Check:
    """Let S be all users but one; M answers the means of the attributes of C_S, and w is their
    rounding.  If the errors are below 1/2 then w is feasible; and for any C, w is as
    (eps, delta)-private in the missing user as M is in one row.  (M is given the rows in random
    order.)

    Cases: Three and four users, two attributes; means that are off by 1/4 and 49/100, up or down;
    means with noise and answers that depend on the order of the rows, every eps; means that are
    exact with probability delta = 1/10, eps = 0.  Exact means, and their rounding, by hand.
    """
    users = one_missing_of(len(words))
    feasible = {
        i: {*forced_bits(tuple(row for j, row in enumerate(words, start=1) if j != i))}
        for i in users.labels
    }
    for shift in (QUARTER, Fraction(49, 100)):
        off = build(words, NearlyHalfOff(shift))
        good = _within(feasible)
        yield accurate(off, users, good, Fraction(0), name=f"off by {shift}")
    for i in users.labels:
        rows = [row for j, row in enumerate(words, start=1) if j != i]
        means = tuple(Fraction(sum(column), len(rows)) for column in zip(*rows, strict=True))
        word = tuple(int(2 * mean > 1) for mean in means)
        yield eq(f"means, {i} missing", law(ExactMeans(), (*rows,)).probability(means), 1)
        yield eq(f"{i} missing", law(build(words, ExactMeans()), i).probability(word), 1)
    pure = Guarantee.pure(EVERY)
    yield private(build(words, noisy_means(2, EVERY)), users, pure, name="noise")
    yield private(build(words, WeightedReports(EVERY)), users, pure, name="reports")
    shown = Guarantee(Fraction(1), TENTH)
    yield private(build(words, NowAndThenExact(TENTH)), users, shown, name="exact at times")


def _within(words: dict[int, set[tuple[int, ...]]]) -> Callable[[int, tuple[int, ...]], bool]:
    return lambda missing, word: word in words[missing]


PROMISED = Guarantee(Fraction(2), Fraction(1, 20))


@dataclass(frozen=True, slots=True)
class Played:
    """Who is accused, columns a block, and the promise that accurate means break."""

    accusing: Build = AccusedBy
    columns: int = 7
    kept: Guarantee[Fraction] = PROMISED


ACCUSED = "return coins.run(self.experiment, missing).accused"
NAMES_THE_MISSING = wrong(
    AccusedBy, f"{ACCUSED} => coins.run(self.experiment, missing)\n        return missing"
)
WRONG[Played] = {
    "the missing user is accused": given(Played, accusing=lambda _: NAMES_THE_MISSING),
    "six columns": given(Played, columns=6),
    "e^eps = 3": given(Played, kept=Guarantee(Fraction(3), Fraction(1, 20))),
    "delta = 1/7": given(Played, kept=Guarantee(Fraction(2), Fraction(1, 7))),
}

Release = RoundedNoise[Fraction] | NowAndThenExact | ExactMeans | NearlyHalfOff | SplitMeans

PRIVATE: dict[str, tuple[Release, Guarantee[Fraction]]] = {
    "noise": (RoundedNoise(4, Epsilon(Fraction(2), 4)), pure(Fraction(16))),
    "exact at times": (NowAndThenExact(TENTH), Guarantee(Fraction(1), TENTH)),
}
EXACT: dict[str, Release] = {
    "exact": ExactMeans(),
    "up or down": NearlyHalfOff(Fraction(49, 100)),
    "split": SplitMeans(BonehShawCode(3, 7).best_counts((1, 3))[1][1]),
}
"""Accurate means; the last are those of a best pirate, three users and seven columns a block."""


@claim("VT14.ALG.FPC2DP", over(means=(*EXACT, *PRIVATE)), form=Form.CONCRETE, about=Played)
def who_is_accused(build: Build, means: str) -> Check:
    """Who is accused is (eps, delta)-private in the missing user; a missing user is accused with
    probability at most xi + g, g that of an infeasible word, and somebody of the team with at
    least 1 - g - xi.  So if M is accurate, g = 0, and 1 - xi > n (e^eps xi + delta) it is not
    private: some i* is accused with more than e^eps Pr[i* accused while missing] + delta.

    Cases: Three users.  One column a block, xi = 1/2: means with noise, e^eps = 2 on each of four
    counts, and exact ones with probability delta, all orders of the columns.  Seven columns, xi =
    491/3432, (2, 1/20): exact means, means that are off by 49/100, and means of which as many are
    rounded up as a best pirate would; the columns by numbers of ones, against all orders for one
    column a block.
    """
    played, users, half = build(), one_missing_of(3), Fraction(1, 2)
    if means in EXACT:
        yield from _not_private(played, means)
        return
    release, kept = PRIVATE[means]
    game = Experiment(BonehShawCode(3, 1), release)
    yield private(played.accusing(game), users, kept)
    for i in users.labels:
        found = verdicts(3, release, i)
        g = found.probability_that(lambda v: not v.feasible)
        if means == "noise":
            r = Fraction(2)
            kept_zero, kept_one = 1 - 1 / (r * (1 + r)), r / (1 + r)
            forced = kept_zero ** (1 + (i == 1)) * kept_one ** (1 + (i == 3))
            yield eq(f"g, {i} missing", g, 1 - forced)
        named = found.map(who)
        team = sum((named.probability(u) for u in users.labels if u != i), Fraction(0))
        yield chance(f"{i} missing and accused", named.probability(i), half + g)
        yield le(f"team of {i}", accused_at_least(half, g), team)


def _not_private(played: Played, means: str) -> Iterator[Item]:
    users, release = one_missing_of(3).labels, EXACT[means]
    for i in users:
        listed = verdicts(3, release, i).map(who)
        by_counts = law(AccusedByCounts(BonehShawCode(3, 1), release), i)
        for u in users:
            told = f"{i} missing, {u} accused, one column a block"
            yield eq(told, by_counts.probability(u), listed.probability(u))
    code, r, delta = BonehShawCode(3, played.columns), played.kept.exp_eps, played.kept.delta
    xi, none = code.error, Fraction(0)
    yield lt("no private M", accused_at_most(2, xi, none, played.kept), accused_at_least(xi, none))
    laws = {i: law(AccusedByCounts(code, release), i) for i in users}
    allowed = {i: r * laws[i].probability(i) + delta for i in users}
    for i in users:
        yield chance(f"{i} missing and accused", laws[i].probability(i), xi)
        team = sum((laws[i].probability(u) for u in users if u != i), none)
        yield le(f"team of {i}", accused_at_least(xi, none), team)
        yield lt(f"team of {i}, private", sum(allowed.values(), -allowed[i]), team)
    if means == "split":
        yield eq("2 missing and accused", laws[2].probability(2), xi)
    found = max(laws[i].probability(u) - allowed[u] for i in users for u in users)
    yield lt("by how much it is not private", 0, found)


Setting = tuple[int, NearlyHalfOff | SplitMeans]
"""Users and M."""

FRAMED = over(case=((2, NearlyHalfOff(Fraction(49, 100))), (3, SplitMeans(1))))


def framed(build: Build, case: Setting) -> Iterator[Comparison]:
    """How often i* is accused, against the error of the code, for each i_0 given which it is."""
    users, means = case
    code = BonehShawCode(users, 1)
    for first, star in permutations(range(1, users + 1), 2):
        if verdicts(users, means, first).map(who).probability(star):
            missing = build(first, star)
            error = framed_by_listing(code, everybody_but(users, star))
            found = verdicts(users, means, missing).map(who).probability(star)
            yield le(f"i_0 = {first}, i* = {star}", found, error)


def another(first: int, star: int) -> int:
    """Who is missing, as printed: i_0."""
    del star
    return first


def accused(first: int, star: int) -> int:
    """Who is missing: i*."""
    del first
    return star


WRONG[accused] = {"as printed": another, "the earlier of both": min, "the later of both": max}


@claim(
    "VT14.TXT.framed",
    FRAMED,
    about=another,
    refuted=Erratum(
        Grade.WORDING,
        "5.2, proof of Theorem 5.2.2, the last display: 'given i = i_0' for 'given i = i*'; given "
        "i_0, i* is one of the pirates, and it is right to accuse him",
        left="Pr[Trace(C, w) = i* | i = i_0]",
        right="the error of the code",
    ),
)
def accused_given_another(build: Build, case: Setting) -> Check:
    """Pr[Trace(C, w) = i* | i = i_0] >= 1/(2en) - 1/(10en) contradicts the correctness of the
    tracing algorithm, for somebody is accused who is not among the pirates: with that probability
    at most the error of the code.

    Cases: Codes of Boneh and Shaw, one column a block; M is off by 49/100, up or down, for two
    users, and by 1/4 for three; all i_0, and all other i* that are accused given i_0.
    """
    yield from framed(build, case)


@claim("VT14.TXT.framed", FRAMED, form=Form.CORRECTED, about=accused)
def accused_while_missing(build: Build, case: Setting) -> Check:
    """Pr[Trace(C, w) = i* | i = i*] >= 1/(2en) - 1/(10en) contradicts the correctness of the
    tracing algorithm: i* is accused while missing with probability at most the error of the code.

    Cases: Codes of Boneh and Shaw, one column a block; M is off by 49/100, up or down, for two
    users, and by 1/4 for three; all i_0, and all other i* that are accused given i_0.
    """
    yield from framed(build, case)
