"""Runs on blocks of the examples and a choice on the others, with the examples dealt wrongly."""

from itertools import chain

from audits.claims.prelude import *
from reference.data.concept import LabelledExample

Examples = Database[LabelledExample]
Dealt = Callable[[Examples, int, int], Examples]


@dataclass(frozen=True, slots=True)
class Dealing:
    """A mechanism with `runs` and a `block` that is shown other examples than its own."""

    mechanism: Any
    dealt: Dealt

    def __call__(self, database: Examples, coins: Coins[Any], /) -> object:
        it = self.mechanism
        return coins.run(it, self.dealt(database, it.runs, it.block))


def overlapping(database: Examples, runs: int, block: int) -> Examples:
    """Run i sees the examples from number i on."""
    blocks = chain.from_iterable(database[i : i + block] for i in range(runs))
    return (*blocks, *database[runs * block :])


def from_runs(database: Examples, runs: int, block: int) -> Examples:
    """The choice sees the examples from number `runs` on."""
    return database[: runs * block] + database[runs:]


def misdealt(build: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """What can go wrong between the examples and those who see them."""

    def dealing(dealt: Dealt) -> Callable[..., Any]:
        return lambda *parameters: Dealing(build(*parameters), dealt)

    return {
        "overlapping blocks": dealing(overlapping),
        "the choice begins at example `runs`": dealing(from_runs),
    }
