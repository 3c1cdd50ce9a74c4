"""Tables and figures for notebooks."""

from perclib.show.tables import Near, table, typeset

__all__ = ["Near", "table", "typeset"]
