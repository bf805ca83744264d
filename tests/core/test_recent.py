from concurrent.futures import ThreadPoolExecutor

from core.recent import Recent


def test_a_text_is_worked_on_once_until_it_has_to_go():
    worked: list[str] = []

    def length(text: str) -> int:
        worked.append(text)
        return len(text)

    recent: Recent[int] = Recent(characters=10)
    assert [recent.get(text, length) for text in ("four", "fiver", "four")] == [4, 5, 4]
    assert worked == ["four", "fiver"]
    recent.get("two more", length)  # no room: "fiver", which was asked for least recently, goes, and so does "four"
    assert recent.get("two more", length) == 8 and worked == ["four", "fiver", "two more"]
    recent.get("fiver", length)
    assert worked[-1] == "fiver"


def test_what_work_makes_of_the_same_text_is_told_apart():
    recent: Recent[str] = Recent(characters=100)
    assert recent.get("Tide", str.upper, "upper") == "TIDE"
    assert recent.get("Tide", str.lower, "lower") == "tide"


def test_a_text_larger_than_the_room_is_worked_on_and_not_kept():
    recent: Recent[int] = Recent(characters=3)
    assert recent.get("longer", len) == 6
    assert recent.get("two", len) == 3


def test_threads_may_share_it():
    recent: Recent[int] = Recent(characters=50)
    texts = ["x" * (number % 17) for number in range(400)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: recent.get(text, len), texts)) == [len(text) for text in texts]
