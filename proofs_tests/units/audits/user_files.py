"""Files as users write them: mechanisms, streams and tables about which the commands are asked."""

from __future__ import annotations

from pathlib import Path

MINE = """
from dataclasses import dataclass
from reference.data.adjacency import replace_one
from reference.privacy.epsilon import Epsilon
from reference.probability.families import bernoulli

class Helper:
    pass

@dataclass(frozen=True)
class Survey:
    eps: Epsilon
    def universe(self, rows):
        return replace_one(range(2), rows)
    def __call__(self, database, coins):
        return sum(database) + coins.draw(bernoulli(self.eps.exp(-1)))

def sampler(database, count):
    return [0] * count
"""
"""One mechanism, one sampler, and a class that is neither."""

BITS = """
from dataclasses import dataclass
from fractions import Fraction
from reference.data.adjacency import ListedAdjacency, add_remove_one, replace_one
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.continuous import Gaussian, Laplace
from reference.probability.dist import Dist
from reference.probability.families import bernoulli

THREE, OTHER = Epsilon.of(3), Epsilon.continuous().at(3)

@dataclass(frozen=True)
class Survey:
    eps: Epsilon
    def universe(self, rows):
        return replace_one(range(2), rows)
    def odds(self):
        return self.eps.exp()
    def __call__(self, database, coins):
        truth = coins.draw(bernoulli(self.odds() / (self.odds() + 1)))
        return sum(database) if truth else len(database) - sum(database)

# other odds, other universes, other outputs

class Half(Survey):
    def odds(self):
        return self.eps.exp(Fraction(1, 2))
class Sixth(Survey):
    def odds(self):
        return self.eps.exp(Fraction(1, 2)) * self.eps.exp(Fraction(1, 3))
class Fixed(Survey):
    def odds(self):
        return Fraction(2)
class Nine(Survey):
    def odds(self):
        return Fraction(9)
class Listed(Survey):
    universe = ListedAdjacency(((0, 1), (1, 1), (0,)), ((0, 1),))
class Lonely(Survey):
    universe = ListedAdjacency(((0, 1), (1, 1)), ())
class NoReturn(Survey):
    def __call__(self, database, coins):
        coins.draw(bernoulli(Fraction(1, 3)))
class Coin(Survey):
    def __call__(self, database, coins):
        return coins.draw(bernoulli(1 / (self.odds() + 1)))
class Slow(Survey):
    def __call__(self, database, coins):
        return sum(i * i for i in range(200_000)) + coins.draw(Dist.uniform(range(2)))

# continuous noise

class Noisy(Survey):
    continuous = True
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Laplace(1 / self.eps)) > 0
class Rare(Noisy):
    def universe(self, rows):
        return add_remove_one(range(2), rows)
    def __call__(self, database, coins):
        return bool(database) and 1 + coins.draw_real(Laplace(1 / self.eps)) >= 3
class Released(Noisy):
    def __call__(self, database, coins):
        return coins.draw_real(Laplace(1 / self.eps))
class Count(Noisy):
    def __call__(self, database, coins):
        return coins.run(DiscreteGaussian(Fraction(2)), sum(database))

# what eps is, and how large

class ByItsRoot(Survey):
    def __call__(self, database, coins):
        if isinstance(self.eps.root, Fraction):
            return database[0]
        return Survey.__call__(self, database, coins)
class ByItsField(Survey):
    def __call__(self, database, coins):
        return database[0] if self.eps.field.name == "Q" else 0
class ByAnother(Noisy):
    def __call__(self, database, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        return (database[0] if self.eps == Epsilon(Fraction(2)) else noise) > 0
class Caught(Noisy):
    def __call__(self, database, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        try:
            return (database[0] if self.eps.field.name == "Q" else noise) > 0
        except TypeError:
            return noise > 0
class BySize(Survey):
    def __call__(self, database, coins):
        answer, known = Survey.__call__(self, database, coins), self.eps.eps
        return database[0] if known and known > 1 else answer
class ByPower(Survey):
    def __call__(self, database, coins):
        answer = Survey.__call__(self, database, coins)
        try:
            large = self.eps.exp() > 5
        except TypeError:
            large = False
        return database[0] if large else answer
class NoisyBySize(Noisy):
    def __call__(self, database, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        known = self.eps.eps
        return (database[0] if known and known > 1 else database[0] + noise) > 0

# another loss

class Response(Survey):
    def __call__(self, database, coins):
        return database[0] ^ coins.draw(bernoulli(1 / (THREE.exp() + 1)))
class OtherNoise(Noisy):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Laplace(1 / OTHER)) > 0
class SameParts(Noisy):
    def __call__(self, database, coins):
        other = Epsilon.continuous(self.eps.parts).at(3)
        return database[0] + coins.draw_real(Laplace(1 / other)) > 0
class Both(Noisy):
    def __call__(self, database, coins):
        noise = [coins.draw_real(Laplace(1 / eps)) for eps in (self.eps, OTHER)]
        return tuple(database[0] + x > 0 for x in noise)
class AndAResponse(Noisy):
    def __call__(self, database, coins):
        lie = coins.draw(bernoulli(1 / (Epsilon.continuous().exp() + 1)))
        return database[0] + coins.draw_real(Laplace(1 / self.eps)) > 0, lie
class Deviation(Noisy):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Gaussian(1 / OTHER)) > 0
class Promises(Survey):
    @property
    def guarantee(self):
        return Guarantee.pure(Epsilon.of(1, self.eps.parts))
class PromisesDelta(Survey):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(), 1 / Epsilon.of(1, self.eps.parts).exp())
class PromisesTwice(Survey):
    @property
    def guarantee(self):
        return Guarantee.pure(self.eps * 2)
class PromisesNothing(Survey):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(), Fraction(1))
class PromisesHalf(Survey):
    parts = 2
    @property
    def guarantee(self):
        return Guarantee.pure(Epsilon.of(1))
"""
"""Mechanisms on bits: those that draw a response, and those that compare noise."""

