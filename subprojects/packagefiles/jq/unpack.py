"""Unpacks jq's release beside this file and adds what its Makefile would make.

usage: unpack.py ARCHIVE SHA256
"""

import hashlib
import pathlib
import shutil
import sys
import tarfile
import tempfile


def unpack(archive: pathlib.Path, sha256: str) -> None:
    here = pathlib.Path(__file__).resolve().parent
    target = here / archive.name.removesuffix(".tar.gz")
    if target.exists():
        return
    if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
        sys.exit(f"{archive} is not the release of jq that meson.build expects")
    # Complete or not there at all, also if two build folders are configured at the same time.
    with tempfile.TemporaryDirectory(dir=here) as folder:
        with tarfile.open(archive) as members:
            members.extractall(folder)
        source = pathlib.Path(folder) / target.name
        complete(source)
        try:
            source.rename(target)
        except OSError:
            if not target.exists():
                raise


def complete(source: pathlib.Path) -> None:
    builtins = (source / "src/builtin.jq").read_bytes()
    (source / "src/builtin.inc").write_text("".join(f"{byte},\n" for byte in builtins))
    (source / "src/config_opts.inc").write_text('#define JQ_CONFIG "--with-oniguruma"\n')
    # The other headers have names like util.h, which are nobody else's business.
    (source / "include").mkdir()
    for header in ("jq.h", "jv.h"):
        shutil.copy(source / "src" / header, source / "include")


unpack(pathlib.Path(sys.argv[1]), sys.argv[2])
