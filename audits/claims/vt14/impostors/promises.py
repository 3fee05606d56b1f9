"""Wrong declarations of what a release keeps: the declaration is a part of its own of a claim."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.privacy.guarantee import Guaranteed

Promise = Callable[[Any], Guarantee[Any]]


def promise(release: Guaranteed[R]) -> Guarantee[R]:
    """What a release declares."""
    return release.guarantee


def twice(promised: Guarantee[Any]) -> Guarantee[Any]:
    """With twice the eps."""
    return Guarantee(promised.exp_eps * promised.exp_eps, promised.delta)


WRONG_LOSSES: Mapping[str, Promise] = {
    "promises twice the eps": lambda release: twice(promise(release)),
    "promises to tell nothing": lambda release: Guarantee(
        release.eps.exp(0), promise(release).delta
    ),
}

WRONG_PROMISES: Mapping[str, Promise] = {
    **WRONG_LOSSES,
    "promises the eps of one count": lambda release: Guarantee.pure(release.eps),
    "promises one count less": lambda release: Guarantee(
        promise(release).exp_eps / release.eps.exp(), promise(release).delta
    ),
}

WRONG_WITH_DELTA: Mapping[str, Promise] = {
    **WRONG_LOSSES,
    "promises eps and the delta": lambda release: Guarantee(
        release.eps.exp(), promise(release).delta
    ),
    "promises half of the delta": lambda release: Guarantee(
        promise(release).exp_eps, promise(release).delta / 2
    ),
    "promises no delta": lambda release: Guarantee(
        promise(release).exp_eps, promise(release).delta * 0
    ),
}