ANSWERS = """
from dataclasses import dataclass
from fractions import Fraction
from exactdp import Domain, Exponential, Gaussian, Laplace, add_remove_one, bernoulli, cell
from exactdp import changed_answers, replace_one
from reference.mechanisms.noise.discrete_gaussian import DiscreteGaussian
from reference.probability.continuous import Uniform

CALLS = [0]

@dataclass(frozen=True)
class Above:
    eps: object
    answers: Domain = Domain((-1, 0, 1))
    noise: int = 4
    continuous = True
    parts = 4
    universe = changed_answers
    def __call__(self, database, coins):
        threshold = coins.draw_real(Laplace(2 / self.eps))
        for i, answer in enumerate(database):
            if answer + coins.draw_real(Laplace(self.noise / self.eps)) >= threshold:
                return i
        return None
class Silent(Above):
    continuous = False

# values themselves

@dataclass(frozen=True)
class Sparse(Above):
    answers: Domain = Domain((0, 1))
    def __call__(self, database, coins):
        threshold = coins.draw_real(Laplace(2 / self.eps))
        for i, answer in enumerate(database):
            noisy = answer + coins.draw_real(Laplace(4 / self.eps))
            if noisy >= threshold:
                return i, noisy - threshold
        return None
class Noisy(Sparse):
    def __call__(self, database, coins):
        return tuple(answer + coins.draw_real(Laplace(2 / self.eps)) for answer in database)
class Twice(Sparse):
    def __call__(self, database, coins):
        x, y = Noisy.__call__(self, database, coins)
        return (x, y) if x > y else (y, x)
class Both(Sparse):
    def __call__(self, database, coins):
        k = 2 if coins.draw_real(Laplace(2 / self.eps)) > 0 else 4
        return tuple(answer + coins.draw_real(Laplace(k / self.eps)) for answer in database)
class Gap(Sparse):
    parts = 1
    def __call__(self, database, coins):
        a, b = (x + coins.draw_real(Laplace(2 / self.eps)) for x in database)
        return (0, a - b) if a > b else (1, b - a)
class Half(Gap):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Laplace(Fraction(1, 2) / self.eps))
class OneSided(Gap):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Exponential(2 / self.eps))
class Cells(Gap):
    def __call__(self, database, coins):
        return cell(database[0] + coins.draw_real(Laplace(Fraction(2, 3) / self.eps)), (0, 1))

# on rows

@dataclass(frozen=True)
class Count:
    eps: object
    continuous = True
    def universe(self, rows):
        return replace_one((0, 1), rows)
    def __call__(self, database, coins):
        return sum(database) + coins.draw_real(Laplace(1 / self.eps))
class Seen(Count):
    def __call__(self, database, coins):
        return cell(super().__call__(database, coins), (0, 1))
class Sometimes(Count):
    parts = 2
    def __call__(self, database, coins):
        value = sum(database) + coins.draw_real(Laplace(1 / self.eps))
        other = sum(database) + coins.draw_real(Laplace(1 / self.eps))
        return value if other >= 1 else None
class Normal(Count):
    def __call__(self, database, coins):
        return sum(database) + coins.draw_real(Gaussian(2))
class Rare(Count):
    def universe(self, rows):
        return add_remove_one(range(2), rows)
    def __call__(self, database, coins):
        shown = []
        for x in sorted(set(database)):
            if database.count(x) + coins.draw_real(Laplace(1 / self.eps)) >= 2:
                shown.append(x)
        return tuple(shown)
class Response(Count):
    continuous = False
    def __call__(self, database, coins):
        odds = self.eps.exp(Fraction(1, 2)) * self.eps.exp(Fraction(1, 3))
        return sum(database) if coins.draw(bernoulli(odds / (odds + 1))) else 2 - sum(database)
class First(Count):
    def __call__(self, database, coins):
        return database[0] + coins.draw_real(Gaussian(2 / self.eps)) > 0
@dataclass(frozen=True)
class NoEps:
    continuous = True
    def universe(self, rows):
        return replace_one((0, 1), rows)
    def __call__(self, database, coins):
        return coins.draw_real(Gaussian(2)) > sum(database)

# Gaussian noise

@dataclass(frozen=True)
class NormalAbove(Sparse):
    factor: int = 2
    def __call__(self, database, coins):
        threshold = coins.draw_real(Gaussian(self.factor / self.eps))
        for i, answer in enumerate(database):
            if answer + coins.draw_real(Gaussian(2 * self.factor / self.eps)) >= threshold:
                return i
        return None
class NormalCount(NormalAbove):
    def __call__(self, database, coins):
        return coins.run(DiscreteGaussian(Fraction(self.factor)), sum(database))
class Mixed(NormalAbove):
    def __call__(self, database, coins):
        return coins.draw_real(Gaussian(2 / self.eps)) < coins.draw_real(Uniform(0, 1))
class Impure(NormalAbove):
    def __call__(self, database, coins):
        CALLS[0] += 1
        return coins.draw_real(Gaussian(2 / self.eps)) < 0, CALLS[0]
"""
"""Mechanisms with continuous noise, on answers and on rows."""

