"""exactdp in Python and in notebooks: how private is a mechanism, exactly?

A mechanism is a function of a database and of coins, with which it draws.  Its law on a database
is a `Dist`, a mapping from outcomes to exact probabilities.  `privacy` decides a claim on all
neighbouring databases, and says how private the mechanism is.

>>> from fractions import Fraction
>>> import exactdp as dp
>>> def response(database, coins):
...     lie = coins.draw(dp.bernoulli(Fraction(1, 4)))
...     return database[0] != lie
>>> dp.law(response, (True,))
Dist({False: 1/4, True: 3/4})
>>> answer = dp.privacy(response, dp.replace_one((False, True), rows=1))
>>> answer.least_eps, answer.least_delta(eps=0)
(ln(3) (1.098612288 to 1.098612289), Fraction(1, 2))

Where IPython runs, laws, verdicts, curves and answers are shown as tables and pictures.  The names
are those of the packages `reference` and `audits`, so that files that import from there fit.
"""

from audits.engines.optimum import expected_loss, worst_case
from audits.evidence.verdict import Holds, Refuted, Undecided
from audits.notebook.answer import Privacy, UnansweredError
from audits.notebook.best import best, best_law
from audits.notebook.display import load_ipython_extension, plot, show_in_notebooks
from audits.notebook.privacy import privacy
from audits.notebook.sources import ForeignChanceError, law
from audits.version import our_version
from reference.data.adjacency import (
    ListedAdjacency,
    add_remove_one,
    all_answers,
    one_answer,
    replace_one,
)
from reference.data.domain import Domain
from reference.data.universes import changed_answers, one_changed_answer
from reference.privacy.curve import PrivacyCurve, curve
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee, PureLoss
from reference.probability.continuous import Exponential, Gaussian, Gumbel, Laplace, cell
from reference.probability.dist import Dist
from reference.probability.families import bernoulli, binomial, exponential_weights
from reference.probability.geometric import Settled, TwoSidedGeometric
from reference.probability.streams import Stream

__all__ = [
    "Dist",
    "Domain",
    "Epsilon",
    "Exponential",
    "ForeignChanceError",
    "Gaussian",
    "Guarantee",
    "Gumbel",
    "Holds",
    "Laplace",
    "ListedAdjacency",
    "Privacy",
    "PrivacyCurve",
    "PureLoss",
    "Refuted",
    "Settled",
    "Stream",
    "TwoSidedGeometric",
    "UnansweredError",
    "Undecided",
    "add_remove_one",
    "all_answers",
    "bernoulli",
    "best",
    "best_law",
    "binomial",
    "cell",
    "changed_answers",
    "curve",
    "expected_loss",
    "exponential_weights",
    "law",
    "load_ipython_extension",
    "one_answer",
    "one_changed_answer",
    "plot",
    "privacy",
    "replace_one",
    "worst_case",
]

__version__ = our_version()

show_in_notebooks()
