"""The builder ``paper``: Sphinx's own for LaTeX, of the pages that a printed book has.

It goes on from the pages that were read for the web: their numbers and references are resolved page
by page, as there, and a reference to a page that is not printed is its text.  Chapters keep their
numbers; what stands in no chapter is an appendix.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import matplotlib
from docutils import nodes
from docutils.core import publish_doctree
from myst_parser.docutils_ import Parser as MystParser
from sphinx import addnodes
from sphinx.builders.latex import LaTeXBuilder
from sphinx.util import texescape
from sphinx.util.docutils import new_document
from sphinx.writers.latex import LaTeXTranslator
from sphinx_exercise.nodes import exercise_latex_number_reference

from paper.printed_parts import latex, paper_box, printed
from parts import number_of
from typeset.mathml import prepared

HERE = Path(__file__).parent
CHAPTER = re.compile(r"notebooks/(\d+)_")
APPENDICES = ("book/notation", "book/sources", "book/glossary", "book/licence")
LAST = "book/bibliography"
OF_PROBLEMS = HERE.parents[1] / "solutions.md"
COVER = HERE.parents[1] / "_static" / "hero.png"
# A font that has all signs of the code.
CODE_FONTS = [
    Path(matplotlib.get_data_path(), "fonts", "ttf", f"DejaVuSansMono{bold}.ttf")
    for bold in ("", "-Bold")
]
DRAW = ("rsvg-convert", "--zoom", "0.8", "--format", "pdf")
BOXES = {"exercise": "exercise", "proof": "proof"}  # by what is in them
BOXES |= dict.fromkeys(("small", "hint", "solution"), "small")


class PaperTranslator(LaTeXTranslator):
    """Writes the parts that only this book has, and gives each number as the web has it."""

    def visit_paper_box(self, node):
        kind = BOXES.get(node["kind"], "statement")
        labels = "".join(
            rf"\label{{{self.idescape(node['docname'] + ':' + name)}}}" for name in node["ids"]
        )
        self.body.append(f"\n\n\\begin{{book{kind}}}{{\\phantomsection{labels}}}")
        self.body.append(f"{{{node.get('mark', '')}}}")
        self.context.append(f"\n\\end{{book{kind}}}\n\n")

    def depart_paper_box(self, _node):
        self.body.append(self.context.pop())

    def visit_paper_head(self, _node):
        self.body.append(r"\bookhead{")

    def depart_paper_head(self, _node):
        self.body.append("}")

    def visit_container(self, _node):
        """Classes of a container mean something to a browser only."""

    depart_container = visit_container
    visit_number_reference = LaTeXTranslator.visit_reference
    depart_number_reference = LaTeXTranslator.depart_reference

    def visit_math_block(self, node):
        formula, _ = prepared(node.astext().strip(), display=True)
        label = node["ids"][0] if node["ids"] else ""
        name = self.idescape(f"{self.curfilestack[-1]}:{label}") if label else ""
        number = node.get("paper_number", "")
        formula = re.sub(r"\n\s*\n", "\n", formula)
        self.body.append(f"\\bookdisplay{{{name}}}{{{number}}}{{%\n{formula}%\n}}\n")
        raise nodes.SkipNode

    def visit_caption(self, node):
        if number := node.parent.get("paper_number"):
            self.body.append(rf"\renewcommand{{\thefigure}}{{{number}}}")
        super().visit_caption(node)

    def visit_table(self, node):
        if number := node.get("paper_number"):
            self.body.append(f"\n\n\\renewcommand{{\\thetable}}{{{number}}}\n")
        self.body.append(f"\n\n{{{node.get('letters', '')}")
        super().visit_table(node)

    def depart_table(self, node):
        super().depart_table(node)
        self.body.append("}\n\n")

    def visit_citation(self, node):
        super().visit_citation(node)
        self.body.append("".join(self.hypertarget(name) for name in node["ids"]))

    def visit_math_reference(self, node):
        """Refer to a formula by its number on the web; one that is not printed is no link."""
        page, label = node["docname"], node["target"]
        number = f"({number_of(self.builder.env, page, 'displaymath', f'equation-{label}')})"
        name = self.idescape(f"{page}:equation-{label}")
        there = page in self.builder.docnames
        self.body.append(rf"\hyperref[{name}]{{{number}}}" if there else number)
        raise nodes.SkipNode


class PaperBuilder(LaTeXBuilder):
    """Writes ``book.tex``, or one chapter of it, and what it needs."""

    name = "paper"
    # Were it set by ``set_translator``, the theme would take that of the web for set as well.
    default_translator_class = PaperTranslator
    supported_image_types = ("image/svg+xml", "image/png", "image/jpeg")

    def init_document_data(self):
        title, author = self.config.html_title, self.config.author
        self.document_data = [(self.config.root_doc, "book.tex", title, author, "manual")]
        self.titles = []

    def get_target_uri(self, docname, _typ=None):
        return f"%{docname}"

    def get_contentsname(self, _docname):
        return "Contents"

    def assemble_doctree(self, indexfile, toctree_only, appendices):  # noqa: ARG002 - as Sphinx has it
        """Join the pages: the first one, the chapters, hints and solutions, appendices."""
        tree = new_document("book")
        tree["docname"] = indexfile
        chapters = list(filter(CHAPTER.match, self.env.toctree_includes[indexfile]))
        if self.config.paper_solutions:
            tree += self.assemble_solutions(chapters)
            return tree
        if one := self.config.paper_chapter:
            chapters = [name for name in chapters if int(CHAPTER.match(name)[1]) == one]
        self.docnames = {*chapters, *(() if one else (indexfile, *APPENDICES, LAST))}
        book, solutions = nodes.section("", nodes.title("", self.config.html_title)), []
        tree += book
        if not one:
            book += [latex(r"\frontpart"), self.page(indexfile)]
        for docname in chapters:
            book += latex(rf"\chapterhas{{{int(CHAPTER.match(docname)[1])}}}")
            book += (page := self.page(docname))
            solutions += self.taken_to_the_end(page, docname)
        book += latex(r"\appendixpart")
        if not one:
            book += map(self.page, APPENDICES)
        if solutions:
            book += nodes.section("", nodes.title("", "Hints and solutions"), *solutions)
        if not one:
            book += [latex(r"\lastpart"), self.page(LAST)]
        return tree

    def assemble_solutions(self, chapters):
        """Join hints and solutions of all chapters, and those of the problems for lecturers."""
        self.docnames = set()  # no page is printed that a reference could lead to
        book = nodes.section("", nodes.title("", "Solutions"), latex(r"\frontpart"))
        for docname in chapters:
            book += self.taken_to_the_end(self.page(docname), docname)
        # Those of the problems are no page of the web, so nothing has read them yet.
        settings = {"myst_enable_extensions": ["dollarmath"], "doctitle_xform": False}
        text = OF_PROBLEMS.read_text("utf-8")
        book += publish_doctree(text, parser=MystParser(), settings_overrides=settings).children
        return book

    def page(self, docname):
        """Give a page as it is printed."""
        doctree = self.env.get_and_resolve_doctree(docname, self)
        kinds = self.env.toc_fignumbers.get(docname, {})
        numbers = {x: number_of(self.env, docname, kind, x) for kind in kinds for x in kinds[kind]}
        self.unlink(doctree, docname)
        printed(doctree, docname, numbers)
        title = next(doctree.findall(nodes.title))
        if docname == self.config.root_doc:
            title[:] = [nodes.Text("About this book")]
        else:
            place = title.parent.index(title) + 1
            title.parent.insert(place, latex(rf"\label{{\detokenize{{{docname}::doc}}}}"))
        page = addnodes.start_of_file("", docname=docname)
        page += doctree.children
        return page

    def unlink(self, doctree, docname):
        """Leave the text of a reference to a page that is not printed; note terms for the index."""
        objects = self.env.get_domain("std").objects
        terms = {place[1]: name for (kind, name), place in objects.items() if kind == "term"}
        for link in list(doctree.findall(exercise_latex_number_reference)):
            link.replace_self(nodes.reference("", "", *link.children, **link.attributes))
        for link in list(doctree.findall(nodes.reference)):
            to = link.get("refuri") or f"%{docname}#{link.get('refid')}"
            if to.startswith("%") and to[1:].partition("#")[0] not in self.docnames:
                link.parent.replace(link, link.children)
            elif term := terms.get(to.partition("#")[2]):
                entry = addnodes.index(entries=[("single", term, "", "", None)])
                link.parent.insert(link.parent.index(link), entry)

    def taken_to_the_end(self, page, docname):
        """Take hints and solutions out of a chapter, and give them in a section."""
        taken, exercise = [], ""
        for box in list(page.findall(paper_box)):
            if box["kind"] == "exercise":
                exercise = box[0].astext().partition(" (")[0]
            if box["kind"] in ("hint", "solution"):
                if box["kind"] == "hint":
                    box[0] += nodes.Text(f" to {exercise}")
                box.parent.remove(box)
                taken.append(box)
        number, title = CHAPTER.match(docname)[1], self.env.titles[docname].astext()
        head = nodes.title("", f"Chapter {int(number)}: {title}")
        inside = addnodes.start_of_file("", *taken, docname=docname)
        return [nodes.section("", head, inside)] if taken else []

    def post_process_images(self, doctree):
        """Have LaTeX draw lines as lines: a picture in SVG becomes one in PDF."""
        super().post_process_images(doctree)
        folder = Path(self.outdir).parent / "figures"
        folder.mkdir(exist_ok=True)
        for image in doctree.findall(nodes.image):
            if image["uri"].endswith(".svg"):
                drawn = Path(self.srcdir, image["uri"])
                made = folder / f"{drawn.stem}.pdf"
                if not made.exists():
                    subprocess.run([*DRAW, "-o", made, drawn], check=True)
                self.images.pop(image["uri"], None)
                image["uri"] = os.path.relpath(made, self.srcdir)
                self.images[image["uri"]] = made.name

    def copy_assets(self):
        super().copy_assets()
        for path in (*CODE_FONTS, HERE / "book.sty", COVER):
            shutil.copyfile(path, Path(self.outdir, path.name))
        Path(self.outdir, "cover.tex").write_text(self.cover(), encoding="utf-8")

    def cover(self):
        """Say what the cover says."""
        title, _, below = self.config.html_title.partition(": ")
        if one := self.config.paper_chapter:
            names = self.env.titles.items()
            of = next(name for page, name in names if page.startswith(f"notebooks/{one:02}_"))
            title, below = of.astext(), f"Chapter {one} of {self.config.html_title}"
        if self.config.paper_solutions:
            title, below = "Hints and solutions", f"Of {self.config.html_title}"
        version = re.search("Version [^<]*", self.config.html_theme_options["extra_footer"])
        fields = {"title": title, "subtitle": below, "author": self.config.author}
        fields["version"] = version[0] if version else ""
        escaped = {k: texescape.escape(x, self.config.latex_engine) for k, x in fields.items()}
        return "".join(f"\\newcommand\\book{k}{{{x}}}\n" for k, x in escaped.items())


def setup(app):
    app.add_builder(PaperBuilder)
    app.add_config_value("paper_chapter", 0, "")
    app.add_config_value("paper_solutions", False, "")
