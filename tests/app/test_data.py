"""The questions of the Data page as a person uses them, without a browser: made, read, mended, kept."""

from __future__ import annotations

import json
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from config import ROOT
from core.types import Evidence, Question
from corpus import library, saved_questions
from corpus.questions import load_rows
from tests.app.conftest import settle
from tests.app.data_page import QUOTE, kept, make, opened, plain, row
from ui import resources


def test_a_question_is_edited_accepted_and_rejected_and_that_is_undone(home):
    make(home, row("a", tags=("unreviewed", "number")), row("b", "When?", tags=("unreviewed",)))
    app = opened(view="questions", show="unreviewed")
    assert app.selectbox(key="data-set").value == "saved:asked"
    (text,) = [one for one in app.text_area if one.label == "Question"]
    text.set_value("Why does it stop?").run()
    assert "not saved yet" in plain(app.caption)
    app.button(key="data-accept").click().run()
    assert not app.exception
    assert (kept(home)["a"].question, kept(home)["a"].tags) == ("Why does it stop?", ("number",))
    assert "b · 1 of 1" in plain(app.caption)
    app.button(key="data-reject").click().run()
    assert list(kept(home)) == ["a"]
    app.button(key="data-undo-press").click().run()
    assert list(kept(home)) == ["a", "b"] and not app.exception


def test_next_and_previous_go_by_the_filter_and_are_in_the_address(home):
    make(home, row("a"), row("b", "When?", tags=("unreviewed",)), row("c", "Who?", tags=("unreviewed",)))
    app = opened(view="questions", show="unreviewed", question="c")
    assert "c · 2 of 2" in plain(app.caption)
    app.button(key="data-previous").click().run()
    assert "b · 1 of 2" in plain(app.caption)
    app.text_input(key="data-words").set_value("who").run()
    assert "c · 1 of 1" in plain(app.caption)
    assert (app.query_params["words"], app.query_params["show"]) == ("who", "unreviewed")


def test_evidence_is_removed_and_saved_with_the_question(home):
    make(home, row("a"))
    app = opened(view="questions")
    assert QUOTE in plain(app.markdown)
    app.button(key="data-remove-0").click().run()
    assert kept(home)["a"].evidence
    app.button(key="data-save-question").click().run()
    assert kept(home)["a"].evidence == () and not app.exception


def test_lost_evidence_is_told_and_the_nearest_words_can_be_taken(home):
    make(home, row("a", quote="The pump stops after ten minutes."))
    app = opened(view="questions")
    assert "is not in manual.md" in plain(app.caption)
    app.button(key="data-take-0").click().run()
    app.button(key="data-save-question").click().run()
    assert kept(home)["a"].evidence[0]["quote"] == QUOTE


def field(app, label):
    (one,) = [each for each in app.text_area if each.label == label]
    return one


def test_an_edit_of_a_question_that_was_changed_elsewhere_is_refused_and_kept(home):
    make(home, row("a"))
    app = opened(view="questions")
    field(app, "Question").set_value("Why, by me?").run()
    theirs = row("a", "Why, by them?")
    saved_questions.change_set("asked", home, lambda rows: [theirs])
    app.button(key="data-save-question").click().run()
    assert not app.exception and kept(home)["a"] == theirs
    assert "was changed elsewhere meanwhile" in plain(app.toast)
    assert field(app, "Question").value == "Why, by me?" and "not saved yet" in plain(app.caption)
    app.button(key="data-save-question").click().run()
    assert kept(home)["a"].question == "Why, by me?" and not app.exception


def test_save_and_next_goes_through_a_reviewed_set(home):
    make(home, row("a"), row("b", "When?"))
    app = opened(view="questions")
    assert "not saved yet" not in plain(app.caption)
    field(app, "Question").set_value("Why not?").run()
    app.button(key="data-save-next").click().run()
    assert not app.exception and kept(home)["a"].question == "Why not?"
    assert "b · 2 of 2" in plain(app.caption)
    assert not [one for one in app.button if one.key == "data-save-next"], "nothing comes after the last"


def test_the_tag_of_what_is_not_reviewed_is_no_change_wherever_it_stands(home):
    make(home, row("a", tags=("unreviewed", "number")))
    assert "not saved yet" not in plain(opened(view="questions").caption)


def test_a_long_list_is_drawn_in_parts_and_shows_the_part_of_the_question(home):
    make(home, *(row(f"n{number}", f"Question {number}?") for number in range(450)))
    app = opened(view="questions", question="n399")
    (listed,) = app.dataframe
    assert list(listed.value["question"])[199] == "Question 399?" and len(listed.value) == 200
    app.button(key="data-next").click().run()
    assert len(app.dataframe[0].value) == 50


def test_what_is_sure_is_fixed_by_one_press(home):
    make(home, row("a", start=0), row("b", "Why?", start=8), row("c", "When?", "The pump stops after ten minutes.", 8))
    app = opened(view="questions", part="check")
    assert "2 questions can be put right" in plain(app.markdown)
    app.button(key="data-fix").click().run()
    assert list(kept(home)) == ["a", "c"] and kept(home)["a"].evidence[0]["start"] == 8
    app.button(key="data-take-c-1").click().run()
    assert kept(home)["c"].evidence[0]["quote"] == QUOTE
    assert not app.exception and "reads otherwise" not in plain(app.markdown)


