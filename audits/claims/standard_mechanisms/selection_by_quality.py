"""Selection by any quality function: sensitivity, privacy and accuracy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from audits.claims.standard_mechanisms.every_eps import (
    TAILS,
    Build,
    R,
    Rows,
    about_accuracy,
    about_privacy,
    every,
    far,
    pure,
)
from audits.claims.standard_mechanisms.impostors.selection import (
    SensitivityOne,
)
from audits.ledger import Form, accurate, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.adjacency import replace_one
from reference.mechanisms.selection.exponential import (
    ExponentialMechanism,
)
from reference.mechanisms.selection.exponential_noisy_max import (
    ExponentialNoisyMax,
)
from reference.mechanisms.selection.permute_and_flip import (
    PermuteAndFlip,
)
from reference.mechanisms.selection.report_noisy_max import (
    ReportNoisyMax,
)


@dataclass(frozen=True, slots=True)
class Multiples:
    """A quality: so many times the number of times that each of three values occurs."""

    factor: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        return {x: self.factor * database.count(x) for x in range(3)}


SENSITIVE = {"rows": sized((3,), (3,), (4,))}


def forgetful(mechanism: Build) -> Build:
    """The mechanism without its sensitivity."""
    return lambda quality, eps, sensitivity: SensitivityOne(mechanism, quality, eps, sensitivity)


@claim(
    "CORE.exponential-mechanism.sensitivity",
    Form.PRINTED,
    over(**SENSITIVE, noise=("none",)),
    **about_privacy(
        ExponentialMechanism,
        sensitivity_forgotten=forgetful(ExponentialMechanism),
        **about_accuracy(ExponentialMechanism)["impostors"],
    ),
)
@claim(
    "CORE.report-noisy-max.sensitivity",
    Form.PRINTED,
    over(**SENSITIVE, noise=("two-sided",)),
    **about_privacy(
        ReportNoisyMax,
        sensitivity_forgotten=forgetful(ReportNoisyMax),
        **about_accuracy(ReportNoisyMax)["impostors"],
    ),
)
@claim(
    "CORE.exponential-noisy-max.sensitivity",
    Form.PRINTED,
    over(**SENSITIVE, noise=("exponential",)),
    **about_privacy(
        ExponentialNoisyMax,
        sensitivity_forgotten=forgetful(ExponentialNoisyMax),
        **about_accuracy(ExponentialNoisyMax)["impostors"],
    ),
)
@claim(
    "CORE.permute-and-flip.sensitivity",
    Form.PRINTED,
    over(**SENSITIVE, noise=("exponential",)),
    **about_privacy(
        PermuteAndFlip,
        sensitivity_forgotten=forgetful(PermuteAndFlip),
        **about_accuracy(PermuteAndFlip)["impostors"],
    ),
)
def selection_by_a_sensitive_quality(build: Build, rows: int, noise: str) -> Iterator[Item]:
    """With a quality of sensitivity D the mechanism (see the label) is (eps, 0)-private with
    weights e^(eps q / (2D)) or noise of rate eps / (2D); a candidate of quality OPT - t or less
    has at most the chance 2 T(t) of CORE.exponential-frequent-value.accuracy, with g =
    e^(-eps/(2D)).

    Fair: Twice the frequencies of three values, D = 2, t = 2, 4 and 6; every database.
    """
    found = build(Multiples(2), every(4), 2)
    yield private(found, replace_one(range(3), rows), pure(R**4))
    for t in (1, 2, 3):
        bound = 2 * TAILS[noise](2 * t)
        yield accurate(found, replace_one(range(3), rows), far(t), bound, name=f"t = {2 * t}")


@claim(
    "BNSV15.P3.5",
    Form.PRINTED,
    over(factor=(1, 2), rows=sized((4,), (5,), (7,))),
    **about_privacy(
        ExponentialMechanism,
        sensitivity_forgotten=lambda q, eps, d: SensitivityOne(
            ExponentialMechanism, q, eps * 2, d
        ),
    ),
)
def exponential_mechanism(build: Build, factor: int, rows: int) -> Iterator[Item]:
    """(1) The exponential mechanism is (eps, 0)-private.

    Fair: Qualities of sensitivity D = 1 and 2, weights e^(eps q / (2D)); every database over three
    values.
    """
    mechanism = build(Multiples(factor), every(2 * factor), factor)
    yield private(mechanism, replace_one(range(3), rows), pure(R ** (2 * factor)))


@claim(
    "BNSV15.P3.5",
    Form.CONCRETE,
    over(rows=sized((4,), (6,), (8,))),
    **about_accuracy(
        ExponentialMechanism,
        the_sign_is_forgotten=lambda _, eps: ExponentialMechanism(Multiples(-1), eps),
    ),
)
def exponential_mechanism_is_accurate(build: Build, rows: int) -> Iterator[Item]:
    """(2) Pr[q(S, output) <= OPT - t] <= |F| e^(-eps t / 2) for every t >= 1; more sharply (|F| -
    1) e^(-eps t / 2).

    Fair: Three values; every t up to the number of rows. The sharper bound implies the other.
    """
    mechanism = build(Multiples(1), every(2))
    for t in range(1, rows + 1):
        yield accurate(
            mechanism,
            replace_one(range(3), rows),
            far(t),
            2 * R**-t,
            name=f"t = {t}",
        )
