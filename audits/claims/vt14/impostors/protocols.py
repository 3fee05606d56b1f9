"""Wrong variants of the protocol from a learner, and of the learner from a protocol."""

from audits.claims.prelude import *
from reference.data.concept import LabelledExample, empirical_errors, error
from reference.exact.integers import ceil_log2
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.reductions.learner_from_protocol import LearnerFromProtocol
from reference.reductions.protocol_from_learner import draws_needed


@dataclass(frozen=True, slots=True)
class WrongProtocol:
    """A protocol from a learner with one thing wrong."""

    learner: Any
    rows: int
    base: LabelledExample
    draws: int
    accuracy: Fraction
    how: str

    @property
    def messages(self) -> int:
        """How many there are."""
        return self.draws + (self.how != "no message for none")

    @property
    def bits(self) -> int:
        """The length of a message."""
        return ceil_log2(self.messages) + (self.how == "one bit more")

    def __call__(self, meeting: Any, coins: Coins[Any], /) -> Any:
        """What Bob returns."""
        c, masses, x = meeting
        rows = (self.base,) * self.rows
        if self.how == "on Alice's labels":
            rows = tuple((x, c(x)) for x, _ in rows)
        if self.how == "on the other label":
            rows = ((self.base[0], 1 - self.base[1]),) * self.rows
        if self.how == "on one row more":
            rows = (*rows, self.base)
        count = self.draws - (self.how == "one draw fewer") + (self.how == "one draw more")
        if self.how == "one draw, again and again":
            drawn = [coins.run(self.learner, rows)] * count
        else:
            drawn = [coins.run(self.learner, rows) for _ in range(count)]
        good = [
            h
            for h in drawn
            if (
                error(c, h, masses) < self.accuracy
                if self.how == "error below a"
                else (h(x) == c(x))
                if self.how == "Alice knows the point"
                else error(c, h, masses) <= self.accuracy
            )
        ]
        if not good:
            return (
                1
                if self.how == "1 for none"
                else drawn[0](x)
                if drawn and (self.how == "no message for none")
                else 0
            )
        return good[-1 if self.how == "the last good one" else 0](x)


def protocol(how: str) -> Build:
    """A wrong one."""
    return partial(WrongProtocol, how=how)


WRONG_PROTOCOLS: Mapping[str, Build] = {
    how: protocol(how)
    for how in (
        "no message for none",
        "one bit more",
        "on Alice's labels",
        "on the other label",
        "on one row more",
        "one draw fewer",
        "one draw more",
        "one draw, again and again",
        "error below a",
        "Alice knows the point",
        "1 for none",
    )
}

WRONG_DRAWS: Mapping[str, Build] = {
    "the factor e^(eps n) left out": lambda _r, _n, g, b: draws_needed(Fraction(1), 0, g, b),
    "one row fewer": lambda r, n, g, b: draws_needed(r, n - 1, g, b),
    "one row more": lambda r, n, g, b: draws_needed(r, n + 1, g, b),
    "one draw fewer": lambda *given: draws_needed(*given) - 1,
    "one draw more": lambda *given: draws_needed(*given) + 1,
    "always accurate": lambda r, n, g, _: draws_needed(r, n, g, Fraction(0)),
    "b for 1 - b": lambda r, n, g, b: draws_needed(r, n, g, 1 - b) if b else 0,
    "g for 1/g": lambda r, n, g, b: int((1 - g) * r**n / (1 - b)) + 1,
}


@dataclass(frozen=True, slots=True)
class WrongLearner:
    """A learner from a protocol with one thing wrong."""

    protocol: Any
    size: int
    tosses: int
    eps: Epsilon[Any]
    how: str

    @property
    def guarantee(self) -> Guarantee[Any]:
        """What the right one promises."""
        return Guarantee.pure(self.eps)

    def universe(self, rows: int) -> Any:
        """That of the right one."""
        return LearnerFromProtocol(self.protocol, self.size, self.tosses, self.eps).universe(rows)

    def hypotheses(self, drawn: Any) -> tuple[Any, ...]:
        """Bob's functions."""
        if self.how == "different protocols":
            drawn = tuple(dict.fromkeys(drawn))
        every = tuple(answer for p in drawn for answer in p.answers)
        if self.how == "the first message only":
            return tuple(p.answers[0] for p in drawn)
        if self.how == "the last toss only":
            return tuple(drawn[-1].answers)
        if self.how == "different functions":
            return tuple(dict.fromkeys(every))
        return every

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> Any:
        """A hypothesis."""
        coin = Dist.weighted(self.protocol)
        if self.how == "the likeliest protocol":
            drawn = (max(self.protocol, key=lambda each: each[1])[0],) * self.tosses
        elif self.how == "one toss, again and again":
            drawn = (coins.draw(coin),) * self.tosses
        elif self.how == "uniform tosses":
            even = Dist.uniform([p for p, _ in self.protocol])
            drawn = tuple(coins.draw(even) for _ in range(self.tosses))
        else:
            count = self.tosses + (self.how == "one toss more")
            drawn = tuple(coins.draw(coin) for _ in range(count))
        chosen = self.hypotheses(drawn)
        if self.how == "the best":
            return min(chosen, key=lambda h: empirical_errors(h, database))
        factors = {"e^(-eps errors)": Fraction(2), "e^(-eps errors/4)": Fraction(1, 2)}
        factor = factors.get(self.how, Fraction(1))
        eps = self.eps
        if self.how == "no example counts":
            database = ()
        if self.how == "only examples with label 1 count":
            database = tuple(row for row in database if row[1])
        found = ExponentialLearner(chosen, self.size, Epsilon(eps.root, int(eps.parts * factor)))
        return coins.run(found, database)


def from_protocol(how: str) -> Build:
    """A wrong one."""
    return partial(WrongLearner, how=how)


WRONG_LEARNERS: Mapping[str, Build] = {
    how: from_protocol(how)
    for how in (
        "the first message only",
        "the last toss only",
        "different functions",
        "different protocols",
        "the likeliest protocol",
        "one toss, again and again",
        "uniform tosses",
        "one toss more",
        "the best",
        "e^(-eps errors)",
        "e^(-eps errors/4)",
        "no example counts",
        "only examples with label 1 count",
    )
}
