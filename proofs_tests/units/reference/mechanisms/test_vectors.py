"""Laws of mechanisms from the vector files, at one eps and for every eps."""

from fractions import Fraction
from typing import Any

import pytest

from audits.evidence.labels import label
from audits.inputs.registry import mechanisms
from proofs_tests.vectors.values import Case, cases, listed
from reference.data.domain import Domain
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.privacy.epsilon import Epsilon
from reference.probability.law import law

FILES = ("klmns20", "bnsv15_rec_prefix", "sparse_vector", "sparse_vector_values", "noisy_max")


def check(case: Case, one: Any, every: Any) -> None:  # noqa: ANN401 - each of them
    """Every outcome has the probability that the file says, by the route that it tells."""
    root, database = Fraction(case["root"]), tuple(case["database"])
    expected = {outcome: Fraction(p) for outcome, p in case["law"].items()}
    for found in (law(one, database), law(every, database).at(root)):
        assert {label(x): found.probability(x) for x in found} == expected


@pytest.mark.parametrize(
    "case",
    [case for name in FILES for case in listed(name, "cases")],
    ids=lambda c: f"{c['mechanism']}-{c['database']}",
)
def test_law_is_that_of_the_vector(case: Case) -> None:
    """Of a mechanism by its name and its parameters."""
    kind, root, parts = mechanisms()[case["mechanism"]], Fraction(case["root"]), case["parts"]
    given = {k: Domain.of_size(v) if k == "domain" else v for k, v in case["parameters"].items()}
    check(
        case,
        *(kind(**given, eps=eps) for eps in (Epsilon(root, parts), Epsilon.indeterminate(parts))),
    )


@cases("bcmnuw20_stream", "numeric_sparse")
def test_law_of_numeric_sparse(case: Case) -> None:
    """With a loss of its own for the answers."""
    root, count = Fraction(case["root"]), case["count"]
    one = NumericSparse(0, count, Epsilon(root, 4), Epsilon(root))
    check(case, one, NumericSparse(0, count, Epsilon.indeterminate(4), Epsilon.indeterminate()))
