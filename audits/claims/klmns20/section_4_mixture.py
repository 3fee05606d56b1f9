"""Section 4, proof of Lemma 4.11: the additive terms of its last display."""

from audits.claims.prelude import *

HALVES = [Fraction(j, 2) for j in range(3)]


@claim(
    "KLMNS20.TXT.LOSTK",
    over(constant=(10, 1000)),
    refuted=Erratum(
        Grade.PROOF_STEP,
        "Section 4, proof of Lemma 4.11, last display: a factor log*|X| more than in the lemma",
        "4 delta_hat e^eps_hat log*|X|, over delta, where eps goes to 0",
        "C (n + log*|X|) e^eps', where e^eps' <= 2",
    ),
)
def slack_as_printed(constant: int) -> Check:
    """The display shows the lemma: with delta_hat = O(delta K + delta n e^(4 eps log n)), K =
    log*|X|, its slack 4 delta_hat e^eps_hat K is O(delta (n + K) e^eps').

    Cases: For each constant C, n = K = C, with 1 in the O of delta_hat and eps so small that
    e^eps' <= 2; delta_hat >= delta (n + K).  The lemma is true all the same: see the corrected
    form.
    """
    n = k = constant
    yield le("", 4 * (n + k) * k, constant * (n + k) * 2)


def four(hat: Fraction) -> Fraction:
    """What is added for each of the databases."""
    return 4 * hat


WRONG[four] = {"3 delta_hat": "4 * hat => 3 * hat"}


@claim(
    "KLMNS20.TXT.LOSTK",
    over(
        k=sized((1, 2), (1, 2, 3), (1, 2, 3, 4)),
        e=((ONE, ONE), (Fraction(3, 2), 2 * ONE), (2 * ONE, 2 * ONE)),
        hat=(Fraction(1, 8), ONE),
    ),
    form=Form.CORRECTED,
    about=four,
)
def slack_without_the_factor(
    four: Build, k: int, e: tuple[Fraction, Fraction], hat: Fraction
) -> Check:
    """delta + sum over d <= K of (e^eps p'_d + delta)(e^eps_hat b'_d + delta_hat) <= 4 delta_hat
    e^eps_hat + e^(eps_hat + eps) sum over d of p'_d b'_d, without a factor K, as delta K <=
    delta_hat <= 1 and eps <= eps_hat.

    Cases: Probabilities p' that sum to at most 1 and b' on a grid, ends included; attained at K =
    1, as for K = 2 and more delta is smaller.
    """
    once, path = e
    vectors = [*product(HALVES, repeat=k)]
    for p, b, delta in product(vectors, vectors, (Fraction(0), hat / (2 * k), hat / k)):
        if sum(p) <= 1:
            pairs = list(zip(p, b, strict=True))
            left = delta + sum((once * x + delta) * (path * y + hat) for x, y in pairs)
            right = four(hat) * path + once * path * sum(x * y for x, y in pairs)
            yield le(f"delta={delta}, p={p}, b={b}", left, right)
