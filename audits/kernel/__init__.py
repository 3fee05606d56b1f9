"""The trusted checker: what it accepts is proved, by FORMAT.md and these few lines."""

from audits.kernel.kinds import Statement, check
from audits.kernel.reading import Refused

__all__ = ["Refused", "Statement", "check"]
