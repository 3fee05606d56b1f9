"""Numbers without rounding.

* `polynomial` - weights: integers and integer polynomials in r.
* `rational_function` - fractions of them: the probabilities for every eps at once.
* `field` - the two fields of probabilities, Q and Q(r), and the type variable `R`.
* `integers` - logarithms to base 2 rounded to integers, the iterated logarithm, towers of two.
* `interval` - real numbers made with exp, ln and sqrt, enclosed as narrowly as a question needs.
* `exponential` - rational bounds of e^q, and the sign of a polynomial at e^q.
* `semidefinite` - whether a matrix is positive semidefinite.
* `nearest_point` - the nearest point of a polytope.
* `decimals` - numbers as people write them, read exactly.
"""
