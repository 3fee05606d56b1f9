"""How many rows a problem needs, for all mechanisms at the same measured privacy.

`task` what a comparison is made of; `contenders` and `releases` the mechanisms that solve the
problems, and the grids of their parameters; `tuning` the best parameters whose audited tight delta
meets the target; `table` failure against rows and domain size, next to the optimum over all
mechanisms, and the least number of rows with verdicts; `public_rows` the optimum by private and
public rows; `by_dimension` the sizes that the theorems give for 2^d points.  `audits.rendering`
draws it.
"""

from audits.engines.sample_complexity.table import Cell, LeastRows, Limits, least_rows, tabulated
from audits.engines.sample_complexity.task import Contender, Task
from audits.engines.sample_complexity.tuning import Setting, Target, Tuned, tune

__all__ = [
    "Cell",
    "Contender",
    "LeastRows",
    "Limits",
    "Setting",
    "Target",
    "Task",
    "Tuned",
    "least_rows",
    "tabulated",
    "tune",
]
