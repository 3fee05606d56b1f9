"""The trusted checker: what it accepts is proved, by FORMAT.md and these few lines."""

from audits.kernel.kinds import check
from audits.kernel.reading import Refused
from audits.kernel.statement import Statement

__all__ = ["Refused", "Statement", "check"]
