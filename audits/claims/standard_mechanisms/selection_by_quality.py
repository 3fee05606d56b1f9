"""Selection by any quality function: sensitivity, privacy and accuracy."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import TAILS, R, every, far
from audits.claims.standard_mechanisms.selection import SCORES
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.mechanisms.selection.exponential_noisy_max import ExponentialNoisyMax
from reference.mechanisms.selection.permute_and_flip import PermuteAndFlip
from reference.mechanisms.selection.report_noisy_max import ReportNoisyMax


@dataclass(frozen=True, slots=True)
class Multiples:
    """A quality: so many times the number of times that each of three values occurs."""

    factor: int

    def __call__(self, database: Rows, /) -> dict[int, int]:
        return {x: self.factor * database.count(x) for x in range(3)}


SENSITIVE = {"rows": sized((3,), (3,), (4,))}


for mechanism in (ExponentialMechanism, ReportNoisyMax, ExponentialNoisyMax, PermuteAndFlip):
    WRONG[mechanism] = usual(mechanism) | {
        "sensitivity forgotten": given(mechanism, sensitivity=1)
    }
WRONG[ExponentialMechanism] = {
    "takes a best candidate": f"{SCORES} => "
    "[(max(qualities, key=qualities.__getitem__), 0)], base",
    "leaves out candidates of quality 0": f"{SCORES} => "
    "({f: q for f, q in qualities.items() if q >= 1} or qualities).items(), base",
}


@claim(
    "CORE.exponential-mechanism.sensitivity",
    over(**SENSITIVE, noise=("none",)),
    about=ExponentialMechanism,
)
@claim(
    "CORE.report-noisy-max.sensitivity",
    over(**SENSITIVE, noise=("two-sided",)),
    about=ReportNoisyMax,
)
@claim(
    "CORE.exponential-noisy-max.sensitivity",
    over(**SENSITIVE, noise=("exponential",)),
    about=ExponentialNoisyMax,
)
@claim(
    "CORE.permute-and-flip.sensitivity",
    over(**SENSITIVE, noise=("exponential",)),
    about=PermuteAndFlip,
)
def selection_by_a_sensitive_quality(build: Build, rows: int, noise: str) -> Check:
    """With a quality of sensitivity D the mechanism (see the label) is (eps, 0)-private with
    weights e^(eps q / (2D)) or noise of rate eps / (2D); a candidate of quality OPT - t or less
    has at most the chance 2 T(t) of CORE.exponential-frequent-value.accuracy, with g =
    e^(-eps/(2D)).

    Cases: Twice the frequencies of three values, D = 2, t = 2, 4 and 6; every database.
    """
    found = build(Multiples(2), every(4), 2)
    yield private(found, replace_one(range(3), rows), pure(R**4))
    for t in (1, 2, 3):
        bound = 2 * TAILS[noise](2 * t)
        yield accurate(found, replace_one(range(3), rows), far(t), bound, name=f"t = {2 * t}")
