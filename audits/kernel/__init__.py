"""The trusted checker: what it accepts is proved, by FORMAT.md and these few lines.

`reading` strict JSON, `polynomial` signs for a range of r, `table` databases and laws, `kinds`
one function for each kind of certificate, `refusals` why a certificate is refused.
"""

from audits.kernel.kinds import check
from audits.kernel.refusals import Refused

__all__ = ["Refused", "check"]
