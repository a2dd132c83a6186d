"""A copy of the sources, in which mistakes are built in and compiled."""

import shutil
import subprocess


def copy_sources(source, copy):
    """Makes `copy` (a path) like the tree at `source`, with files that are not committed yet. A file that is the same keeps its
    time, so that ninja leaves it alone; a file of src or test that the tree does not have is removed."""
    listed = subprocess.run(
        ["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True, check=True
    )
    names = {name for name in listed.stdout.decode().split("\0") if name and (source / name).is_file()}
    for name in names:
        new, old = source / name, copy / name
        if old.is_file() and old.read_bytes() == new.read_bytes():
            continue
        old.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(new, old)
    for old in [path for folder in ("src", "test") for path in (copy / folder).rglob("*") if path.is_file()]:
        if str(old.relative_to(copy)) not in names:
            old.unlink()
