"""Section 6: point functions at the outputs of a generator."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.generated_points import Table, tables
from audits.claims.bbkn13.words import *

not_finitely_checkable(
    "BBKN13.D.prg",
    statement="No efficient test tells the outputs of a pseudorandom generator from random ones.",
    reason="speaks of all efficient tests and all large d; the claims of section 6 use tables",
)


WRONG[generated_points] = {
    "a point for each input": "sorted(set(table)) => table",
    "inputs in place of outputs": "sorted(set(table)) => range(len(table))",
}


@claim("BBKN13.D.hatPOINT", over(tables()), about=generated_points)
def generated_points_are_the_image(image: Build, g: Table, outputs: int) -> Check:
    """hatPOINT consists of the c_{G(z)}, a subset of POINT of at most 2^ell concepts.

    Cases: All tables.
    """
    chosen = image(g)
    yield eq("as sets", code(c.point for c in chosen), code(j for j in range(outputs) if j in g))
    yield eq("each once", len(chosen), len({c.point for c in chosen}))
    yield le("size", len(chosen), len(g))


@claim("BBKN13.A.HATCLASS", over(tables()), about=generated_points)
def generated_class_has_the_image_size(image: Build, g: Table, outputs: int) -> Check:
    """hatPOINT from a table has as many concepts as the table has different outputs.

    Cases: All tables; the values at each point tell how many.
    """
    yield eq("concepts", len(image(g)), sum(j in g for j in range(outputs)))
    for j in range(outputs):
        yield eq(f"ones at {j}", sum(c(j) for c in image(g)), int(j in g))


@claim(
    "BBKN13.S6.size",
    over(tables()),
    refuted=Erratum(
        Grade.WORDING,
        'Section 6, on inefficient proper learners, "Since |hatPOINT_d| = 2^ell(d)": G need not '
        "be injective; <= is enough",
        "|hatPOINT|",
        "2^ell",
    ),
)
def generated_class_size_as_printed(g: Table, outputs: int) -> Check:
    """|hatPOINT_d| = 2^ell(d).

    Cases: All tables. A generator that ignores a bit of its seed is one still.
    """
    del outputs
    yield eq("size", len(generated_points(g)), len(g))


@claim("BBKN13.S6.size", over(tables()), form=Form.CORRECTED, about=generated_points)
def generated_class_size(image: Build, g: Table, outputs: int) -> Check:
    """|hatPOINT_d| <= 2^ell, with equality exactly for injective tables.

    Cases: Injective tables and others occur.
    """
    del outputs
    k = len(image(g))
    one_to_one = all(g[a] != g[b] for a in range(len(g)) for b in range(a))
    yield le("size", k, len(g))
    yield eq("equality", k == len(g), one_to_one)
