"""Tables on the page. Their toolbar downloads what they show, so their text is made safe for spreadsheets as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from evaluation.export import safe_text


def frame(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> pd.DataFrame:
    """A frame in which no text cell is a formula; numbers stay numbers."""
    safe = [{name: safe_text(cell) if isinstance(cell, str) else cell for name, cell in row.items()} for row in rows]
    return pd.DataFrame(safe, columns=list(columns) if columns else None)
