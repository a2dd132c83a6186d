"""Prints what each part of an image costs beyond its base, in MiB of files.

usage: image_sizes.py BASE IMAGE [--total]

BASE and IMAGE are folders with the files of the two. With --total only the sum is printed, in bytes.
"""

import os
import pathlib
import stat
import sys

OWN_PARTS = [
    ("helm and kubectl", "usr/local/lib/addon-operator/"),
    ("helm and kubectl", "usr/local/bin/helm"),
    ("helm and kubectl", "usr/local/bin/kubectl"),
    ("addon-operator", "usr/local/bin/addon-operator"),
    ("jq", "usr/local/bin/jq"),
    ("framework for hooks", "frameworks/"),
    ("licences, bill of materials", "usr/share/doc/addon-operator/"),
]
# Packages for the same purpose are counted as a single part.
TOGETHER = [
    ("python3", ("python3", "libpython3", "media-types", "libsqlite3", "libreadline", "readline-common", "libncursesw", "libexpat1", "libnsl2", "libtirpc")),
    ("curl, libcurl", ("curl", "libcurl4", "libnghttp2", "libssh2", "librtmp", "libldap", "libsasl2", "libkrb5", "libgssapi", "libk5crypto", "libkeyutils", "libbrotli", "libpsl")),
    ("jq", ("jq", "libjq", "libonig")),
    ("openssl, CA certificates", ("libssl3", "openssl", "ca-certificates")),
]


def files_of(root):
    """{path: (size, time of change)} of all plain files; a second link to a file costs nothing."""
    found, seen = {}, set()
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            if not stat.S_ISREG(status.st_mode) or (status.st_dev, status.st_ino) in seen:
                continue
            if status.st_nlink > 1:
                seen.add((status.st_dev, status.st_ino))
            found[os.path.relpath(path, root)] = (status.st_size, int(status.st_mtime))
    return found


def owners(root):
    """{path: package}, with /lib, /bin and /sbin where they lead to."""
    found = {}
    for listing in pathlib.Path(root, "var/lib/dpkg/info").glob("*.list"):
        package = listing.stem.split(":")[0]
        for line in listing.read_text(errors="replace").splitlines():
            path = line.lstrip("/")
            first = path.split("/", 1)[0]
            found["usr/" + path if first in ("lib", "lib64", "bin", "sbin") else path] = package
    return found


def part_of(path, packages):
    for part, prefix in OWN_PARTS:
        if path.startswith(prefix):
            return part
    # Python's compiled files are made after the installation, beside their sources.
    source = path.replace("/__pycache__/", "/").replace(".cpython-311.pyc", ".py")
    package = packages.get(path) or packages.get(source)
    if path.startswith(("usr/lib/python3", "usr/share/python3")):
        package = package or "python3"
    if not package:
        return "other files"
    for part, names in TOGETHER:
        if package.startswith(names):
            return part
    return package


def main():
    base, image = files_of(sys.argv[1]), files_of(sys.argv[2])
    added = {path: size for path, (size, time) in image.items() if base.get(path) != (size, time)}
    if sys.argv[3:] == ["--total"]:
        print(sum(added.values()))
        return
    packages, costs = owners(sys.argv[2]), {}
    for path, size in added.items():
        part = part_of(path, packages)
        costs[part] = costs.get(part, 0) + size
    ranked = sorted(costs.items(), key=lambda entry: -entry[1])
    for part, size in ranked[:16]:
        print(f"  {size / 2**20:7.1f} MiB  {part}")
    rest = sum(size for _, size in ranked[16:])
    print(f"  {rest / 2**20:7.1f} MiB  {len(ranked[16:])} smaller parts")
    print(f"  {sum(costs.values()) / 2**20:7.1f} MiB  in all, beyond Debian's base of {sum(s for s, _ in base.values()) / 2**20:.1f} MiB")


main()
