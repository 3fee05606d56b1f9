"""Wrong variants of noisy quantiles: other noise, rows as they come, another promise."""

from audits.claims.prelude import *
from audits.claims.bnsv15.laws.quantile_cuts import increasing
from reference.mechanisms.release.noisy_quantiles import (
    NoisyQuantiles,
    NoisyRanks,
    Place,
    values_moved,
)
from reference.privacy.group import group_guarantee
from reference.probability.geometric import TwoSidedGeometric


@dataclass(frozen=True)
class OtherNoise:
    """Quantiles with the noise of the suffixes of the digits, or of the leaves only."""

    solver: Any
    domain: Domain[int]
    blocks: int
    eps: Epsilon[Any]
    monotone: bool = True
    bound: int | None = None
    leaves: bool = False
    ordered: bool = True
    """Whether the noise is right, and the rows are put in order; else they are not."""

    def __call__(self, database: Rows, coins: Coins[Any], /) -> tuple[int | Bottom, ...]:
        k, depth = self.blocks, self.blocks.bit_length() - 1
        noise = {}
        edge = self.bound or 0
        draw = TwoSidedGeometric(self.eps.exp(-1)).clamped(-edge, edge)
        for digits in (d for n in range(depth + 1) for d in product((0, 1), repeat=n)):
            noise[digits] = coins.draw(draw)
        cuts = [0]
        for i in range(1, k):
            bits = tuple(i >> level & 1 for level in reversed(range(depth)))
            seen = [bits] if self.leaves else [bits[depth - n :] for n in range(depth + 1)]
            if not self.ordered:
                seen = [bits[:n] for n in range(depth + 1)]
            cuts.append(i * len(database) // k + sum(noise[s] for s in seen))
        cuts.append(len(database))
        ends = increasing(cuts, len(database)) if self.monotone else tuple(cuts)
        blocks = [database[max(a, 0) : max(b, 0)] for a, b in pairwise(ends)]
        return tuple(coins.run(self.solver, block) for block in blocks)


def whole_loss(
    solver: Any,
    domain: Domain[int],
    blocks: int,
    eps: Epsilon[Any],
    monotone: bool = True,
    bound: int | None = None,
) -> NoisyQuantiles[Any]:
    """The loss is not shared by 2 log k values."""
    levels = blocks.bit_length() - 1
    return NoisyQuantiles(solver, domain, blocks, eps * 2 * levels, monotone, bound)


@dataclass(frozen=True)
class OtherRanks:
    """Noise only for strings of some lengths, else as it should be."""

    blocks: int
    eps: Epsilon[Any]
    monotone: bool = True
    bound: int | None = None
    noisy: tuple[int, ...] = ()
    """The numbers of digits of the strings that have noise."""

    def __call__(self, before: Place, index: int, rows: int, coins: Coins[Any], /) -> Place:
        if index == self.blocks:
            return Place((), rows)
        path, edge = before.path, self.bound or 0
        draw = TwoSidedGeometric(self.eps.exp(-1)).clamped(-edge, edge)
        for digits in range(len(path), self.blocks.bit_length()):
            z = coins.draw(draw) if digits in self.noisy else 0
            path = (*path, z + sum(path[-1:]))
        cut = max(before.cut, min(max(index * rows // self.blocks + path[-1], 0), rows))
        kept = self.blocks.bit_length() - (index ^ (index + 1)).bit_length()
        return Place(path[:kept], cut)


@dataclass(frozen=True)
class OtherQuantiles(NoisyQuantiles[Any]):
    """Quantiles between other ranks, or with another promise."""

    making: Callable[..., Any] = NoisyRanks
    """The ranks."""

    factor: int = 1
    """The loss of a value is so much larger than is promised."""

    edits: int = 4
    """How many rows are said to come or go."""

    heeds: int = 1
    """0 if the delta of the solver is forgotten."""

    halved: bool = False
    """Whether half of the loss is promised."""

    @property
    @override
    def ranks(self) -> NoisyRanks[Any]:
        """The wrong ones."""
        made: NoisyRanks[Any] = self.making(
            self.blocks, self.eps * self.factor, self.monotone, self.bound
        )
        return made

    @override
    def guarantee_with(self, solver: Guarantee[Any], rows: int) -> Guarantee[Any]:
        """As good as it says."""
        right = NoisyQuantiles(self.solver, self.domain, self.blocks, self.eps)
        heard = Guarantee(solver.exp_eps, solver.delta * self.heeds)
        found = right.guarantee_with(heard, rows)
        missing = group_guarantee(heard, 4).delta - group_guarantee(heard, self.edits).delta
        loss = self.eps.exp(values_moved(self.blocks)) * solver.exp_eps**4
        if self.halved:
            loss = self.eps.exp(Fraction(values_moved(self.blocks), 2)) * solver.exp_eps**2
        return Guarantee(loss, found.delta - missing)


@dataclass(frozen=True)
class OtherStray(NoisyQuantiles[Any]):
    """The chance of large noise is taken to be too small."""

    values: int | None = None
    """So many values may be large, if not as many as there are."""

    room: int = 1
    """By which factor noise may be larger."""

    apart: int = 1
    """So many rows, at least, are between two cuts."""

    @override
    def guarantee_with(self, solver: Guarantee[Any], rows: int) -> Guarantee[Any]:
        """Too good where there are more values, or more room is needed."""
        right = NoisyQuantiles(self.solver, self.domain, self.blocks, self.eps)
        found = right.guarantee_with(solver, rows)
        if self.blocks == 1:
            return found
        levels = self.blocks.bit_length() - 1
        most = (rows // self.blocks - self.apart) * self.room // (2 * levels)
        tail = TwoSidedGeometric(self.eps.exp(-1)).at_least(most + 1)
        spent = group_guarantee(solver, 4).delta
        return Guarantee(found.exp_eps, spent + 2 * (self.values or 2 * self.blocks - 2) * tail)


@dataclass(frozen=True)
class OtherAlone(NoisyQuantiles[Any]):
    """One block is taken to be a run of the solver on rows of which one comes or goes."""

    @override
    def guarantee_with(self, solver: Guarantee[Any], rows: int) -> Guarantee[Any]:
        """Too good for one block."""
        right = NoisyQuantiles(self.solver, self.domain, self.blocks, self.eps)
        return solver if self.blocks == 1 else right.guarantee_with(solver, rows)
