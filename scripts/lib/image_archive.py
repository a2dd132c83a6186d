#!/usr/bin/env python3
"""Reads archives of images as `docker save` writes them, without a container engine.

image_archive.py architecture ARCHIVE   prints amd64, arm64 …
image_archive.py file ARCHIVE PATH      prints a file of the image, as its upper layer has it
"""

import io
import json
import sys
import tarfile


def layers(archive):
    """The layers of the only image of the archive, the upper layer first."""
    manifests = json.load(archive.extractfile("manifest.json"))
    if len(manifests) != 1:
        raise ValueError(f"{len(manifests)} images in the archive")
    return manifests[0]["Config"], manifests[0]["Layers"][::-1]


def file_of(archive, path):
    for name in layers(archive)[1]:
        with tarfile.open(fileobj=io.BufferedReader(archive.extractfile(name))) as layer:
            for entry in layer:
                if entry.name.removeprefix("./") == path and entry.isfile():
                    return layer.extractfile(entry).read()
    raise ValueError(f"no file {path}")


def main():
    task, path, *rest = sys.argv[1:]
    try:
        with tarfile.open(path) as archive:
            if task == "architecture":
                print(json.load(archive.extractfile(layers(archive)[0]))["architecture"])
            else:
                sys.stdout.buffer.write(file_of(archive, *rest))
    except (OSError, KeyError, ValueError, tarfile.TarError) as problem:
        sys.exit(f"{path}: {problem}")


main()
