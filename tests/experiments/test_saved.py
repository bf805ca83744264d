"""Sweeps on disk: what is saved is found, under names that are safe, and can be started later."""

from __future__ import annotations

import pytest

from core.errors import LoadError, SettingError
from experiments.configurations import expand
from experiments.plan import SweepPlan
from experiments.saved import delete_sweep, free_name, list_sweeps, open_sweep, plan_of_sweep, save_plan, sweeps_folder
from tests.experiments.small import plan_file, swept

WANTED = SweepPlan.model_validate({"data": "sample:faq", "strategies": ["recursive"]})


def test_a_saved_plan_waits_until_it_is_started(tmp_path):
    saved = save_plan("My plan: first/try", WANTED, tmp_path)
    assert saved.folder.parent == sweeps_folder(tmp_path) and "/" not in saved.name
    assert saved.state is None and not saved.finished and saved.runs == ()
    assert plan_of_sweep(open_sweep(saved.name, tmp_path)).plan == WANTED
    with pytest.raises(SettingError, match="already"):
        save_plan("My plan: first/try", WANTED, tmp_path)
    assert free_name("handbook", tmp_path) == "handbook"
    save_plan("handbook", WANTED, tmp_path)
    assert free_name("handbook", tmp_path) == "handbook-2"


def test_a_sweep_of_the_command_line_is_listed_with_its_runs(place, tmp_path):
    swept(place, sweeps_folder(tmp_path) / "mine")
    (one,) = list_sweeps(tmp_path)
    assert (one.name, one.finished) == ("mine", True)
    file = plan_file(place)
    assert sorted(path.name for path in one.runs) == sorted(each.name for each in expand(file))
    assert expand(plan_of_sweep(one)) == expand(file)


def test_what_is_no_sweep_is_neither_listed_nor_deleted(tmp_path):
    (sweeps_folder(tmp_path) / "notes").mkdir(parents=True)
    assert list_sweeps(tmp_path) == []
    with pytest.raises(LoadError):
        delete_sweep("notes", tmp_path)
    save_plan("gone", WANTED, tmp_path)
    delete_sweep("gone", tmp_path)
    assert list_sweeps(tmp_path) == [] and (sweeps_folder(tmp_path) / "notes").is_dir()


@pytest.mark.parametrize("name", ["", "  ", "\u200b"])
def test_a_sweep_has_a_name(tmp_path, name):
    with pytest.raises(SettingError, match="name"):
        save_plan(name, WANTED, tmp_path)
