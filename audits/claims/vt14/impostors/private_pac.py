"""Wrong variants of the private learner of section 8.2, and of what PAC learning asks for."""

from audits.claims.prelude import *
from reference.data.concept import LabelledExample, empirical_errors
from reference.mechanisms.learning.exponential_learner import (
    ExponentialLearner,
    by_empirical_error,
)
from reference.mechanisms.learning.fresh_example import examples_of
from reference.mechanisms.learning.on_sample import OnSample


@dataclass(frozen=True, slots=True)
class WrongPrivateLearner:
    """The exponential learner with one thing wrong; e^(eps/2) is `root^2`, eps in four parts."""

    hypotheses: tuple[Any, ...]
    size: int
    eps: Epsilon[Any]
    how: str

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What the right one promises."""
        return Guarantee.pure(self.eps)

    universe = ExponentialLearner.universe

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> Any:
        """A hypothesis."""
        rows = database
        if self.how == "errors on label 1 only":
            rows = tuple(row for row in rows if row[1])
        if self.how == "the first row only":
            rows = rows[:1]
        if self.how == "each row once":
            rows = tuple(dict.fromkeys(rows))
        m = [empirical_errors(h, rows) for h in self.hypotheses]
        if self.how == "consistent only":
            fit = [h for h, errors in zip(self.hypotheses, m, strict=True) if not errors]
            return coins.draw(Dist.uniform(fit or self.hypotheses))
        if self.how == "the fewest errors":
            return self.hypotheses[m.index(min(m))]
        if self.how == "rewarded errors":
            m = [len(rows) - errors for errors in m]
        if self.how == "squared errors":
            m = [errors**2 for errors in m]
        base = self.eps.root**2
        if self.how in {"e^(-2 eps errors)", "e^(-eps errors/2)"}:
            base = self.eps.root ** (4 if self.how == "e^(-2 eps errors)" else 1)
        if self.how == "errors divided by n":
            base = self.eps.root ** (2 if len(rows) < 2 else 1)
        hypotheses = self.hypotheses
        if self.how == "without the last hypothesis":
            hypotheses, m = hypotheses[:-1], m[:-1]
        return coins.draw(by_empirical_error(hypotheses, m, base))


def made_wrong(how: str) -> Build:
    """A wrong one."""
    return lambda hypotheses, size, eps: WrongPrivateLearner(hypotheses, size, eps, how)


WRONG_LAWS: Mapping[str, Build] = {
    how: made_wrong(how)
    for how in (
        "consistent only",
        "errors on label 1 only",
        "errors divided by n",
        "e^(-2 eps errors)",
        "e^(-eps errors/2)",
        "the fewest errors",
        "rewarded errors",
        "squared errors",
        "the first row only",
        "each row once",
        "without the last hypothesis",
    )
}
NOT_PRIVATE = {
    how: WRONG_LAWS[how]
    for how in ("consistent only", "e^(-2 eps errors)", "the fewest errors", "squared errors")
}
NOT_ACCURATE = {
    how: WRONG_LAWS[how]
    for how in (
        "errors on label 1 only",
        "errors divided by n",
        "e^(-eps errors/2)",
        "rewarded errors",
        "the first row only",
        "each row once",
    )
}


@dataclass(frozen=True, slots=True)
class WrongPrediction:
    """Another question than whether a fresh example is predicted."""

    learner: Any
    rows: int
    how: str

    def __call__(self, task: tuple[Any, tuple[Fraction, ...]], coins: Coins[Any], /) -> bool:
        """Whether the hypothesis is right there."""
        c, masses = task
        count = self.rows - (self.how == "an example fewer") + (self.how == "an example more")
        rows = examples_of(c, masses)
        if self.how == "the fresh example is one of the sample":
            sample = coins.run(OnSample(lambda sample, _: sample, count), rows)
            h = coins.run(self.learner, sample)
            x = coins.draw(Dist.uniform(sample))[0]
            return bool(h(x) == c(x))
        h = coins.run(OnSample(self.learner, count), rows)
        if h is Bottom.BOTTOM:
            return self.how == "bottom is right"
        drawn = [(x, mass) for x, mass in enumerate(masses) if mass]
        if self.how == "a uniform point":
            return bool(h(x := coins.draw(Dist.uniform(range(len(masses))))) == c(x))
        if self.how == "on all points":
            return all(h(x) == c(x) for x, _ in drawn)
        x = coins.draw(Dist.weighted(drawn))
        return bool(h(x) == 1) if self.how == "whether it is 1" else bool(h(x) == c(x))


def question(how: str) -> Build:
    """Another question."""
    return lambda learner, rows: WrongPrediction(learner, rows, how)


WRONG_QUESTIONS: Mapping[str, Build] = {
    how: question(how)
    for how in (
        "the fresh example is one of the sample",
        "a uniform point",
        "on all points",
        "whether it is 1",
        "an example fewer",
        "an example more",
        "bottom is right",
    )
}
