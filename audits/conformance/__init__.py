"""Other implementations against the reference.

Three strengths of verdict, always named:

* the exact law of somebody else's code: `tape` (its random source), `uniform` (an integer that is
  drawn comparison by comparison), `settled` (such integers in an outcome), `exhaustion` (the
  `branches`, the most probable first), `graph` (of the draws, and which one comes next), `runs`
  (each branch twice, under a guard), `state` (loops that return to their state, recognised by
  their `instructions`), `chain` (their law), `calls` (functions that keep nothing, as one draw),
  `searched` (many databases in step, by several `processes`), `covered` (what is certain from a
  part of the laws), `step_function` (bisection), `exact_law`;
* declared numbers against exact privacy curves: `declared`;
* samples of a black box, with a stated false-alarm probability: `statistical` (do they have a
  law?) and `event_search` (how much do they lose?), on the tails of `binomial`.

`samplers` are functions, each in a process of its own (`apart`, which hands over values as
`handed` has it), and commands; these print one JSON value a line (`json_lines`), and
`spelling` says which outcome of a law such a value stands for, in this one place.  `cells`
discretise real outputs.

`finding` is what a comparison ends in, `environments` makes a virtual environment for each
library, `workers` run inside them, `adapters` ask them, `museum` holds historic privacy bugs.
"""
