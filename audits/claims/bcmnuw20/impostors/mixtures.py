"""Wrong ways of mixing a private sample with examples that say nothing."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.learners import Sources
from audits.claims.bnsv15.impostors.promises import TOO_SMALL, Promising, promised_as, promising
from reference.privacy.subsampling import amplified
from reference.reductions.learner_without_public_rows import MixedInPlace, MixedWithBase, mixed


@dataclass(frozen=True)
class WrongMixture:
    """The reduction with one step changed."""

    learner: Any
    rows: int
    public_rows: int
    share: Fraction
    base: Rows
    failure: Any
    one_coin: bool = False
    """One coin for all places."""

    reused: bool = False
    """The last example again, if there is none left."""

    first_always: bool = False
    """The first example for every place."""

    public_sample: bool = False
    """Public rows are the first of the private sample."""

    one_public: bool = False
    """Public rows are copies of one."""

    last_label: bool = False
    """Public rows have the last label of the base."""

    @property
    def guarantee(self) -> Guarantee[Any]:
        """That of the right one."""
        given = self.learner, self.rows, self.public_rows, self.share, self.base, self.failure
        return MixedWithBase(*given).guarantee

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        base, real = Dist.uniform(self.base), bernoulli(self.share)
        if self.public_sample:
            public = (database * self.public_rows)[: self.public_rows]
        elif self.one_public:
            public = (coins.draw(base),) * self.public_rows
        elif self.last_label:
            public = (self.base[-1],) * self.public_rows
        else:
            public = tuple(coins.draw(base) for _ in range(self.public_rows))
        shared = coins.draw(real) if self.one_coin else None
        rows: list[Any] = []
        used = 0
        for _ in range(self.rows):
            if not (coins.draw(real) if shared is None else shared):
                rows.append(coins.draw(base))
            elif used < len(database):
                rows.append(database[0 if self.first_always else used])
                used += 1
            elif self.reused and database:
                rows.append(database[-1])
            else:
                return self.failure
        return coins.run(self.learner(public), tuple(rows))


def mixture(**change: Any) -> Callable[..., WrongMixture]:
    """From the parameters of the reduction."""
    return lambda *given: WrongMixture(*given, **change)


def other_share(
    share: Callable[[Fraction], Fraction],
) -> Callable[..., MixedWithBase[Any, Any, Any]]:
    """The reduction with another theta."""
    return lambda learner, n, m, theta, *others: MixedWithBase(
        learner, n, m, share(theta), *others
    )


def amplified_next(
    learner: Any, n: int, m: int, share: Fraction, base: Rows, failure: object
) -> Promising:
    """The next unused example, with the promise for an example at its place."""
    made = MixedWithBase(learner, n, m, share, base, failure)
    return Promising(made, amplified(made.guarantee, share))


WRONG_DRAWS: dict[str, Callable[..., object]] = {
    "theta and 1 - theta exchanged": other_share(lambda theta: 1 - theta),
    "half of theta": other_share(lambda theta: theta / 2),
    "one coin for all places": mixture(one_coin=True),
    "the last example again if there is none left": mixture(reused=True),
    "the first example for every place": mixture(first_always=True),
    "private rows as public ones": mixture(public_sample=True),
    "copies of one public row": mixture(one_public=True),
}


def promise_of_the_first(
    learner: Any, n: int, m: int, share: Fraction, base: Rows, failure: object
) -> Promising:
    """What A promises if all public rows are the first one of the base."""
    made = MixedWithBase(learner, n, m, share, base, failure)
    return Promising(made, learner(base[:1] * m).guarantee)


LESS_DELTA = {
    name: promising(MixedWithBase, TOO_SMALL[name])
    for name in ("promises no delta", "promises half of the delta")
}
"""Learners that are only (eps, delta)-private show it."""

LEAKING: dict[str, Callable[..., object]] = {
    **LESS_DELTA,
    "promises what A does for the first public rows": promise_of_the_first,
    "amplified loss promised for the next unused example": amplified_next,
    "the last example again if there is none left": WRONG_DRAWS[
        "the last example again if there is none left"
    ],
    "the first example for every place": WRONG_DRAWS["the first example for every place"],
    "private rows as public ones": WRONG_DRAWS["private rows as public ones"],
    "promises half of e^eps - 1": promising(
        MixedWithBase, TOO_SMALL["promises half of e^eps - 1"]
    ),
}

INACCURATE: dict[str, Callable[..., object]] = {
    "theta and 1 - theta exchanged": WRONG_DRAWS["theta and 1 - theta exchanged"],
    "one coin for all places": WRONG_DRAWS["one coin for all places"],
    "public rows have label 1": mixture(last_label=True),
    "copies of one public row": WRONG_DRAWS["copies of one public row"],
}


def in_place(change: Callable[[Fraction], Fraction]) -> Callable[..., Promising]:
    """The reduction in place with the share changed, and the promise of the right one."""

    def built(learner: Any, n: int, m: int, share: Fraction, base: Rows) -> Promising:
        right = MixedInPlace(learner, n, m, share, base)
        return Promising(replace(right, share=change(share)), right.guarantee)

    return built


def next_in_place(learner: Any, n: int, m: int, share: Fraction, base: Rows) -> Promising:
    """The next unused example, for the example at its place."""
    right = MixedInPlace(learner, n, m, share, base)
    return Promising(MixedWithBase(learner, n, m, share, base, -1), right.guarantee)


def half_promised(learner: Any, n: int, m: int, share: Fraction, base: Rows) -> Promising:
    """The promise for half of the share."""
    made = MixedInPlace(learner, n, m, share, base)
    return Promising(made, MixedInPlace(learner, n, m, share / 2, base).guarantee)


def first_in_place(learner: Any, n: int, m: int, share: Fraction, base: Rows) -> Promising:
    """What A promises if all public rows are the first one of the base, amplified."""
    made = MixedInPlace(learner, n, m, share, base)
    return Promising(made, amplified(learner(base[:1] * m).guarantee, share))


@dataclass(frozen=True)
class OnePublicRow:
    """All public rows are copies of the first one of the base."""

    right: MixedInPlace[Any, Any, Any]

    def __call__(self, database: Rows, coins: Coins[Any], /) -> Any:
        public = self.right.base[:1] * self.right.public_rows
        fixed = replace(self.right, learner=lambda _: self.right.learner(public))
        return coins.run(fixed, database)


IN_PLACE: dict[str, Callable[..., object]] = {
    "promises no delta": promising(MixedInPlace, TOO_SMALL["promises no delta"]),
    "promises half of the delta": promising(MixedInPlace, TOO_SMALL["promises half of the delta"]),
    "promises what A does for the first public rows": first_in_place,
    "public rows are the first one of the base": promised_as(
        MixedInPlace, lambda *given: OnePublicRow(MixedInPlace(*given))
    ),
    "the next unused example": next_in_place,
    "a larger share": in_place(lambda theta: (1 + theta) / 2),
    "promises the loss for half of theta": half_promised,
}


def unmixed(base: Rows, source: Sources, share: Fraction) -> Sources:
    """D itself."""
    del base, share
    return source


def swapped(base: Rows, source: Sources, share: Fraction) -> Sources:
    """The shares exchanged."""
    return mixed(base, source, 1 - share)


def one_label(base: Rows, source: Sources, share: Fraction) -> Sources:
    """The base point with one label."""
    return mixed(base[:1], source, share)


WRONG_MIXTURES: dict[str, Callable[..., Sources]] = {
    "not mixed": unmixed,
    "theta and 1 - theta exchanged": swapped,
    "the base has one label": one_label,
}