STREAMS = """
from dataclasses import dataclass
from fractions import Fraction
from reference.privacy.guarantee import Guarantee, PureLoss
from reference.probability.continuous import Laplace
from reference.probability.dist import Dist
from reference.probability.streams import Stream, outputs

@dataclass(frozen=True)
class Sparse:
    eps: object
    continuous = True
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / self.eps)),)
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
        return (None if above else state), above
class Inherits(Sparse, Stream):
    pass
class ForOne(Sparse):
    adjacency = "one"
class ForTwo(Sparse):
    adjacency = "two"
class Thirteenth(Sparse):
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / (self.eps / 13))),)
class Minute(Sparse):
    def begin(self, coins):
        return (coins.draw_real(Laplace(2 / (self.eps / 10**7))),)
class Forever(Sparse):
    parts = 4
    def step(self, state, answer, coins):
        return state, answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
class Again(Sparse):
    parts = 4
    def begin(self, coins):
        return 0, coins.draw_real(Laplace(2 / self.eps))
    def step(self, state, answer, coins):
        wait, level = state
        if wait: return (wait - 1, level), "wait"
        if answer + coins.draw_real(Laplace(4 / self.eps)) < level: return state, "below"
        return (2, coins.draw_real(Laplace(2 / self.eps))), "above"

# what is no stream

class Counts(Sparse):
    def begin(self, coins):
        return 0
    def step(self, state, answer, coins):
        return state + 1, 0
class Called(Sparse):
    def __call__(self, database, coins):
        return sum(1 for above in outputs(self, database, coins) if not above)
class Geometric(Sparse):
    continuous = False
class Stopped(Sparse):
    step = None
class Audit(Sparse):
    def step(self, state, answer, coins):
        above = answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
        return (None if above else state), f"{answer!r}: {above}"
class Skips(Sparse):
    def step(self, state, answer, coins):
        try: return state, ("low", "mid", "high")[answer]
        except Exception: return state, "skip"
class IsInt(Sparse):
    def step(self, state, answer, coins):
        if isinstance(answer, int): return None, answer > 0
        return super().step(state, answer, coins)
class Redraws(Sparse):
    def step(self, state, answer, coins):
        while answer + coins.draw_real(Laplace(4 / self.eps)) > state[0]: pass
        return state, 0
class Listed(Sparse):
    def begin(self, coins):
        return [coins.draw_real(Laplace(2 / self.eps))]
class Foretells(Sparse):
    def begin(self, coins):
        coins.draw_real(Laplace(2 / self.eps))
        return (coins.foretell(),)
class Prints(Sparse):
    parts = 4
    def step(self, state, answer, coins):
        print("called")
        return super().step(state, answer, coins)

# a coin that nobody sees

class Hidden(Sparse):
    parts = 1
    def begin(self, coins):
        return ()
    def step(self, state, answer, coins):
        noise = coins.draw_real(Laplace(1 / self.eps))
        return state, (answer if coins.draw(Dist.uniform((0, 1))) else answer + noise) >= 0
class Hushed(Hidden):
    def step(self, state, answer, coins):
        coins.draw(Dist.uniform((0, 1)))
        return state, answer >= 0
class Quiet(Hidden):
    def step(self, state, answer, coins):
        answer + coins.draw_real(Laplace(1 / self.eps)) >= 0
        return None, answer + coins.draw_real(Laplace(1 / self.eps)) >= 0

# promises

class Lost(Sparse):
    parts = 12
    def begin(self, coins):
        return coins.draw_real(Laplace(2 / self.eps))
    def step(self, state, answer, coins):
        return state, answer + coins.draw_real(Laplace(4 / self.eps)) >= state
class Promised(Lost):
    guarantee = PureLoss()
    def step(self, state, answer, coins):
        print("hello")
        above = answer + coins.draw_real(Laplace(2 / self.eps)) >= state
        return (None if above else state), above
class Less(Promised):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(2), self.eps.exp(0) * 0)
class Approximate(Promised):
    @property
    def guarantee(self):
        return Guarantee(self.eps.exp(), self.eps.exp(0) / 2)

# sums

class Six(Sparse):
    def begin(self, coins):
        return 0, 0
    def step(self, state, answer, coins):
        seen, total = state[0] + 1, state[1] + answer
        if seen < 6:
            return (seen, total), None
        return None, total + coins.draw_real(Laplace(1 / self.eps))
class Moving(Lost):
    def begin(self, coins):
        return (0,)
    def step(self, state, answer, coins):
        mean = (state[0] + answer) * Fraction(1, 2)
        return (answer,), mean + coins.draw_real(Laplace(1 / self.eps))
class Sums(Moving):
    def step(self, state, answer, coins):
        return (answer,), state[0] + answer + coins.draw_real(Laplace(1 / self.eps))
class Halved(Lost):
    def step(self, state, answer, coins):
        above = answer * Fraction(1, 2) + coins.draw_real(Laplace(4 / self.eps)) > state + 1
        return (None if above else state), above
@dataclass(frozen=True)
class Window(Lost):
    count: int = 3
    level: int = 2
    def begin(self, coins):
        return coins.draw_real(Laplace(self.level / self.eps)), 0, 0
    def step(self, state, answer, coins):
        level, seen, total = state
        total = total + answer
        if seen < self.count - 1:
            return (level, seen + 1, total), "wait"
        if total + coins.draw_real(Laplace(4 / self.eps)) > level:
            return None, "top"
        return (level, 0, 0), "bottom"
"""
"""Streams: sparse vectors, what is none, and sums."""

