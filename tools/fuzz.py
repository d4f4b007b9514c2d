"""Fuzzes a reader, guided by what is covered:  python -m tools.fuzz TARGET FOLDER [options of libFuzzer]

The targets stand in `tools.fuzz_targets`. What leads to new places is kept in FOLDER/TARGET, so that another run goes
on from there; a find is written to FOLDER, ends the run, and is tried again by naming its file. It takes the package
`atheris` (make fuzz installs it), which there is for Linux.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

SECONDS: Final = 15
"""What takes longer is a find."""

MEGABYTES: Final = 1500
"""What takes more memory, with that of the fuzzer itself, is a find."""

LONGEST: Final = 200_000
"""How many bytes a file may grow to."""

INSTRUMENTED: Final = ("turnabout_sheets", "zipfile", "csv", "json", "tomllib")


def main(name: str, folder: Path, options: list[str]) -> None:
    """Fuzz one target until an option says that it is enough, or something is found."""
    import atheris

    # Only what is loaded inside of this tells where it has been.
    with atheris.instrument_imports(include=INSTRUMENTED):
        from tools.fuzz_targets import TARGETS
    target = TARGETS[name]
    known = folder / name
    known.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (known / f"seed-{number}").write_bytes(seed)
    words = folder / f"{name}.words"
    words.write_text("".join(f'"{word}"\n' for word in list_words(target.seeds())), "ascii")
    limits = [
        f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST}",
        "-len_control=0",
        "-reduce_inputs=0",
        f"-dict={words}",
        f"-artifact_prefix={folder}/{name}-",
    ]
    # A file instead of the folder is a find that is tried again.
    places = [] if any(Path(option).is_file() for option in options) else [str(known)]
    atheris.Setup([sys.argv[0], *limits, *options, *places], target.read)
    atheris.Fuzz()


def list_words(seeds: Iterable[bytes]) -> list[str]:
    """Return what is worth putting anywhere in a file: the names and numbers in those that are begun with."""
    found = {word for seed in seeds for word in re.findall(rb"[\w:./]{2,40}", seed)}
    return sorted(word.decode() for word in found)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
