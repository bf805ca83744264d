"""Tables on the page. Their toolbar downloads what they show, so their text is made safe for spreadsheets as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evaluation.export import safe_text

if TYPE_CHECKING:
    import pandas as pd


def frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """A frame in which no text cell is a formula; numbers stay numbers."""
    # Here, because a first page without a table need not wait for it.
    import pandas as pd

    safe = [{name: safe_text(cell) if isinstance(cell, str) else cell for name, cell in row.items()} for row in rows]
    return pd.DataFrame(safe, columns=list(columns) if columns else None)
