"""The trusted checker: what it accepts is proved, by FORMAT.md and these few lines."""

from audits.kernel.kinds import check
from audits.kernel.refusals import Refused

__all__ = ["Refused", "check"]
