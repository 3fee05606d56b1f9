"""Protocols from learners and learners from protocols, without following any branch."""

from audits.claims.prelude import *
from reference.data.concept import empirical_errors, error
from reference.data.matrix_game import Game, solve_game
from reference.data.named_classes import upper_thresholds
from reference.data.one_way_protocol import OneWayProtocol, Pairs, sensible_protocols, uniform
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.reductions.learner_from_protocol import PublicCoin

Masses = tuple[Fraction, ...]


def learner(size: int, root: Any) -> ExponentialLearner[Any, Any]:
    """Thresholds by weights root^(-errors), which loses root^2."""
    return ExponentialLearner(upper_thresholds(size), size, Epsilon(root, 2))


def weights(
    concepts: Sequence[Hypothesis], root: Fraction, rows: Sequence[tuple[int, int]]
) -> list[Fraction]:
    """The law of the exponential learner on some rows."""
    found = [root ** -empirical_errors(h, tuple(rows)) for h in concepts]
    return [w / sum(found) for w in found]


def returned(
    concepts: Sequence[Hypothesis],
    law: Sequence[Fraction],
    draws: int,
    accuracy: Fraction,
    meeting: tuple[Hypothesis, Masses, int],
) -> Fraction:
    """Pr[Bob returns 1]: a sum over all lists of hypotheses."""
    c, masses, x = meeting
    total = Fraction(0)
    for drawn in product(range(len(concepts)), repeat=draws):
        weight = prod((law[i] for i in drawn), start=ONE)
        good = [i for i in drawn if error(c, concepts[i], masses) <= accuracy]
        total += weight * (concepts[good[0]](x) if good else 0)
    return total


@dataclass(frozen=True, slots=True)
class Meets:
    """A protocol on a concept and the law of Bob's point: whether he is right."""

    protocol: Any

    def __call__(self, task: tuple[Hypothesis, Masses], coins: Coins[Fraction], /) -> bool:
        """Draw the point, and run the protocol."""
        c, masses = task
        x = coins.draw(Dist.weighted((x, p) for x, p in enumerate(masses) if p))
        answer: Hashable = coins.run(self.protocol, (c, masses, x))
        return answer == c(x)


@cache
def best_coin(size: int, messages: int) -> PublicCoin:
    """The best public coin for thresholds against all pairs."""
    return optimal_coin(upper_thresholds(size), size, messages)


@cache
def optimal_coin(concepts: tuple[Hypothesis, ...], size: int, messages: int) -> PublicCoin:
    """The best public coin for a class against all pairs."""
    listed, _, game = _protocol_game(concepts, size, messages)
    return tuple((p, q) for p, q in zip(listed, game.columns, strict=True) if q)


@cache
def hard_pairs(concepts: tuple[Hypothesis, ...], size: int, messages: int) -> tuple[Pairs, ...]:
    """All pairs alike, and the worst law of pairs for protocols with so many messages."""
    _, pairs, game = _protocol_game(concepts, size, messages)
    return uniform(concepts, size), dict(zip(pairs, game.rows, strict=True))


@cache
def _protocol_game(
    concepts: tuple[Hypothesis, ...], size: int, messages: int
) -> tuple[list[OneWayProtocol], list[tuple[int, int]], Game]:
    """Protocols, pairs, and the game in which one is right on a pair or not."""
    listed = [*sensible_protocols(concepts, size, messages)]
    pairs = [*product(range(len(concepts)), range(size))]
    right = [[int(p.is_right(i, x, concepts)) for p in listed] for i, x in pairs]
    return listed, pairs, solve_game(right)


def tosses(coin: PublicCoin, count: int) -> Iterator[tuple[list[Values], Fraction]]:
    """Bob's functions for all messages of some tosses, and their probability."""
    for drawn in product(coin, repeat=count):
        weight = prod((q for _, q in drawn), start=ONE)
        yield [answer for p, _ in drawn for answer in p.answers], weight


def skewed(coin: PublicCoin) -> PublicCoin:
    """The same protocols with the probabilities 1 : 2 : 3 and so on."""
    whole = len(coin) * (len(coin) + 1) // 2
    return tuple((p, Fraction(k, whole)) for k, (p, _) in enumerate(coin, start=1))