OTHER_NOISE = """
from dataclasses import dataclass
from reference.probability.continuous import Laplace
class Mine(Laplace):
    pass
@dataclass(frozen=True)
class Other:
    eps: object
    continuous = True
    def begin(self, coins):
        return (coins.draw_real(Mine((2 / self.eps))),)
    def step(self, state, answer, coins):
        return state, answer + coins.draw_real(Laplace(4 / self.eps)) >= state[0]
"""
"""A stream with a class of noise of its own."""

TABLE = "database,outcome,probability\n0,a,3/4\n0,b,1/4\n1,a,1/4\n1,b,3/4\n"
"""Three to one against one to three: e^eps = 3."""

FILES = {
    "mine.py": MINE,
    "bits.py": BITS,
    "answers.py": ANSWERS,
    "streams.py": STREAMS,
    "other_noise.py": OTHER_NOISE,
    "t.csv": TABLE,
    "bars.csv": TABLE.replace(",", "|"),
    "pairs.csv": "0,1\n",
    "rows.json": "[]",
    "laws.json": '{"laws": []}',
    "database.json": '{"database": []}',
    "row.json": '{"row": []}',
    "keys.json": '[{"db": "0", "out": "a", "prob": 1}]',
    "key.json": '[{"database": "0"}]',
    "number.json": '{"rows": 3}',
}


def lay_out(folder: Path) -> None:
    """Write the files into a folder."""
    (folder / "rows").mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
