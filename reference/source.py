"""Where a construction or a claim comes from."""

from dataclasses import dataclass
from enum import Enum


class Paper(Enum):
    """The five papers, and what is older than they are."""

    BBKN13 = "BBKN13"
    """Beimel, Brenner, Kasiviswanathan, Nissim: Bounds on the Sample Complexity for Private
    Learning and Private Data Release."""

    BNSV15 = "BNSV15"
    """Bun, Nissim, Stemmer, Vadhan: Differentially Private Release and Learning of Threshold
    Functions."""

    VT14 = "VT14"
    """Vadhan, Talwar (lecturers): notes of the 26th McGill workshop on computational
    complexity."""

    BCMNUW20 = "BCMNUW20"
    """Bassily, Cheu, Moran, Nikolov, Ullman, Wu: Private Query Release Assisted by Public Data."""

    KLMNS20 = "KLMNS20"
    """Kaplan, Ligett, Mansour, Naor, Stemmer: Privately Learning Thresholds: Closing the
    Exponential Gap."""

    FOLKLORE = "CORE"
    """Standard mechanisms that the papers build on."""


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a paper."""

    paper: Paper
    label: str
    """As printed: `Algorithm 1`, `Lemma 3.6`, or a short description."""

    section: str = ""
    """Section number, empty if none."""
