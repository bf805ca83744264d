"""The pages' files, for links. Absolute, because a page that is run alone is the main script itself."""

from pathlib import Path

# Found from here, because the navigation need not wait for what reads the settings.
PAGES = Path(__file__).parent.parent / "pages"
HOME, DATA, CHUNKS, CHAT, EVALUATE, COMPARE, JUDGE, QUESTION = (
    PAGES / f"{name}.py" for name in ("home", "data", "chunks", "chat", "evaluate", "compare", "judge", "question")
)
