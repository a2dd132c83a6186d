#!/usr/bin/env bash
# Tests of scripts/release with images that have little inside, and a cosign that signs by a checksum. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# image ARCH [FILE]: writes ARCH.tar, with the file as bill of materials in its lower layer.
image() {
  python3 - "$@" <<'PY'
import io, json, sys, tarfile
arch, bill = sys.argv[1], (sys.argv[2:] or ["usr/share/doc/addon-operator/sbom.cdx.json"])[0]
def tar(files):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    return stream.getvalue()
files = {"1.tar": tar({bill: b'{"bomFormat": "CycloneDX"}'}), "2.tar": tar({"etc/motd": b""}),
         "config.json": json.dumps({"architecture": arch}).encode()}
files["manifest.json"] = json.dumps([{"Config": "config.json", "Layers": ["1.tar", "2.tar"]}]).encode()
open(arch + ".tar", "wb").write(tar(files))
PY
}
mkdir bin
cat >bin/cosign <<'SH'
#!/usr/bin/env bash
while (($# > 1)); do
  [[ $1 != --bundle ]] || bundle=$2
  [[ $1 != --key ]] || key=$2
  shift
done
cat "$key" "$1" | sha256sum >"$bundle"
SH
chmod +x bin/cosign
image amd64
image arm64
echo secret >key
release() { PATH=$scratch/bin:$PATH "$repository/scripts/release" --dry-run "$@"; }

has_all_files() {
  release --image amd64.tar --image arm64.tar --key key out
  same 'SHA256SUMS SHA256SUMS.sigstore.json' "$(cd out && ls | grep SHA | paste -sd' ')"
  same 'amd64.cdx.json amd64.tar arm64.cdx.json arm64.tar' "$(cd out && ls | grep -o 'a[mr][dm]64.*' | paste -sd' ')"
  cmp amd64.tar out/addon-operator-*-amd64.tar
  same '{"bomFormat": "CycloneDX"}' "$(cat out/addon-operator-*-arm64.cdx.json)"
  same "$(cat key out/SHA256SUMS | sha256sum)" "$(cat out/SHA256SUMS.sigstore.json)"
  (cd out && sha256sum --check --strict SHA256SUMS)
  same 5 "$(wc -l <out/SHA256SUMS)"
  [[ $(tar -tzf out/addon-operator-*.tgz) == *addon-operator/files/alerts.yaml* ]]
}

signs_nothing_without_a_key() {
  release --image amd64.tar unsigned
  [[ -f unsigned/SHA256SUMS && ! -e unsigned/SHA256SUMS.sigstore.json ]]
}

refuses_bad_images() {
  local output
  mkdir odd && (cd odd && image amd64 etc/hosts) || return 1
  ! output=$(release --image odd/amd64.tar first 2>&1) || return 1
  grep -q 'no bill of materials' <<<"$output" || return 1
  ! output=$(release --image amd64.tar --image amd64.tar second 2>&1) || return 1
  grep -q 'two images for amd64' <<<"$output" || return 1
  ! output=$(release --image key third 2>&1) || return 1
  grep -q 'no image that is understood' <<<"$output"
}

keeps_what_is_there() {
  local output
  mkdir full && touch full/file || return 1
  ! output=$(release --image amd64.tar full 2>&1) || return 1
  grep -q 'full is not empty' <<<"$output" && same file "$(ls full)"
}

claim 'a release has chart, images, bills of materials, checksums and a signature' has_all_files
claim 'a release without a key has no signature' signs_nothing_without_a_key
claim 'an image without a bill, a second one for an architecture, and a file that is no image are refused' refuses_bad_images
claim 'a folder with files is left alone' keeps_what_is_there
