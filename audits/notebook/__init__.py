"""What the module `exactdp` offers in Python and in notebooks.

* `privacy` - asks how private a mechanism is;  `answer` - what is known then;  `facts` - the same
  in words, those of the command;  `claimed` - which claim is meant;  `with_loss` - a mechanism
  with another number in its eps.
* `best` - the best mechanism for a problem, proved to be the best.
* `display` - laws, verdicts, curves and optima as tables and pictures of a notebook.
"""
