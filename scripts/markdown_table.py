"""Tables of scripts that measure: as text for a terminal, or with --markdown for a page of docs/measurements."""


def add_option(parser):
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown, and nothing else on standard output")


def markdown(heads, rows):
    """Rows of texts; a column of numbers, with or without a unit, stands to the right."""
    def cells(row):
        return "| " + " | ".join(str(cell).strip().replace("|", "\\|") for cell in row) + " |"

    def is_number(text):
        return str(text).strip().lstrip("+-")[:1].isdigit()

    columns = list(zip(*rows)) if rows else [()] * len(heads)
    rule = ["---:" if column and all(is_number(cell) or not str(cell).strip() for cell in column) and any(map(is_number, column)) else "---"
            for column in columns]
    return "\n".join([cells(heads), "|" + "|".join(rule) + "|", *map(cells, rows)])


def aligned(heads, rows):
    """The same for a terminal."""
    table = [[str(cell) for cell in row] for row in [heads, *rows]]
    widths = [max(len(row[i]) for row in table) for i in range(len(heads))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in table)
