"""Section 4.2: star subsampling (Lemma 4.4, footnote 7, A3)."""

from audits.claims.prelude import *
from audits.claims.bbkn13.words import *
from audits.evidence.certificates import Range

R = RationalFunction.r()
E = Fraction(4)
BITS = (0, 1, Star.STAR)


def two_outcomes(database: Rows, coins: Coins[Any]) -> int:
    """1 with probability 1/2 if the first row is 0, else 1/(2E): as different as E allows."""
    return int(coins.draw(bernoulli(HALF if database[:1] == (0,) else 1 / (2 * E))))


def response(database: Rows, coins: Coins[Any]) -> int:
    """The first row or its opposite, E times as likely the row; the star is 2, as is no row."""
    if not database:
        return 2
    row = 2 if database[0] is Star.STAR else int(database[0])
    lie = 1 + coins.draw(bernoulli(HALF))
    return row if coins.draw(bernoulli(E / (E + 2))) else (row + lie) % 3


def responses(database: Rows, coins: Coins[Any]) -> Rows:
    """The response to each row, independently: every row matters."""
    return tuple(coins.run(response, (row,)) for row in database)


@dataclass(frozen=True, slots=True)
class Starring:
    """Rows kept with some probability; the others become stars."""

    base: Learner
    keeping: Any

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        kept = bernoulli(self.keeping)
        return coins.run(
            self.base, tuple(row if coins.draw(kept) else Star.STAR for row in database)
        )


BASES: dict[str, tuple[Learner, tuple[object, ...]]] = {
    "two outcomes": (two_outcomes, BITS),
    "response": (response, BITS),
    "responses": (responses, BITS),
    "A2": (noisy_learner(2, TWO_FIFTHS), (*labelled_examples(2), Star.STAR)),
}
NO_MORE = Range(ONE, E * E)
"""R from 1 to E^2, where the keeping rate is at most 1."""


STARRED = "row if coins.draw(kept) else Star.STAR for row in database"
DELETED = f"{STARRED} => row for row in database if coins.draw(kept) and row is not Star.STAR"
TOGETHER = wrong(
    StarSubsampling,
    "bernoulli(self.keeping) => coins.draw(bernoulli(self.keeping))",
    "if coins.draw(kept) => if kept",
)
WRONG[StarSubsampling] = {
    "twice the eps": twice_eps(StarSubsampling),
    "rows are deleted": DELETED,
    "stars where rows are kept": "return keeping_rate => return 1 - keeping_rate",
    "one coin for all rows": TOGETHER,
}
WRONG[Starring] = {
    "keeps half of the others": "bernoulli(self.keeping) => bernoulli((1 + self.keeping) / 2)",
    "rows are deleted": DELETED,
}


@claim("BBKN13.L4.4", over(base=BASES, rows=(1, 2)), about=StarSubsampling)
def star_subsampling_is_private(build: Build, base: str, rows: int) -> Check:
    """If A is eps*-private on rows and stars, keeping each row with probability f(eps, eps*) =
    (R-1)/(E+R-R/E-1), putting a star else, and running A is eps-private; R = e^eps, E = e^eps*.

    Cases: E = 4; a mechanism as different as E allows, randomised response to the first row or to
    each, and A2; every R from 1 to E^2 at once, beyond which f exceeds 1. That A is ln 4 private
    is checked, too.
    """
    learner, values = BASES[base]
    universe = replace_one(values, rows, ordered=True)
    yield private(learner, universe, pure(E))
    found = build(learner, Epsilon(R), R - R + E, values)
    yield private(found, universe, Guarantee(R, R - R), over=NO_MORE)


@claim("BBKN13.L4.4", over(base=BASES, rows=(1, 2)), form=Form.CONCRETE, about=Starring)
def larger_keeping_rate_suffices(build: Build, base: str, rows: int) -> Check:
    """With any keeping rate q the ratio is at most 1 + q (E - 1); so q = (R-1)/(E-1) suffices,
    which is larger than f.

    Cases: E = 4, all q = 1/r in (0, 1] at once; attained by the mechanism with two outcomes.
    """
    learner, values = BASES[base]
    bound = 1 + (E - 1) / R
    universe = replace_one(values, rows, ordered=True)
    yield private(build(learner, 1 / R), universe, Guarantee(bound, R - R))
    yield le("f", keeping_rate(R, R - R + E), (R - 1) / (E - 1))
    if base == "two outcomes":
        q = Fraction(1, 3)
        yield private(build(learner, q), universe, Guarantee(TWO, 0 * q))


