"""Section 4: sizes in Algorithm 4, and the confidence of choices in the proof of Lemma 4.7."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.chain import single_path
from audits.claims.klmns20.words import *


@claim(
    "KLMNS20.TXT.FIRSTSIZE",
    over(n=(8, 12), trim=(1,), index=(1, 2)),
    refuted=Erratum(
        Grade.WORDING,
        "Algorithm 4, steps 2, 3 and 5: n and X, for |S_d| and X_d",
        "the rows of S_d without its t largest and t smallest ones",
        "n - 2t",
    ),
)
def sizes_as_printed(n: int, trim: int, index: int) -> Check:
    """S_d without its t largest and t smallest elements is in X^(n - 2t), and D has n - 3t
    elements, n = |S|.

    Cases: d = `index`, |X| = 2^8, rows 37 i^2, halt at 3 rows; true for d = 1.  Step 7 has T_d.
    """
    rows = squares(256, n)
    _, database = [*chain(rows, 8, trim, 3)][index - 1]
    yield eq("", len(trimmed(database, trim)), n - 2 * trim)


@claim(
    "KLMNS20.TXT.FIRSTSIZE",
    over(n=sized((8, 10), range(7, 12), range(7, 14)), step=(1, 37), thresholds=((1, 2), (3, 1))),
    form=Form.CORRECTED,
    about=OneRandomPath,
)
def one_random_path_on_the_second_database(
    build: Build, n: int, step: int, thresholds: tuple[int, int]
) -> Check:
    """With |S_d| and X_d for n and X, OneRandomPath on S with d = 2 is that on S_2 with d = 1: D
    has |S_2| - 3t = n - 6t elements.

    Cases: |X| = 2^8, |X_2| = 2^4, t = 1, e^(eps/4) = 2: every probability by the formulas of the
    paper, from bits of the rows c i^2.
    """
    root, rows = TWO, squares(256, n, step)
    _, (depth, second), *_ = chain(rows, 8, 1, 3)
    yield eq("rows of S_2", len(second), n - 3)
    found = law(build(Domain.of_size(256), 1, 3, 2, *thresholds, eps_at(root)), rows)
    expected = single_path(second, depth, 1, *thresholds, root)
    yield from same_law(found, expected)


@claim(
    "KLMNS20.TXT.THREEBETA",
    over(delta=(TENTH, Fraction(1, 1000))),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, proof of Lemma 4.7, 'with confidence beta = delta', for delta/3",
        "what the choices of a level, of a node and of a point may fail with, delta each",
        "delta",
    ),
)
def confidence_as_printed(delta: Fraction) -> Check:
    """OneRandomPath fails with probability at most delta, by the choice of a level with beta =
    delta, and of a node and a point as in Section 3, with delta each.

    Cases: The sum; the proof of Lemma 4.8 has delta/2 for each of its two choices.
    """
    yield le("", 3 * delta, delta)


def _share(delta: Fraction) -> Fraction:
    """The beta of each choice."""
    return delta / 3


WRONG[_share] = {"delta/2": "delta / 3 => delta / 2", "delta": "delta / 3 => delta"}


@claim(
    "KLMNS20.TXT.THREEBETA",
    over(parts=sized(range(2, 20), range(2, 60), range(2, 200))),
    form=Form.CORRECTED,
    about=_share,
    uses=("KLMNS20.L4.7",),
)
def confidence(share: Build, parts: int) -> Check:
    """Beta = delta/3 is the largest confidence with which the three choices fail with probability
    at most delta in all.

    Cases: An equality; what each choice needs for it is the concrete form of Lemma 4.7.
    """
    delta = Fraction(1, parts)
    yield le("", 3 * share(delta), delta)
