"""Wrong games, choices and sample sizes for representing classes."""

from audits.claims.prelude import *
from audits.claims.bbkn13.impostors.learners import Chosen
from audits.claims.bbkn13.laws.learners import Learner
from reference.data.concept import Hypothesis, disagreements, empirical_errors
from reference.data.matrix_game import Game


def pure(hypotheses: Sequence[Hypothesis], concept: Hypothesis, t: int) -> Game:
    """The best single hypothesis against the even distribution."""
    wrong = [len(disagreements(h, concept, t)) for h in hypotheses]
    best = wrong.index(min(wrong))
    one = tuple(Fraction(i == best) for i in range(len(wrong)))
    return Game(Fraction(min(wrong), t), one, (Fraction(1, t),) * t)


def worst_hypothesis(h: tuple[Hypothesis, ...], t: int, eps: object) -> Learner:
    """A hypothesis with the most errors, surely."""
    del t, eps
    return Chosen(h, lambda g, d: -empirical_errors(g, d))


def without_the_first_terms(n: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction) -> int:
    """(16/(eps alpha)) ln(3 |H|/beta), rounded up."""
    return (ln(3 * n / beta) * 16 / alpha / ln(exp_eps)).ceil()


def without_the_first_term(n: int, exp_eps: Fraction, alpha: Fraction, beta: Fraction) -> int:
    """(4/(eps alpha)) ln(2T/beta), rounded up: proportional to 1/eps."""
    return -int(-high(ln(2 * n / beta) * 4 / alpha / ln(exp_eps)) // 1)
