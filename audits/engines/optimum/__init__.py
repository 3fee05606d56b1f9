"""The optimum over all private mechanisms, by exact linear programming.

`problem` what a mechanism is asked to do, and `problems` many such; `reduction` its symmetries;
`programme` the linear program, `search` in floating point for a basis, `basis` its exact solution
(`pivot` for the few bases that are not optimal at first), `solution` what follows for the
problem as stated; `optimum` puts them together for one e^eps, `parametric` for all (`symbolic`
solves a basis for every e^eps, `algebraic` numbers are where the formula changes);
`certificates`, `export` and `curves` are what can be done with a result; `stated` is
the program before all this, for comparison.

>>> from fractions import Fraction
>>> from audits.engines.optimum import solve
>>> from audits.engines.optimum.problems.order import interior_point
>>> solve(interior_point(domain=4, rows=2), Fraction(2)).value
Fraction(4, 7)
"""

from audits.engines.optimum.basis import SearchFailedError
from audits.engines.optimum.certificates import (
    bound_certificate,
    mechanism_certificate,
    optimum_certificate,
    piece_certificate,
)
from audits.engines.optimum.optimum import Optimum, solve
from audits.engines.optimum.parametric import Parametric, solve_for_all
from audits.engines.optimum.problem import (
    NotASymmetryError,
    Problem,
    Score,
    Symmetry,
    expected_loss,
    over_distributions,
    relabelled,
    worst_case,
)
from audits.engines.optimum.problems.tables import from_json

__all__ = [
    "NotASymmetryError",
    "Optimum",
    "Parametric",
    "Problem",
    "Score",
    "SearchFailedError",
    "Symmetry",
    "bound_certificate",
    "expected_loss",
    "from_json",
    "mechanism_certificate",
    "optimum_certificate",
    "over_distributions",
    "piece_certificate",
    "relabelled",
    "solve",
    "solve_for_all",
    "worst_case",
]
