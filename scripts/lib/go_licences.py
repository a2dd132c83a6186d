"""Lists the Go modules that a program is made of, with their licences.

usage: go_licences.py FOLDER_OF_MAIN PARTS LICENCES

Writes PARTS, a list of {name, version, licences} in JSON, and LICENCES, the text of each licence once with the modules
that it holds for. Modules come from `go list`, which names only modules with code in the program.
"""

import json
import pathlib
import re
import subprocess
import sys

# Words that only this licence has, the first that fits counts. SPDX names.
SIGNS = [
    ("Apache-2.0", r"Apache License\s+Version 2\.0|www\.apache\.org/licenses/LICENSE-2\.0|Apache License, Version 2\.0"),
    ("MPL-2.0", r"Mozilla Public License,? [Vv]ersion 2\.0"),
    ("BSD-3-Clause", r"Redistribution and use in source and binary forms[\s\S]*(?:Neither|contributors may)[\s\S]*endorse"),
    ("BSD-2-Clause", r"Redistribution and use in source and binary forms"),
    ("ISC", r"Permission to use, copy, modify, and/?(?:or)? ?distribute this software"),
    ("MIT", r"Permission is hereby granted, free of charge"),
    ("Unlicense", r"This is free and unencumbered software"),
]
FILES = re.compile(r"^(LICEN[CS]E|COPYING|NOTICE)([.-].*)?$", re.IGNORECASE)


def modules_of(folder):
    """(path, version, folder) of each foreign module that has a package in the program, and of Go's own library."""
    answer = subprocess.run(
        ["go", "list", "-deps", "-f", "{{with .Module}}{{if not .Replace}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "."],
        cwd=folder, stdout=subprocess.PIPE, check=True, text=True)
    rows = {tuple(line.split("\t")) for line in answer.stdout.splitlines() if line}
    found = sorted(row for row in rows if row[1])  # the main module has no version
    version, root = subprocess.run(
        ["go", "env", "GOVERSION", "GOROOT"], cwd=folder, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    return [*found, ("stdlib", version.removeprefix("go"), root)]


def licence_files(folder):
    """The licence files at the top of the module. Debian keeps Go's own licence elsewhere."""
    return [file for file in sorted(pathlib.Path(folder).iterdir()) if file.is_file() and FILES.match(file.name)]


def licences_in(texts):
    found = []
    for text in texts:
        name = next((name for name, sign in SIGNS if re.search(sign, text)), None)
        if name and name not in found:
            found.append(name)
    return found


def main():
    folder, parts_file, licences_file = sys.argv[1:]
    parts, holders = [], {}
    for path, version, module_folder in modules_of(folder):
        texts = [file.read_text(errors="replace").strip() for file in licence_files(module_folder)]
        parts.append({"name": path, "version": version, "licences": licences_in(texts)})
        for text in texts:
            holders.setdefault(text, []).append(f"{path} {version}")
    pathlib.Path(parts_file).write_text(json.dumps(parts, indent=1) + "\n")
    with open(licences_file, "w", encoding="utf-8") as out:
        for text, modules in holders.items():
            out.write("\n".join(modules) + f"\n\n{text}\n\n{'-' * 80}\n")
    unknown = [part["name"] for part in parts if not part["licences"]]
    if unknown:
        print("no licence is known of: " + ", ".join(unknown), file=sys.stderr)


main()
