"""The pages' files, for links. Absolute, because a page that is run alone is the main script itself."""

from config import ROOT

PAGES = ROOT / "pages"
HOME, DATA, CHUNKS, CHAT, EVALUATE, COMPARE, JUDGE, QUESTION = (
    PAGES / f"{name}.py" for name in ("home", "data", "chunks", "chat", "evaluate", "compare", "judge", "question")
)
