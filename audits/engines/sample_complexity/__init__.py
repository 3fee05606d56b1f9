"""How many rows a problem needs, for all mechanisms at the same measured privacy.

`contenders` the problems, the mechanisms that solve them and the grids of their parameters;
`tuning` the best parameters whose audited tight delta meets the target; `table` failure against
rows and domain size, next to the optimum over all mechanisms, and the least number of rows with
verdicts; `picture` draws it; `by_dimension` the sizes that the theorems give for 2^d points.
"""

from audits.engines.sample_complexity.contenders import TASKS, Contender, Task
from audits.engines.sample_complexity.table import Cell, LeastRows, Limits, least_rows, tabulated
from audits.engines.sample_complexity.tuning import Setting, Target, Tuned, tune

__all__ = [
    "TASKS",
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
