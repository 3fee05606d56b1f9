"""Wrong ways of drawing public and private rows for a learner."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import (
    Concepts,
    Family,
    OnBothSamples,
    SampledRows,
    Sources,
    excess,
)


def worse(concepts: Concepts, source: Sources, alpha: Fraction) -> list[Any]:
    """The concepts with an excess error above alpha."""
    return [h for h in concepts if excess(h, concepts, source) > alpha]


@dataclass(frozen=True)
class OneSample:
    """The public rows are the first private ones."""

    family: Family
    rows: int
    public_rows: int

    def __call__(self, source: Sources, coins: Coins[Any], /) -> Any:
        private = coins.run(SampledRows(self.rows), source)
        return coins.run(self.family(private[: self.public_rows]), private)


@dataclass(frozen=True)
class OneRowAgain:
    """All private rows are copies of one."""

    family: Family
    rows: int
    public_rows: int

    def __call__(self, source: Sources, coins: Coins[Any], /) -> Any:
        public = coins.run(SampledRows(self.public_rows), source)
        private = coins.run(SampledRows(1), source) * self.rows
        return coins.run(self.family(public), private)


@dataclass(frozen=True)
class UniformPublic:
    """Public rows are uniform on the support, not of D."""

    family: Family
    rows: int
    public_rows: int

    def __call__(self, source: Sources, coins: Coins[Any], /) -> Any:
        flat = tuple((row, Fraction(1, len(source))) for row, _ in source)
        public = coins.run(SampledRows(self.public_rows), flat)
        private = coins.run(SampledRows(self.rows), source)
        return coins.run(self.family(public), private)


WRONG_SAMPLES: dict[str, Callable[..., object]] = {
    "public rows are private ones, too": OneSample,
    "copies of one private row": OneRowAgain,
    "public rows of another distribution": UniformPublic,
    "one public row more": lambda family, n, m: OnBothSamples(family, n, m + 1),
}
