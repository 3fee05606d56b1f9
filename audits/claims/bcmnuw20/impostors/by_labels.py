"""Wrong ways of learning label by label from a release with fixed public rows."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import Concepts, Family
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger

Answers = list[Fraction]


def weighted(k: int, n: int, ones: Answers, zeros: Answers) -> Answers:
    """As it should be."""
    return [k * a - (n - k) * b for a, b in zip(ones, zeros, strict=True)]


def unweighted(k: int, n: int, ones: Answers, zeros: Answers) -> Answers:
    """Both labels count alike."""
    del k, n
    return [a - b for a, b in zip(ones, zeros, strict=True)]


def with_added(k: int, n: int, ones: Answers, zeros: Answers) -> Answers:
    """Points with label 0 count as points with label 1."""
    return [k * a + (n - k) * b for a, b in zip(ones, zeros, strict=True)]


def negated(k: int, n: int, ones: Answers, zeros: Answers) -> Answers:
    """The worst concept."""
    return [-fit for fit in weighted(k, n, ones, zeros)]


def ignored(k: int, n: int, ones: Answers, zeros: Answers) -> Answers:
    """All concepts alike."""
    return [Fraction(0) for _ in weighted(k, n, ones, zeros)]


@dataclass(frozen=True)
class WrongByLabels:
    """The learner with one step changed."""

    release: Family
    public: Rows
    concepts: Concepts
    count_eps: Epsilon[Any]
    fits: Callable[[int, int, Answers, Answers], Answers] = weighted
    noisy: bool = True
    wired: bool = True
    last: bool = False
    """The last of equally good concepts."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        n = len(database)
        made = self.release(tuple(x for x, _ in self.public) if self.wired else ())
        said = []
        for label in (1, 0):
            rows = tuple(x for x, y in database if y == label)
            said.append([*coins.run(made, rows)] if rows else [Fraction(0)] * len(self.concepts))
        k = sum(y for _, y in database)
        if self.noisy:
            k = coins.run(NoisyInteger(self.count_eps.exp(-1), (0, n)), k)
        fits = self.fits(k, n, *said)
        best = [h for h, fit in zip(self.concepts, fits, strict=True) if fit == max(fits)]
        return best[-1 if self.last else 0]


def _learner(**change: Any) -> Callable[..., WrongByLabels]:
    return lambda *given: WrongByLabels(*given, **change)


WRONG_BY_LABELS: dict[str, Callable[..., object]] = {
    "the least fit": _learner(fits=negated),
    "no fit": _learner(fits=ignored),
    "both labels count alike": _learner(fits=unweighted),
    "labels are not told apart": _learner(fits=with_added),
    "K without noise": _learner(noisy=False),
    "the last of equally good concepts": _learner(last=True),
    "public rows are forgotten": _learner(wired=False),
}
