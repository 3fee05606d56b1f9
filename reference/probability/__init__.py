"""Finite probability, exactly: distributions, and the two readings of a mechanism.

* `dist` - `Dist`: outcomes with integral weights and one total; map, bind, product, condition.
* `outcome` - outcomes told apart by type and exact value: `True` is not 1.
* `families` - Bernoulli, exponential weights, binomial, samples, permutations.
* `geometric` - two-sided geometric noise on Z: exact tails, clamped, truncated, unbounded.
* `coins` - the only source of randomness; `run` follows one branch, from random bits.
* `law` - the exact output distribution of a mechanism; of somebody else's, watched and repeated.
* `replay` - how it is computed: every branch of the code is followed.
* `purity` - what looks for chance or change outside its coins is stopped.
* `generators` - whether somebody used a random number generator.
* `provenance` - whose code it is: ours, a library's, or somebody else's.
* `fold` - a long loop, whose equal states `law` merges.
* `streams` - mechanisms that read one answer after the other.
* `tracing` - the automaton of a stream, and whether it is believed; `control` - its states;
  `called` - one call; `traced` - what it knows of reals; `traced_call` - its coins; `shapes` -
  states and outputs, taken apart.
* `retraced` - a stream that does something else with numbers is refused; `compared` - one call of
  it; `given` - its coins; `fillings`, `points` - the numbers; `ways` - the way through the code.
* `looks` - where code looks at what numbers are; `refused` - what it may not name; `kept` - what
  it keeps beside its states; `readable` - what an object leads to; `remembered` - what a cached
  function returns again.
* `records` - what is stored in tuples and dataclasses; `unread` - what is handed and not read.
* `automaton` - states, steps and branches; `runs` - those on given answers; `fixed` - their law.
"""
