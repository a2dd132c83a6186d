"""Writes the image localhost/pause:1: one static program that holds the namespaces of a Pod and waits for SIGTERM.

usage: pause_image.py ARCHIVE

ARCHIVE is for `ctr images import`. The program is compiled by clang, because nothing can be pulled here.
"""

import hashlib
import io
import json
import os
import pathlib
import platform
import subprocess
import sys
import tarfile
import tempfile

# It is the first process of a Pod that shares its process namespace, so it collects orphans.
SOURCE = """
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void end(int signal) { (void)signal; _exit(0); }
static void collect(int signal) { (void)signal; while (waitpid(-1, NULL, WNOHANG) > 0) {} }

int main(void) {
  struct sigaction ended = {.sa_handler = end}, collecting = {.sa_handler = collect, .sa_flags = SA_NOCLDSTOP};
  sigaction(SIGINT, &ended, NULL);
  sigaction(SIGTERM, &ended, NULL);
  sigaction(SIGCHLD, &collecting, NULL);
  for (;;) pause();
}
"""


def compiled():
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "pause")
        command = ["clang-16", "-x", "c", "-std=gnu11", "-Os", "-static", "-s", "-o", program, "-"]
        subprocess.run(command, input=SOURCE.encode(), check=True)
        return program.read_bytes()


def archive(files):
    """A tar of {name: (mode, bytes)}."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name, (mode, content) in files.items():
            entry = tarfile.TarInfo(name)
            entry.mode, entry.size = mode, len(content)
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def main():
    target = sys.argv[1]
    layer = archive({"pause": (0o755, compiled())})
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    configuration = {
        "architecture": architecture,
        "os": "linux",
        "config": {"Entrypoint": ["/pause"], "User": "65535:65535"},
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]},
    }
    manifest = [{"Config": "config.json", "RepoTags": ["localhost/pause:1"], "Layers": ["layer.tar"]}]
    files = {"config.json": configuration, "manifest.json": manifest}
    content = {name: (0o644, json.dumps(value).encode()) for name, value in files.items()}
    pathlib.Path(target + ".part").write_bytes(archive({**content, "layer.tar": (0o644, layer)}))
    os.replace(target + ".part", target)


main()
