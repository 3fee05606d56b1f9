"""Other implementations against the reference.

Three strengths of verdict, always named:

* the exact law of somebody else's code: `tape` (its random source), `uniform` (an integer that is
  drawn comparison by comparison), `exhaustion` (the branches, the most probable first), `state`
  (loops that return to their state), `chain` (their law), `step_function` (bisection),
  `exact_law`;
* declared numbers against exact privacy curves: `declared`;
* samples of a black box, with a stated false-alarm probability: `statistical`.

`finding` is what a comparison ends in, `environments` makes a virtual environment for each
library, `workers` run inside them, `adapters` ask them, `museum` holds historic privacy bugs.
"""
