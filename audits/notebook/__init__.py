"""What the module `exactdp` offers in Python and in notebooks.

* `answer` - how private a mechanism is, as one result;  `claimed` - which claim is meant;
  `with_loss` - a mechanism with another number in its eps.
* `best` - the best mechanism for a problem, proved to be the best.
* `display` - laws, verdicts, curves and optima as tables and pictures of a notebook.
"""