@claim(
    "BBKN13.L4.4.id",
    over(e=(Fraction(3, 2), TWO, Fraction(4), Fraction(16), Fraction(101, 100))),
    about=keeping_rate,
)
def keeping_rate_identity(rate: Build, e: Fraction) -> Check:
    """(1 + q (E-1))/(1 - q (1 - 1/E)) = R at q = f; f <= 1 iff R <= E^2; f = 1/2 at R = E.

    Cases: For every R at once.
    """
    q = rate(R, R - R + e)
    yield eq("identity", (1 + q * (e - 1)) / (1 - q * (1 - 1 / e)), R)
    yield eq("R = E", rate(e, e), HALF)
    yield eq("R = E^2", rate(e * e, e), 1)
    yield lt("R > E^2", 1, rate(e * e + 1, e))
    yield lt("R < E^2", rate((1 + e * e) / 2, e), 1)


@claim(
    "BBKN13.L4.4.rate",
    over(e=(Fraction(3, 2), TWO, Fraction(4)), power=(1, 2, 3)),
    refuted=Erratum(
        Grade.WORDING,
        "Section 4.2, Lemma 4.4: that eps is smaller stands above it only ('we reduce eps*'); up "
        "to eps <= 2 eps* it is true, and beyond f(eps, eps*) is no probability",
        "f(eps, eps*), with which an entry is kept",
        "1",
    ),
)
def every_rate_is_a_probability(e: Fraction, power: int) -> Check:
    """For all eps and eps* an entry can be kept with probability f(eps, eps*).

    Cases: E = e^eps*, eps a multiple of eps*; at eps = 3 eps* the rate is (E^2 + E + 1)/(E^2 + 1).
    """
    yield le("f", keeping_rate(e**power, e), 1)


@claim(
    "BBKN13.L4.4.rate",
    over(e=(Fraction(3, 2), TWO, Fraction(4)), parts=sized((4,), (16,), (64,))),
    form=Form.CORRECTED,
    about=keeping_rate,
)
def rates_up_to_twice_eps(rate: Build, e: Fraction, parts: int) -> Check:
    """For 0 <= eps <= 2 eps* the rate is from 0 to 1, and it is 1 at eps = 2 eps*; for larger eps
    A itself, with no entry replaced, is eps-private.

    Cases: R on a grid from 1 to E^2.
    """
    for k in range(parts + 1):
        r = 1 + (e * e - 1) * Fraction(k, parts)
        yield le(f"R = {r}: 0", 0, rate(r, e))
        yield le(f"R = {r}: 1", rate(r, e), 1)
    yield eq("R = E^2", rate(e * e, e), 1)


Deleting = wrong(Starring, DELETED)


def deleting_at(keeping: Fraction) -> Learner:
    """Randomised response on one row that is deleted with probability 1 - keeping."""
    return Deleting(response, keeping)


WRONG[deleting_at] = {"stars are put": "Deleting => Starring"}


@claim("BBKN13.F7", over(r=(Fraction(5, 4), Fraction(3, 2), TWO)), about=deleting_at)
def deleting_rows_is_not_private(build: Build, r: Fraction) -> Check:
    """The rows that are not kept cannot be deleted instead: privacy of A for databases of each
    size does not give eps-privacy then.

    Cases: One row: a constant without rows, randomised response on a row; both are ln 4 private.
    """
    found = build(keeping_rate(r, E))
    one, other = (law(found, (row,)) for row in (0, 1))
    yield lt("R Pr'[0] < Pr[0]", r * other.probability(0), one.probability(0))


def _a3(build: Build, root: Fraction, rows: int) -> Iterator[Comparison]:
    values = labelled_examples(2)
    learner = build(noisy_learner(2, TWO_FIFTHS), Epsilon(root, 2), E, values)
    keeping = (root**2 - 1) / (3 + 3 * root**2 / 4)
    for d in replace_one(values, rows).databases():
        wanted = starred_law(d, keeping, lambda part: a2_law(part, 2, TWO_FIFTHS))
        yield from same_law("A3", learner, d, wanted)


ROOTS = over(root=(Fraction(5, 4), Fraction(3, 2)), rows=sized((0, 1, 2), (0, 1, 2), (0, 1, 2, 3)))


@claim("BBKN13.A.L44", ROOTS, about=StarSubsampling)
def star_subsampling_follows_its_steps(build: Build, root: Fraction, rows: int) -> Check:
    """Each entry is kept with f = (R-1)/(E+R-R/E-1), else a star; then A is run.

    Cases: A2 as A, with E = 4; a sum over all ways to put stars.
    """
    yield from _a3(build, root, rows)


@claim("BBKN13.A.A3", ROOTS, about=StarSubsampling)
def a3_follows_its_steps(build: Build, root: Fraction, rows: int) -> Check:
    """A3 keeps each record with (R-1)/(3 + 3R/4) and runs A2.

    Cases: Two values of R below e; its law and its rate.
    """
    keeping = build(noisy_learner(2, TWO_FIFTHS), Epsilon(root, 2), E, ()).keeping
    yield eq("rate", keeping, (root**2 - 1) / (3 + 3 * root**2 / 4))
    yield from _a3(build, root, rows)
