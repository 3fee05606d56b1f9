"""Randomised response with coins that are shared, too few or wrong, and other estimates."""

from audits.claims.prelude import *
from reference.mechanisms.noise.biased_response import BiasedResponse, WarnerResponse


@dataclass(frozen=True)
class OneCoin(BiasedResponse):
    """One coin for all rows."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        flipped = coins.draw(bernoulli((1 - self.bias) / 2))
        return tuple(1 - x if flipped else x for x in database)


@dataclass(frozen=True)
class ExactlySoMany(BiasedResponse):
    """Random rows are flipped, n (1 - b)/2 of them; if that is no integer, one of the two integers
    next to it, drawn with this mean: every row is flipped with the right probability.
    """

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        n = len(database)
        size, rest = divmod(n * (1 - self.bias) / 2, 1)
        more = coins.draw(bernoulli(rest)) if rest else False
        chosen = coins.draw(Dist.uniform(combinations(range(n), int(size) + more)))
        return tuple(1 - x if i in chosen else x for i, x in enumerate(database))


@dataclass(frozen=True)
class FirstIsTold(BiasedResponse):
    """The first row is told as it is."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        flip = bernoulli((1 - self.bias) / 2)
        rest = tuple(1 - x if coins.draw(flip) else x for x in database[1:])
        return database[:1] + rest


@dataclass(frozen=True)
class KeptByTheBias(BiasedResponse):
    """A bit is kept with probability b, and else flipped (not drawn anew)."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        keep = bernoulli(self.bias)
        return tuple(x if coins.draw(keep) else 1 - x for x in database)


@dataclass(frozen=True)
class FlippedByRatio(BiasedResponse):
    """A bit is flipped with probability e^-eps = (1 - b)/(1 + b)."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        flip = bernoulli((1 - self.bias) / (1 + self.bias))
        return tuple(1 - x if coins.draw(flip) else x for x in database)


@dataclass(frozen=True)
class HalfTheBias(BiasedResponse):
    """With b/2 in place of b."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        flip = bernoulli((1 - self.bias / 2) / 2)
        return tuple(1 - x if coins.draw(flip) else x for x in database)


@dataclass(frozen=True)
class OnesOnly(BiasedResponse):
    """Zeros are told as they are."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        flip = bernoulli((1 - self.bias) / 2)
        return tuple(1 - x if x and coins.draw(flip) else x for x in database)


@dataclass(frozen=True)
class PromisesTheBias(BiasedResponse):
    """Promises e^eps = 1 + b."""

    @property
    @override
    def guarantee(self) -> Guarantee[Fraction]:
        """(1 + b)."""
        return Guarantee(1 + self.bias, Fraction(0))


@dataclass(frozen=True)
class PromisesTwice(BiasedResponse):
    """Promises the square."""

    @property
    @override
    def guarantee(self) -> Guarantee[Fraction]:
        """Twice the loss."""
        return Guarantee(((1 + self.bias) / (1 - self.bias)) ** 2, Fraction(0))


@dataclass(frozen=True)
class Clamped(BiasedResponse):
    """The estimate is moved into [0, 1]."""

    @override
    def estimate(self, answers: Rows) -> Fraction:
        """Clamped."""
        return min(max(BiasedResponse.estimate(self, answers), Fraction(0)), Fraction(1))


@dataclass(frozen=True)
class NotShifted(BiasedResponse):
    """The mean of the answers over b."""

    @override
    def estimate(self, answers: Rows) -> Fraction:
        """Not shifted."""
        return Fraction(sum(answers), len(answers)) / self.bias


@dataclass(frozen=True)
class NotScaled(BiasedResponse):
    """The mean of the answers minus (1 - b)/2."""

    @override
    def estimate(self, answers: Rows) -> Fraction:
        """Not divided by b."""
        return Fraction(sum(answers), len(answers)) - (1 - self.bias) / 2


@dataclass(frozen=True)
class ShiftedWrongly(BiasedResponse):
    """(1 + b)/2 is taken off."""

    @override
    def estimate(self, answers: Rows) -> Fraction:
        """With the wrong shift."""
        return (Fraction(sum(answers), len(answers)) - (1 + self.bias) / 2) / self.bias


WRONG_COINS: dict[str, Build] = {
    "one coin for all rows": OneCoin,
    "a fixed number of rows is flipped": ExactlySoMany,
    "the first row is published": FirstIsTold,
    "kept with probability b": KeptByTheBias,
    "flipped with probability e^-eps": FlippedByRatio,
    "half the bias": HalfTheBias,
    "zeros are published": OnesOnly,
}
LEAKING: dict[str, Build] = {
    name: WRONG_COINS[name]
    for name in (
        "one coin for all rows",
        "a fixed number of rows is flipped",
        "the first row is published",
        "zeros are published",
    )
}
WRONG_PROMISES: dict[str, Build] = {"1 + b": PromisesTheBias, "twice the loss": PromisesTwice}
WRONG_ESTIMATES: dict[str, Build] = {
    "clamped": Clamped,
    "not shifted": NotShifted,
    "not divided by b": NotScaled,
    "shifted by (1 + b)/2": ShiftedWrongly,
}


@dataclass(frozen=True)
class OtherRule(WarnerResponse):
    """Warner's procedure with other rules, of the two coins: whether the truth is told."""

    truthful: Callable[[bool, bool], bool] = lambda first, second: first or second

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        heads = bernoulli(Fraction(1, 2))
        answers = []
        for x in database:
            first, second = bool(coins.draw(heads)), bool(coins.draw(heads))
            answers.append(x if self.truthful(first, second) else 1 - x)
        return tuple(answers)


@dataclass(frozen=True)
class SharedCoins(WarnerResponse):
    """Two coins for all rows."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        heads = bernoulli(Fraction(1, 2))
        truthful = coins.draw(heads) or coins.draw(heads)
        return tuple(x if truthful else 1 - x for x in database)


@dataclass(frozen=True)
class OneAfterTails(WarnerResponse):
    """After tails the answer is 1."""

    @override
    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        heads = bernoulli(Fraction(1, 2))
        return tuple(x if coins.draw(heads) else 1 for x in database)


@dataclass(frozen=True)
class OtherPromise:
    """Warner's procedure, promised to lose something else."""

    guarantee: Guarantee[Fraction]

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> Rows:
        return WarnerResponse()(database, coins)


WRONG_WARNER: dict[str, Callable[[], Any]] = {
    "false after the first tails": lambda: OtherRule(lambda first, _: first),
    "true only after two heads": lambda: OtherRule(lambda first, second: first and second),
    "true if the coins agree": lambda: OtherRule(lambda first, second: first == second),
    "always true": lambda: OtherRule(lambda _first, _second: True),
    "the coins of one for all": SharedCoins,
    "1 after the first tails": OneAfterTails,
    "promises ln 2": lambda: OtherPromise(Guarantee(Fraction(2), Fraction(0))),
    "promises ln 4": lambda: OtherPromise(Guarantee(Fraction(4), Fraction(0))),
}
