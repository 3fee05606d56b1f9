"""Section 3.3.2: the algorithm RecPrefix, its base case, and how many calls it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from audits.claims.bnsv15.impostors.rec_prefix import WRONG, Build
from audits.claims.bnsv15.laws.rec_prefix import rec_prefix_law
from audits.claims.vocabulary import chance, eq, high, le, lt
from audits.engines.comparisons import Comparison
from audits.ledger import (
    Erratum,
    Form,
    Grade,
    Quantifier,
    accurate,
    blind,
    claim,
    over,
    private,
    sized,
    twice_eps,
)
from audits.ledger.forms import Item
from audits.ledger.scopes import Rows
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.domain import Domain
from reference.exact.integers import log_star, log_star_of_power
from reference.exact.rational_function import RationalFunction
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.mechanisms.interior_point.interior_points import is_interior_point
from reference.mechanisms.interior_point.rec_prefix import (
    BASE,
    InteriorLength,
    RecPrefix,
    lengths_of,
    recursive_calls,
)
from reference.mechanisms.selection.exponential import ExponentialMechanism
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.law import law

ROOT = RationalFunction.r()
"""r = e^(eps/2) of the exponential mechanism."""
