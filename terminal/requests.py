"""From option values to specs, models and folders, refused in one line before any work starts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import SettingError
from core.files import is_file, is_folder, user_path
from core.parameters import parameters_of
from core.types import Mode, RetrievalSpec

if TYPE_CHECKING:
    from chunking.strategy import Strategy
    from config import Settings
    from generation.models import ChatModel, ExtractiveModel
    from retrieval.card import CollectionCard

NO_MODEL = "none"
_RUN_FILES = ("run.json", "questions.csv", "contexts.csv", "summary.csv")


def environment() -> Settings:
    """The settings of the environment, with token counts and the Chroma server made ready.

    Raises SettingError naming the variable that cannot be read.
    """
    from config import settings
    from core.tokens import use_ranks_from
    from retrieval.server import use_server

    try:
        given = settings()
    except ValueError as error:
        raise SettingError(_first_problem(error)) from error
    use_ranks_from(given.home)
    use_server(given.chroma_url, given.chroma_tenant, given.chroma_database, given.chroma_token)
    return given


def strategy_values(
    given: Settings,
    strategy: Strategy,
    chunk_size: int | None,
    overlap: int | None,
    unit: str | None,
    assignments: Sequence[str] | None,
    encoder: str | None = None,
) -> dict[str, Any]:
    """The strategy's parameters as written: options, then the environment; what neither names is the strategy's.

    `encoder` is the embedding model of the build, which a strategy that needs one shares unless --set says otherwise.
    """
    values: dict[str, Any] = {"chunk_size": chunk_size, "overlap": overlap, "unit": unit}
    values = {name: value for name, value in values.items() if value is not None}
    for assignment in assignments or ():
        name, equals, value = assignment.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name:
            raise SettingError(f"--set needs key=value, but is {assignment!r}.")
        if name in values:
            raise SettingError(f"{name} is given twice: keep one of them.")
        values[name] = value.strip()
    return _from_settings(given, strategy, encoder, values) | values


def _from_settings(
    given: Settings, strategy: Strategy, encoder: str | None, values: Mapping[str, Any]
) -> dict[str, Any]:
    """What the environment and --encoder say of the parameters that have an effect beside these values."""
    said = {name: getattr(given, name) for name in given.model_fields_set}
    if encoder is not None:
        said["embedding_model"] = encoder
    knobs = parameters_of(strategy.params)
    final = {knob.name: knob.default for knob in knobs} | dict(values)
    return {knob.name: said[knob.setting] for knob in knobs if knob.setting in said and knob.matters(final)}


def retrieval_spec(
    card: CollectionCard, retriever: Mode | None, k: int | None, budget: int | None, document_share: float | None
) -> RetrievalSpec:
    """How passages are found: as the options say, else as the collection's strategy does. Raises SettingError where
    that cannot work.
    """
    from retrieval.search import check_retrieval

    if k is not None and budget is not None:
        raise SettingError("--k and --budget cannot be used together: give a number of passages, or their tokens.")
    spec = RetrievalSpec(
        mode=retriever or card.default_retriever,
        k=5 if k is None else k,
        token_budget=budget,
        document_share=card.default_document_share if document_share is None else document_share,
    )
    check_retrieval(spec)
    return spec


def language_model(name: str | None, given: Settings) -> ChatModel | ExtractiveModel | None:
    """The model of a MODEL string (by default that of the environment); None for `none`."""
    from generation.models import load_model

    chosen = given.llm_model if name is None else name
    if chosen.strip().lower() == NO_MODEL:
        return None
    return load_model(
        chosen,
        home=given.home,
        api_key=given.api_key,
        input_price=given.input_price,
        output_price=given.output_price,
    )


def writing_model(name: str, given: Settings) -> ChatModel:
    """The model of a MODEL string, where it can write. Raises SettingError for none and the extractive one."""
    from generation.models import chatting

    model = language_model(name, given)
    if model is None:
        raise SettingError("--model none names no model: leave the option out, or name a language model.")
    return chatting(model)


def run_judge(name: str) -> str:
    """The name of a judge of runs. Raises SettingError for any other, and says why stored labels are none."""
    from evaluation.judges import JUDGES
    from evaluation.judges.stored_answers import refuse_stored

    refuse_stored(name)
    return JUDGES[name].name


def output_file(
    name: str,
    option: str = "--out",
    *,
    inputs: Sequence[str] = (),
    kinds: Sequence[str] | None = None,
    others: Sequence[Path] = (),
) -> Path:
    """A file that can be written, as far as can be told before, and that costs the reader no other one.

    `inputs` are the files, folders and names such as sample:NAME that the command reads, of folders the files whose
    suffix is among `kinds` (by default those of documents); `others` are its other outputs. Raises SettingError.
    """
    from corpus.files import KINDS

    path = user_path(name)
    if path.is_dir():
        raise SettingError(f"{option} {name} is a folder: give the name of a file.")
    if path.exists() and not is_file(path):  # a whole file would take the place of the device itself
        raise SettingError(f"{option} {name} is a device, which is not written to: give the name of a file.")
    check_place(path.parent, name, option)
    for given in inputs:
        if _is_read(path, user_path(given), KINDS if kinds is None else kinds):
            raise SettingError(f"{option} {name} would overwrite what {given} is read from: name another file.")
    if any(path.resolve() == other.resolve() for other in others):
        raise SettingError(f"{option} {name} is the file of another output: name another file.")
    return path


def _is_read(path: Path, given: Path, kinds: Sequence[str]) -> bool:
    """Whether the existing file is what is given, or one that is read of the folder given."""
    if not is_file(path):
        return False
    if is_folder(given):
        return path.suffix.lower() in kinds and path.resolve().is_relative_to(given.resolve())
    return is_file(given) and path.samefile(given)


def run_folder(name: str) -> Path:
    """A folder for a run: new, empty, or one that holds a run. Raises SettingError."""
    path = output_folder(name)
    others = [file for file in _RUN_FILES if (path / file).exists()]
    if others and not (path / "plan.json").exists():
        raise SettingError(f"--out {name} holds {others[0]} that is not of a run: choose another folder.")
    return path


def output_folder(name: str) -> Path:
    """A folder that can be written to, there or not. Raises SettingError for what cannot be one."""
    path = user_path(name)
    if not name.strip():
        raise SettingError("--out is blank: give the name of a folder.")
    if path.exists() and not path.is_dir():
        raise SettingError(f"--out {name} is a file: give the name of a folder.")
    check_place(path, name)
    return path


def check_place(folder: Path, name: str, option: str = "--out") -> None:
    """Raise SettingError where the folder of an output could not be made or written to."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise SettingError(f"{option} {name} cannot be written: {there} is no folder that can be written to.")


def _first_problem(error: ValueError) -> str:
    problems: list[Any] = getattr(error, "errors", list)()
    if not problems:
        return f"The settings cannot be read ({error})."
    name = "_".join(str(part) for part in problems[0]["loc"]).upper()
    variable = name if name.startswith(("CHUNKTRACE_", "OPENAI_")) else f"CHUNKTRACE_{name}"
    return f"{variable} in the environment or .env cannot be used: {problems[0]['msg']}."
