"""What scripts ask of whoever puts a PDF's characters in order: direction, and whether words have spaces between."""

from __future__ import annotations

_RTL = (("\u0590", "\u065f"), ("\u066a", "\u06ef"), ("\u06fa", "\u08ff"), ("\ufb1d", "\ufefc"))
_CJK = (("\u3000", "\u9fff"), ("\uf900", "\ufaff"), ("\uff00", "\uffef"))


def is_rtl(text: str) -> bool:
    """Has it letters of Hebrew, Arabic or another script that is written from right to left?"""
    return not text.isascii() and any(first <= char <= last for char in text for first, last in _RTL)


def is_cjk(char: str) -> bool:
    """Is it of a script that is written without spaces: Chinese, Japanese, full-width forms?"""
    return not char.isascii() and any(first <= char <= last for first, last in _CJK)
