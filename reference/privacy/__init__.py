"""What differential privacy says of pairs of laws, and how guarantees combine.

Measures of a pair:

* `epsilon` - the privacy loss, known through an exact root of e^eps.
* `guarantee` - (eps, delta)-privacy as a statement, and mechanisms that make it.
* `divergence` - hockey-stick and max divergence, the worst event.
* `curve` - all (eps, delta) at once: the exact polygon of a pair, the envelope of many.
* `tradeoff` - the same polygon as the trade-off of error probabilities.
* `loss` - KL and Renyi divergence, moments of the privacy loss, as certified intervals.
* `gaussian` - normal tails, and the exact privacy curve of Gaussian noise, as intervals.

Combinators, which are mechanisms made of mechanisms:

* `post_processing` - a function of the output.
* `composition` - several mechanisms on one database, chosen adaptively or not.
* `parallel_composition` - mechanisms on disjoint parts of the database.
* `subsampling` - a mechanism on a secret random sample of the rows.
* `public_rows` - algorithms with private and public rows, the public ones fixed.
* `group` - what follows for databases more than one move apart.
"""
