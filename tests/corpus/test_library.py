"""What is saved by name: found again as it was, changed whole or not at all, and never a path of somebody's making."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import LoadError
from core.locked import locked
from core.types import Document, Evidence, Question
from corpus import library, saved_folders, saved_questions
from corpus.load import load, load_uploads
from corpus.question_rows import QuestionRow
from corpus.questions import load_questions, load_rows
from corpus.types import Corpus, Problem

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
IN_HOME = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


def corpus(*texts):
    documents = (Document.from_text(text, f"{number}.md", meta={"n": number}) for number, text in enumerate(texts))
    return Corpus("mine", tuple(documents), (Problem("x.pdf", "has no text"),))


def question(name="q1", text="Why?", quote="lid"):
    return Question(name, text, (Evidence("0.md", 4, 7, quote),), "Because.", ("short",))


@given(st.lists(TEXTS, min_size=1, max_size=4))
@IN_HOME
def test_a_saved_corpus_opens_as_it_was(tmp_path_factory, texts):
    home = tmp_path_factory.mktemp("home")
    given_one = corpus(*texts)
    name = library.save_corpus(given_one, "Mine", home)
    opened = library.open_corpus(name, home)
    assert (opened.documents, opened.problems) == (given_one.documents, given_one.problems)
    (card,) = library.list_corpora(home)
    assert (card.key, card.documents, card.characters) == (opened.key, len(texts), sum(map(len, texts)))
    assert load(f"saved:{name}", home=home).key == given_one.key


@given(TEXTS)
@IN_HOME
def test_s03_no_title_is_a_path(tmp_path_factory, title):
    home = tmp_path_factory.mktemp("home")
    try:
        name = library.save_corpus(corpus("text"), title, home)
    except LoadError:
        return
    assert [path.name for path in (home / "library" / "corpora").iterdir()] == [name]
    assert library.open_corpus(name, home).documents
    library.delete_corpus(name, home)
    assert list((home / "library" / "corpora").iterdir()) == []


@pytest.mark.parametrize("name", ["../../etc", "..", "", "a/b", ".locks", "none"])
def test_only_what_is_listed_can_be_opened_or_deleted(tmp_path, name):
    library.save_corpus(corpus("text"), "Mine", tmp_path)
    for attempt in (library.open_corpus, library.delete_corpus):
        with pytest.raises(LoadError, match=r"There is no saved corpus .*; there are mine"):
            attempt(name, tmp_path)


def test_a_name_is_taken_once_and_a_blank_one_refused(tmp_path):
    library.save_corpus(corpus("a"), "Sales 2024", tmp_path)
    with pytest.raises(LoadError, match="sales-2024 already"):
        library.save_corpus(corpus("b"), "sales  2024", tmp_path)
    with pytest.raises(LoadError, match="A name is needed"):
        library.save_corpus(corpus("b"), " \u200b ", tmp_path)
    assert library.save_corpus(corpus("b"), "CON", tmp_path) == "con-1"


def test_documents_are_added_replaced_and_taken_out(tmp_path):
    name = library.save_corpus(corpus("one", "two"), "Mine", tmp_path)
    more = load_uploads([("1.md", b"two, new"), ("c.md", b"three")])
    assert library.add_documents(name, more, tmp_path) == (1, 1)
    assert [one.text for one in library.open_corpus(name, tmp_path).documents] == ["one", "two, new", "three"]
    library.drop_documents(name, {"0.md", "c.md"}, tmp_path)
    assert [one.id for one in library.open_corpus(name, tmp_path).documents] == ["1.md"]
    with pytest.raises(LoadError, match="at least one document"):
        library.drop_documents(name, {"1.md"}, tmp_path)
    assert len(list((tmp_path / "library" / "corpora" / name).iterdir())) == 2


def test_a_set_about_a_corpus_follows_its_name(tmp_path):
    name = library.save_corpus(corpus("a"), "Old", tmp_path)
    saved_questions.create_set("Asked", tmp_path, about=f"saved:{name}")
    assert library.rename_corpus(name, "New name", tmp_path) == "new-name"
    assert library.list_corpora(tmp_path)[0].title == "New name"
    assert library.list_sets(tmp_path)[0].about == "saved:new-name"
    assert library.rename_corpus("new-name", "New Name", tmp_path) == "new-name"


def test_damage_is_told_and_the_rest_listed(tmp_path):
    library.save_corpus(corpus("a"), "Good", tmp_path)
    bad = library.save_corpus(corpus("a"), "Bad", tmp_path)
    (tmp_path / "library" / "corpora" / bad / saved_folders.CARD).write_text("{")
    assert [card.name for card in library.list_corpora(tmp_path)] == ["good"]
    assert "cannot be read as JSON" in library.damaged(tmp_path)[0]
    library.delete_corpus(bad, tmp_path)
    assert library.damaged(tmp_path) == []


def test_a_question_is_saved_into_a_new_set_and_found_by_every_reader(tmp_path):
    assert library.save_question("From the chat", question(), tmp_path, about="saved:mine") == "q1"
    (card,) = library.list_sets(tmp_path)
    assert (card.name, card.title, card.about, card.questions) == ("from-the-chat", "From the chat", "saved:mine", 1)
    documents = corpus("The lid is bent.").documents
    found = load_questions("saved:from-the-chat", documents, home=tmp_path)
    assert found.questions == (question(),)
    assert load_rows("saved:from-the-chat", home=tmp_path).rows[0].id == "q1"
    with pytest.raises(LoadError, match="home"):
        load_rows("saved:from-the-chat")


def test_ids_are_kept_and_only_another_question_of_that_id_gets_a_number(tmp_path):
    assert library.save_question("s", question(), tmp_path) == "q1"
    assert library.save_question("s", question(quote="other"), tmp_path) == "q1"
    assert library.save_question("s", question(text="When?"), tmp_path) == "q1-2"
    rows = library.open_set("s", tmp_path).rows
    assert [(row.id, row.question, row.evidence[0]["quote"]) for row in rows] == [
        ("q1", "Why?", "other"),
        ("q1-2", "When?", "lid"),
    ]


def test_questions_saved_at_once_are_all_there(tmp_path):
    threads = [
        threading.Thread(target=library.save_question, args=("s", question(f"q{n}", f"Why {n}?"), tmp_path))
        for n in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(row.id for row in library.open_set("s", tmp_path).rows) == sorted(f"q{n}" for n in range(12))


def test_questions_saved_by_processes_at_once_are_all_there(tmp_path):
    program = (
        "import sys; from pathlib import Path; from core.types import Question; from corpus import library\n"
        "for n in range(10): library.save_question('s', Question(f'{sys.argv[2]}{n}', f'Why {sys.argv[2]}{n}?'), "
        "Path(sys.argv[1]))"
    )
    asking = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path), letter]) for letter in "abc"]
    assert [process.wait() for process in asking] == [0, 0, 0]
    found = sorted(one.id for one in library.open_set("s", tmp_path).rows)
    assert found == sorted(f"{letter}{n}" for letter in "abc" for n in range(10))


def test_what_cannot_be_changed_is_told_in_one_line(tmp_path):
    name = saved_questions.create_set("s", tmp_path, [row("a", "One?")])

    def full(rows):
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(LoadError, match=r"cannot be changed \(No space left on device\)"):
        saved_questions.change_set(name, tmp_path, full)
    (tmp_path / "other").write_text("")
    with pytest.raises(LoadError, match="cannot be locked"):
        library.save_corpus(corpus("a"), "Mine", tmp_path / "other")
    assert [one.id for one in library.open_set(name, tmp_path).rows] == ["a"]


def test_a_line_that_cannot_be_read_is_not_lost_by_a_change(tmp_path):
    name = saved_questions.create_set("s", tmp_path, [row("a", "One?")])
    path = tmp_path / "library" / "questions" / name / saved_questions.FILE
    path.write_text(path.read_text(encoding="utf-8") + '{"question": 7}\n', encoding="utf-8")
    with pytest.raises(LoadError, match="line 2: has no question"):
        saved_questions.add_rows(name, [row("b", "Two?")], tmp_path)
    assert '{"question": 7}' in path.read_text(encoding="utf-8")


def row(name, text, *tags):
    return QuestionRow(name, text, None, (), tags)


def test_rows_are_added_once_and_take_a_place_only_where_that_is_meant(tmp_path):
    name = saved_questions.create_set("s", tmp_path, [row("a", "One?"), row("b", "Two?")])
    more = [row("a", "Three?", "unreviewed"), row("c", "two?")]
    assert saved_questions.add_rows(name, more, tmp_path) == saved_questions.Added(1, 0, 1, "a-2")
    assert [one.id for one in library.open_set(name, tmp_path).rows] == ["a", "b", "a-2"]
    assert saved_questions.add_rows(name, more, tmp_path, replacing=True).replaced == 1
    assert [one.question for one in library.open_set(name, tmp_path).rows] == ["Three?", "Two?", "Three?"]
    assert library.set_card(name, tmp_path).unreviewed == 2


def test_a_change_is_made_to_what_is_on_disk_now_or_not_at_all(tmp_path):
    name = saved_questions.create_set("s", tmp_path, [row("a", "One?"), row("b", "Two?")])
    saved_questions.change_set(name, tmp_path, lambda rows: [rows[0], row("b2", "Two, then?")])
    with pytest.raises(LoadError, match="same id"):
        saved_questions.change_set(name, tmp_path, lambda rows: [*rows, row("a", "Again?")])
    assert [one.id for one in library.open_set(name, tmp_path).rows] == ["a", "b2"]
    saved_questions.change_set(name, tmp_path, lambda rows: [])
    assert library.open_set(name, tmp_path).rows == ()


SMALL_SETS = st.dictionaries(st.sampled_from("abc"), st.sampled_from(["x?", "y?"])).map(
    lambda asked: [row(name, text) for name, text in asked.items()]
)


def by_id(rows):
    return {one.id: one for one in rows}


@given(SMALL_SETS, SMALL_SETS, SMALL_SETS)
def test_two_edits_at_once_are_merged_or_the_second_is_refused(before, mine, theirs):
    was, made, there = by_id(before), by_id(mine), by_id(theirs)
    both = [
        name
        for name in "abc"
        if made.get(name) != was.get(name) != there.get(name) and made.get(name) != there.get(name)
    ]
    if both:
        with pytest.raises(LoadError, match=f"The question {both[0]} was|The question . was"):
            saved_questions.merged(theirs, before, mine)
        return
    merged = by_id(saved_questions.merged(theirs, before, mine))
    for name in "abc":
        assert merged.get(name) == (made if made.get(name) != was.get(name) else there).get(name)


def test_a_refused_edit_says_which_question_and_what_happened():
    old, new = row("a", "One?"), row("a", "One, then?")
    for there, happened in (([row("a", "Uno?")], "was changed"), ([], "was taken out")):
        with pytest.raises(LoadError, match=f"The question a {happened} elsewhere meanwhile"):
            saved_questions.merged(there, [old], [new])


def test_a_program_that_does_not_end_its_writing_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(saved_folders, "_WAIT_SECONDS", 0.0)
    name = saved_questions.create_set("s", tmp_path, [row("a", "One?")])
    with (
        locked(tmp_path / "library" / ".lock", LoadError("held")),
        pytest.raises(LoadError, match="being saved elsewhere"),
    ):
        saved_questions.delete_set(name, tmp_path)
    assert library.open_set(name, tmp_path).rows


@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=5))
@IN_HOME
def test_any_words_survive_in_a_set(tmp_path_factory, asked):
    home = tmp_path_factory.mktemp("home")
    rows = [
        QuestionRow(f"q{n}", text.strip() or "?", answer, ({"document": "a", "quote": text},), (UNSEEN,))
        for n, (text, answer) in enumerate(asked)
    ]
    name = saved_questions.create_set("s", home, rows)
    kept = json.loads((home / "library" / "questions" / name / saved_folders.CARD).read_text(encoding="utf-8"))
    assert kept["unreviewed"] == len(rows)
    assert [(one.question, one.answer, one.evidence) for one in library.open_set(name, home).rows] == [
        (one.question, one.answer, one.evidence) for one in rows
    ]


UNSEEN = "unreviewed"
