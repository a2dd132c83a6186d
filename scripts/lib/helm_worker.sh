# Builds src/helm_worker: helm that can stay, by its hidden command `helm worker`. Sourced after common.sh, by tools.sh.

helm_worker_sources=$repo_root/src/helm_worker

# helm_worker_digest: prints a digest of the sources without tests, so that clones with equal sources build
# the program once.
helm_worker_digest() {
  (cd "$helm_worker_sources" && find . -type f -not -name '*_test.go' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) |
    sha256sum | cut -c 1-16
}

# helm_worker_binary: prints the path of the program, built first if need be.
helm_worker_binary() {
  local path
  path=$(in_cache "helm-worker-${tool_version[helm]}-$(helm_worker_digest)" helm)
  [[ -x $path ]] || with_lock "$cache_root/lock/helm-worker" make_helm_worker "$path" || return 1
  printf '%s\n' "$path"
}

# place_helm_worker FOLDER: puts the program beside the operator, which looks for it there.
place_helm_worker() {
  local program
  program=$(helm_worker_binary) && ln -sf "$program" "$1/addon-operator-helm"
}

# make_helm_worker PATH: only a program that is complete comes to PATH.
make_helm_worker() {
  local path=$1
  [[ ! -x $path ]] || return 0
  helm_worker_toolchain || { say "helm worker needs Go $go_version: no toolchain is installed, and its download has failed"; return 1; }
  mkdir -p "$(dirname "$path")"
  if with_progress "building helm worker with $(go env GOVERSION) (1 to 4 minutes on 2 cores, once)" \
    "$cache_root/log/helm-worker.log" build_helm_worker "$path.new"; then
    mv "$path.new" "$path"
  else
    rm -f "$path.new"
    return 1
  fi
}

# The program cannot be downloaded, so the Go toolchain may be.
helm_worker_toolchain() { { have go && go_new_enough; } || downloaded_go; }

build_helm_worker() {
  CGO_ENABLED=0 GOWORK=off go build -C "$helm_worker_sources" "${go_flags[@]}" -o "$1" \
    -ldflags "-s -w -X helm.sh/helm/v4/internal/version.version=v${tool_version[helm]}" .
}