def test_a_new_set_is_generated_from_the_documents_and_waits_for_review(home):
    app = opened()
    app.button(key="data-to-questions").click().run()
    assert (app.segmented_control(key="data-view").value, app.selectbox(key="data-set").value) == ("questions", "new")
    assert app.selectbox(key="data-new-documents").value == "saved:pump-papers"
    assert app.button(key="data-new-press").disabled
    app.text_input(key="data-new-title").set_value("Made").run()
    app.number_input(key="data-generate-count").set_value(4).run()
    app.button(key="data-new-press").click().run()
    settle(app)
    assert not app.exception and not app.error
    assert app.selectbox(key="data-set").value == "saved:made"
    made = kept(home, "made")
    assert made and all("unreviewed" in one.tags for one in made.values())
    assert app.pills(key="data-show").value == "unreviewed"
    assert f"{len(made)} not reviewed yet" in plain(app.caption)


def test_pasted_questions_are_added_and_a_file_replaces_those_of_its_ids(home):
    make(home, row("q1"))
    app = opened(view="questions", part="add")
    app.text_area(key="data-add-text-0").set_value("Who owns it?\nWhy?\nWho owns it?").run()
    app.button(key="data-add-press").click().run()
    assert [one.question for one in kept(home).values()] == ["Why?", "Who owns it?"]
    app.segmented_control(key="data-part").set_value("add").run()
    app.text_area(key="data-add-text-1").set_value('id,question\nq1,"Why, then?"\n,New?').run()
    assert "1 id of them" in app.toggle(key="data-add-replace").label
    app.button(key="data-add-press").click().run()
    assert [(one.id, one.question) for one in kept(home).values()][::2] == [("q1", "Why, then?"), ("q2a", "New?")]
    app.segmented_control(key="data-part").set_value("add").run()
    app.text_area(key="data-add-text-2").set_value('{"id": 3.5, "question": "x"}').run()
    assert "no question can be used" in plain(app.error)


def test_a_file_of_questions_and_quotes_shows_where_they_stand_and_its_first_question_is_opened(home):
    make(home, row("q1"))
    app = opened(view="questions", part="add")
    app.segmented_control(key="data-add-how").set_value("Upload a file").run()
    assert "copied from the document" in plain(app.caption)
    text = f"question,evidence\nWhen does it stop?,{QUOTE}\nWho owns it?,Zed owns it.\n"
    app.file_uploader(key="data-add-file-0").upload("mine.csv", text.encode(), "text/csv").run()
    assert list(app.dataframe[0].value["evidence"]) == ["manual.md at 8", "not found"]
    assert "the quote 'Zed owns it.' is in none of the documents" in plain(app.warning)
    app.button(key="data-add-press").click().run()
    assert not app.exception
    assert app.segmented_control(key="data-part").value == "questions"
    assert app.query_params["question"] == "q1a"
    assert kept(home)["q1a"].evidence == ({"quote": QUOTE},)


def test_a_sample_s_questions_are_read_only_and_can_be_copied(app_home):
    app = opened(view="questions", set="sample:faq")
    assert [one.key for one in app.button if one.key in ("data-save-question", "data-reject")] == []
    app.button(key="data-copy").click().run()
    assert app.selectbox(key="data-set").value == "saved:faq-copy"
    (card,) = library.list_sets(app_home)
    assert (card.about, card.questions) == ("sample:faq", len(kept(app_home, "faq-copy")))
    assert app.button(key="data-save-question")


def test_a_set_is_renamed_and_deleted(home):
    make(home, row("a"))
    app = opened(view="questions")
    app.text_input(key="data-set-title-asked").set_value("Other").run()
    app.button(key="data-set-rename").click().run()
    assert app.selectbox(key="data-set").value == "saved:other"
    app.button(key="data-set-delete").click().run()
    assert library.list_sets(home) == [] and not app.exception
    assert app.selectbox(key="data-set").value == "sample:tarnwick"


def test_u06_hostile_questions_and_names_are_shown_as_text(home):
    hostile = "costs $5 to $7 :red[x] <b>b</b> [y](javascript:alert(1)) *z*"
    library.save_question("$ :red[set] $", Question("q$1$", hostile, (Evidence("manual.md", 8, 9, "T"),)), home)
    app = opened(view="questions")
    assert not app.exception
    for element in app.markdown:
        assert ":red[x]" not in element.value and "<b>" not in element.value


def test_a_whole_set_is_shown_as_a_table(home):
    make(home, row("a"), row("b", "=1+1"))
    app = opened(view="questions", part="table")
    assert app.button(key="data-table-save").disabled
    assert "Nothing changed yet" in plain(app.caption)
    assert json.dumps(kept(home)["b"].question) == '"=1+1"'


def test_a_saved_set_is_a_choice_of_evaluate_that_says_what_is_not_reviewed(app):
    app.selectbox(key="data-sample").set_value("faq").run()
    app.button(key="collection-build").click().run()
    settle(app)
    home = resources.home()
    rows = load_rows("sample:faq").rows[:2]
    saved_questions.create_set("Mine", home, [replace(rows[0], tags=("unreviewed",)), rows[1]], about="sample:faq")
    saved_questions.create_set("Other", home, rows, about="saved:else")
    form = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run().switch_page("pages/evaluate.py").run()
    assert not form.exception
    asked = form.selectbox(key="evaluate-questions")
    assert asked.value == "saved:mine"
    assert [each.split(" (")[0] for each in asked.options[:3]] == [
        "Mine",
        "Questions of the sample Customer FAQ",
        "Other",
    ]
    assert "1 question of this set nobody has reviewed" in plain(form.warning)
    assert "2 questions, 2 with annotated evidence" in plain(form.caption)
