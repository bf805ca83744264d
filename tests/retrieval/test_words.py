"""How texts are split into words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.words import _any_script, tokens

AWKWARD = st.text(st.sampled_from("aZ1_ .-’“\u00a0\u0301é\u00a8ﬁĲＡ水退กा\u200b\n\tΣς"), max_size=30)


def test_tokens():
    assert tokens("ERR-1042: Straße, ﬁne FULL３") == ["err", "1042", "strasse", "fine", "full3"]
    assert tokens("水を飲む water") == ["水", "を", "飲", "む", "水を", "を飲", "飲む", "water"]
    assert tokens("हिन्दी don't it’s") == ["हिन्दी", "don", "t", "it", "s"]
    assert tokens("?! \u200b 🏠") == []


@given(AWKWARD | st.text(max_size=40))
def test_law_the_fast_way_and_the_slow_way_agree(text):
    assert tokens(text) == _any_script(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_law_ascii_texts_split_like_others(text):
    assert tokens(text) == tokens(text + " \u00e9")[:-1]
