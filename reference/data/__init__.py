"""What mechanisms are called on: domains, databases, and which databases are neighbours.

* `domain` - ordered finite domains, of any size.
* `database` - databases are tuples of rows.
* `bottom` - the outcome "no answer".
* `star` - the row that holds nothing.
* `adjacency` - universes of databases with a neighbouring relation.
* `public_rows` - databases of private and public rows, of which the private ones change.
* `universes` - what mechanisms are audited on by default.
* `queries` - counting, point and threshold queries.
* `sensitivity` - by how much a query changes between neighbours, by enumeration.
* `concept`, `hypothesis_classes`, `representation` - concepts, hypotheses, classes of them.
* `named_classes` - classes by name: thresholds, points, stumps, parities; halfspaces on grids.
* `workloads` - families of queries by name: conjunctions of literals, marginals.
* `query_release` - answers to all concepts of a class, and their error.
* `parities`, `parity_hull` - parities of signs, marginals, the convex hull of all parities.
* `dimensions` - shattering, VC, dual VC and Littlestone dimension.
* `labelled_class` - whether a concept gives an example its label.
* `class_masks` - the same dimensions for every class on a few points, as integers.
* `mistake_game` - an adversary with a mistake tree, the standard optimal algorithm, dyadic trees.
* `public_cover` - what public rows say about a class: a cover, and fewer points.
* `cover_failure` - how often a public sample leaves a cover that is too coarse.
* `product_concept` - concepts on several axes: conjunctions, disjunctions, thresholds.
* `gf2` - linear equations over two elements, vectors being integers.
* `one_way_protocol` - what Alice sends about a concept, so that Bob knows its value at a point.
* `switching_points`, `matrix_game` - combinatorics of classes.
* `switching_points`, `matrix_game`, `box_point` - combinatorics of classes, games, inequalities.
* `box_point` - points that meet linear inequalities.
"""
