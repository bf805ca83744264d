"""Packs found by place, against those found by measuring."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunking.packing import pack, pack_by_place

GAPS_AND_LENGTHS = st.lists(st.tuples(st.integers(0, 4), st.integers(1, 12)), max_size=40)


@given(GAPS_AND_LENGTHS, st.integers(1, 40), st.integers(0, 39))
def test_packs_by_place_are_those_by_measuring(units: list[tuple[int, int]], limit: int, overlap: int) -> None:
    starts, ends, place = [], [], 0
    for gap, length in units:
        starts.append(place + gap)
        ends.append(place := place + gap + length)
    measured = pack(len(units), lambda first, last: ends[last] - starts[first], limit, min(overlap, limit - 1))
    assert list(pack_by_place(starts, ends, limit, min(overlap, limit - 1))) == list(measured)


def test_a_pack_repeats_what_fits_the_overlap_and_leaves_room_for_the_next_unit() -> None:
    starts, ends = [0, 4, 8, 12], [3, 7, 11, 22]
    assert list(pack_by_place(starts, ends, 11, 3)) == [(0, 2), (3, 3)]
    assert list(pack_by_place(starts, ends, 14, 3)) == [(0, 2), (2, 3)]
