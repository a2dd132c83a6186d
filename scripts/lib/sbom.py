"""Prints what the image is made of, in CycloneDX 1.5: Debian's packages, helm and kubectl with their Go modules, and the
operator with the libraries that are compiled into it.

Runs in the image, because it reads dpkg's own data there.
"""

import argparse
import json
import pathlib
import re
import subprocess

# Names of Debian's copyright files (DEP 5) and the names of SPDX for them.
SPDX = {
    "apache-2.0": "Apache-2.0", "artistic": "Artistic-1.0-Perl", "artistic-2.0": "Artistic-2.0", "bsd-2-clause": "BSD-2-Clause",
    "bsd-3-clause": "BSD-3-Clause", "bsl-1.0": "BSL-1.0", "cc0-1.0": "CC0-1.0", "expat": "MIT", "gfdl-1.3+": "GFDL-1.3-or-later",
    "gpl-2": "GPL-2.0-only", "gpl-2+": "GPL-2.0-or-later", "gpl-3": "GPL-3.0-only", "gpl-3+": "GPL-3.0-or-later",
    "icu": "ICU", "isc": "ISC", "lgpl-2": "LGPL-2.0-only", "lgpl-2+": "LGPL-2.0-or-later", "lgpl-2.1": "LGPL-2.1-only",
    "lgpl-2.1+": "LGPL-2.1-or-later", "lgpl-3": "LGPL-3.0-only", "lgpl-3+": "LGPL-3.0-or-later", "mit": "MIT",
    "mpl-2.0": "MPL-2.0", "openssl": "OpenSSL", "psf-2": "PSF-2.0", "zlib": "Zlib",
}


def licences_of(package):
    """The licences that the package's copyright file names, sorted. A file in free text has no such names, but often the
    path of Debian's copy of a licence."""
    try:
        text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    named = set()
    for line in re.findall(r"^License:[ \t]*(\S.*)$", text, re.MULTILINE):
        named.update(re.split(r"\s+(?:and|or|and/or)\s+|,\s*", line.strip(), flags=re.IGNORECASE))
    if not named:
        named.update(re.findall(r"/usr/share/common-licenses/([A-Za-z]+(?:-[0-9.]+)?)", text))
    return sorted(name.strip(" .") for name in named if name.strip(" ."))


def licence_entries(names):
    entries = []
    for name in names:
        known = SPDX.get(name.lower())
        entry = {"license": {"id": known} if known else {"name": name}}
        if entry not in entries:
            entries.append(entry)
    return entries


def component(kind, name, version, purl, licences):
    found = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if licences:
        found["licenses"] = licences
    return found


def debian_component(name, version, architecture, release):
    purl = f"pkg:deb/debian/{name}@{version.replace('+', '%2B').replace(':', '%3A')}?arch={architecture}&distro={release}"
    return component("library", name, version, purl, licence_entries(licences_of(name)))


def installed_packages():
    answer = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status}\t${Package}\t${Version}\t${Architecture}\n"],
        stdout=subprocess.PIPE, check=True, text=True)
    return [line.split("\t")[1:] for line in answer.stdout.splitlines() if line.startswith("installed\t")]


def go_components(file):
    for part in json.loads(pathlib.Path(file).read_text()):
        purl = f"pkg:golang/{part['name']}@{part['version'].replace('+', '%2B')}"
        yield component("library", part["name"], part["version"], purl, [{"license": {"id": name}} for name in part["licences"]])


def own_component(name, version, kind="application"):
    return component(kind, name, version, f"pkg:generic/{name}@{version}", [{"license": {"id": "Apache-2.0"}}])


def jq_component():
    """jq is in the operator, and beside it as a program. Its COPYING names the licences of all its code."""
    answer = subprocess.run(["/usr/local/bin/jq", "--version"], stdout=subprocess.PIPE, check=True, text=True)
    version = answer.stdout.strip().removeprefix("jq-")
    licences = licence_entries(["MIT", "ICU", "BSD-2-Clause", "dtoa"])
    return component("library", "jq", version, f"pkg:github/jqlang/jq@jq-{version}", licences)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--version", required=True, help="of the operator")
    parser.add_argument("--go", required=True, metavar="FILE", help="what go_licences.py has found")
    parser.add_argument("--headers", required=True, metavar="FILE", help="packages of which headers are in the program")
    options = parser.parse_args()
    release = "debian-" + re.search(r'^VERSION_ID="(.*)"', pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)[1]
    headers = [line.split("\t") for line in pathlib.Path(options.headers).read_text().splitlines()]
    operator = own_component("addon-operator", options.version)
    components = [operator, own_component("addon-operator-frameworks", options.version, "library")]
    inside = [jq_component(), *(debian_component(*row, release) for row in headers)]
    components += inside
    components += list(go_components(options.go))
    components += [debian_component(*row, release) for row in installed_packages()]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**own_component("addon-operator-image", options.version, "container")}},
        "components": components,
        "dependencies": [
            {"ref": operator["bom-ref"], "dependsOn": [entry["bom-ref"] for entry in inside]}],
    }
    print(json.dumps(bill, indent=1))


main()
