"""Wrong variants of the tree counter."""

from audits.claims.prelude import *
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.tree_counter import TreeCounter, prefix_nodes
from reference.mechanisms.stream.binary_tree import block_length


@dataclass(frozen=True)
class NoisySum:
    """The sum of counts, each with noise of its own."""

    noisy: NoisyInteger[Any]

    def __call__(self, counts: Rows, coins: Coins[Any], /) -> int:
        return sum(coins.run(self.noisy, count) for count in counts)


@dataclass(frozen=True)
class OtherCounter:
    """Sums of noisy counts of blocks; blocks or noise differ from those of the tree counter."""

    domain: Domain[int]
    eps: Epsilon[Any]
    reach: int = 0
    queries: tuple[int, ...] = ()
    fresh: bool = False
    """Whether the noise of a block is drawn again for every prefix."""

    leaves: bool = False
    """Whether prefixes are summed over single points."""

    shift: int = 0
    """How many points too many a prefix has."""

    silent: int | None = None
    """From which node on there is no noise."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[int, ...]:
        size, n = self.domain.size, len(database)
        noisy = NoisyInteger(self.eps.exp(-1), (-self.reach, n + self.reach))
        drawn: dict[int, int] = {}
        counts = []
        for query in self.queries or range(size):
            time = query + 1 + self.shift
            if self.fresh and query < size - 1:
                blocks = [range(v - block_length(v), v) for v in prefix_nodes(time)]
                true_counts = tuple(sum(x in block for x in database) for block in blocks)
                counts.append(coins.run(NoisySum(noisy), true_counts))
                continue
            total = 0
            nodes = range(1, time + 1) if self.leaves else prefix_nodes(time)
            for node in nodes if query < size - 1 else ():
                block = 1 if self.leaves else block_length(node)
                if node not in drawn:
                    true = sum(node - block <= x < node for x in database)
                    still = self.silent is not None and node >= self.silent
                    drawn[node] = true if still else coins.run(noisy, true)
                total += drawn[node]
            counts.append(total if query < size - 1 else n)
        return tuple(counts)


def other(*, fresh: bool = False, leaves: bool = False, shift: int = 0) -> Callable[..., Any]:
    """A counter with other noise, or other prefixes."""
    return partial(OtherCounter, fresh=fresh, leaves=leaves, shift=shift)


def silent(
    domain: Domain[int], eps: Epsilon[Any], reach: int = 0, queries: Rows = ()
) -> OtherCounter:
    """Right over fewer than 8 points."""
    return OtherCounter(domain, eps, reach, queries, silent=7)


def unsplit(
    domain: Domain[int], eps: Epsilon[Any], reach: int = 0, queries: Rows = ()
) -> TreeCounter[Any]:
    """Every node has the noise of the whole loss."""
    nodes = max(1, 2 * (domain.size - 1).bit_length() - 1)
    return TreeCounter(domain, eps * nodes, reach, queries)
