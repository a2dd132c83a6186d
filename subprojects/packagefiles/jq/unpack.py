"""Unpacks jq's release beside this file, adds what its Makefile would make, repairs a defect, and adds what
-DLIKE_GOJQ switches on (gojq_dialect.py).

usage: unpack.py ARCHIVE SHA256
"""

import hashlib
import pathlib
import shutil
import sys
import tarfile
import tempfile

from gojq_dialect import add_gojq_dialect


UNPACKED_BY = "unpacked-by"
HEADERS = ("jq_memory.h", "jv_account.h")
ADDED = ("accounted_alloc.c", "gojq_delpaths.c", *HEADERS)
SOURCES = ("unpack.py", "gojq_dialect.py", *ADDED)

# 1.8.2 joins a module before those that it includes, and then frees what it needs of them: jq ends by an assertion
# (https://github.com/jqlang/jq/issues/3597). Entries stand in the order in which they were loaded, as in 1.8.1.
LOADED = """\
      lib_state->entries[state_idx].def = program;
      lib_state->entries[state_idx].loading = 0;
    }
"""
LOADED_IN_ORDER = """\
      struct lib_entry loaded = lib_state->entries[state_idx];
      memmove(lib_state->entries + state_idx, lib_state->entries + state_idx + 1,
              (lib_state->ct - state_idx - 1) * sizeof(struct lib_entry));
      loaded.def = program;
      loaded.loading = 0;
      lib_state->entries[lib_state->ct - 1] = loaded;
    }
"""


def unpack(archive: pathlib.Path, sha256: str) -> None:
    here = pathlib.Path(__file__).resolve().parent
    target = here / archive.name.removesuffix(".tar.gz")
    by = hashlib.sha256(b"".join((here / name).read_bytes() for name in SOURCES)).hexdigest()
    if (target / UNPACKED_BY).exists() and (target / UNPACKED_BY).read_text() == by:
        return
    if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
        sys.exit(f"{archive} is not the release of jq that meson.build expects")
    # Complete or not there at all, also if two build folders are configured at the same time.
    with tempfile.TemporaryDirectory(dir=here) as folder:
        with tarfile.open(archive) as members:
            members.extractall(folder)
        source = pathlib.Path(folder) / target.name
        complete(source)
        (source / UNPACKED_BY).write_text(by)
        # Also for a build folder that has compiled what was unpacked before.
        for path in source.rglob("*"):
            path.touch()
        if target.exists():
            target.rename(pathlib.Path(folder) / "before")
        try:
            source.rename(target)
        except OSError:
            if not target.exists():
                raise


def complete(source: pathlib.Path) -> None:
    (source / "src/config_opts.inc").write_text('#define JQ_CONFIG "--with-oniguruma"\n')
    linker = (source / "src/linker.c").read_text()
    if linker.count(LOADED) != 1:
        sys.exit("src/linker.c of jq has changed: is the defect that unpack.py repairs still there?")
    (source / "src/linker.c").write_text(linker.replace(LOADED, LOADED_IN_ORDER))
    add_gojq_dialect(source)
    here = pathlib.Path(__file__).resolve().parent
    for name in ADDED:
        shutil.copy(here / name, source / "src" / name)
    # The other headers have names like util.h, which are nobody else's business.
    (source / "include").mkdir()
    for header in ("jq.h", "jv.h", "jv_account.h"):
        shutil.copy(source / "src" / header, source / "include")


unpack(pathlib.Path(sys.argv[1]), sys.argv[2])
