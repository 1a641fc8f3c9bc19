"""What the command says of runs, as text and as values."""
import html


class Answer(dict):
    """The values that the command prints with --json; str() is the text that it prints without.

    page  the answer as HTML; None where the command makes none
    """

    def __init__(self, text, values, page=None):
        super().__init__(values)
        self._text = text
        self.page = page

    def __str__(self):
        return self._text

    __repr__ = __str__

    def _repr_html_(self):
        return f"<pre>{html.escape(self._text)}</pre>"


def rows(heading, lines):
    """A table of HTML: `heading` names its columns, lines are rows of values."""
    def row(cells, tag):
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
    return "<table><thead>" + row(heading, "th") + "</thead><tbody>" + "".join(row(line, "td") for line in lines) + "</tbody></table>"
