"""Of section 6.2: the wrong variants of the bound with delta, which stand in section 4.3."""

from audits.claims.prelude import *
from audits.claims.vt14 import section_4_3_with_delta  # noqa: F401 - where the table stands
from reference.lower_bounds.query_packing import success_bound

WRONG_WITH_DELTA = WRONG[success_bound]
