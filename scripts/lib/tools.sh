# Finds or makes the programs of the control plane, of a node and Helm: etcd, kube-apiserver, kube-controller-manager,
# kube-scheduler, kubelet, kubectl, helm, helm3, kind, and clients (helm and kubectl in one, for the image).
# Order: $KUBEBUILDER_ASSETS, $PATH, the cache, the official download, the Go toolchain. Sourced after common.sh.

# The versions in scripts/tools/go.mod. The version of clients is that of helm and kubectl in
# scripts/tools/clients/go.mod.
declare -A tool_version=([etcd]=3.7.3 [kube-apiserver]=1.37.2 [kubectl]=1.37.2
  [kube-controller-manager]=1.37.2 [kube-scheduler]=1.37.2 [kubelet]=1.37.2 [helm]=4.3.1 [helm3]=3.22.0 [kind]=0.33.0
  [clients]=4.3.1-1.37.2)
go_version=1.26.8
# All programs have the same flags, so that they share compiled packages. They are not debugged, and without
# DWARF the build takes a tenth less time. With $quick_tools, for tests and clusters of developers, no
# function is inlined, which saves a further quarter.
go_flags=(-trimpath -buildvcs=false "-gcflags=all=-dwarf=false${quick_tools:+ -l}")

. "$repo_root/scripts/lib/helm_worker.sh"

# Versions of installed programs that are accepted. Older programs lack watch lists or have other options.
declare -A tool_accepts=(
  [etcd]='^3\.(5|6|7|8)(\.|$)'
  [kube-apiserver]='^1\.(3[4-9])(\.|$)'
  [kubectl]='^1\.(3[5-7])(\.|$)'
  [helm]='^4\.'
  [helm3]='^3\.(1[4-9]|2[0-9])(\.|$)'
  [kind]='^(0\.([2-9][0-9])|[1-9])(\.|$)'
)

# tool NAME: prints the path of the program, made first if need be.
tool() {
  local name=$1 path
  if path=$(find_tool "$name"); then
    printf '%s\n' "$path"
    return
  fi
  path=$(cached_tool "$name")
  [[ -x $path ]] || with_lock "$cache_root/lock/$name" make_tool "$name" "$path" || return 1
  printf '%s\n' "$path"
}

cached_tool() {
  local key=${tool_version[$1]}
  [[ $1 != clients ]] || key+=-$(helm_worker_digest) # clients contains the code of helm worker
  in_cache "$1-$key" "$1"
}

# in_cache FOLDER PROGRAM: prints the path of the program. With $quick_tools it is the quick build, unless the
# cache has the full build.
in_cache() {
  local path=$cache_root/tools/$1
  [[ -z ${quick_tools:-} || -x $path/$2 ]] || path+=-quick
  printf '%s/%s' "$path" "$2"
}

# find_tool NAME: prints the path of an installed program whose version is accepted.
find_tool() {
  local name=$1 candidate
  [[ -n ${tool_accepts[$name]:-} ]] || return 1
  for candidate in "${KUBEBUILDER_ASSETS:-/nonexistent}/$name" $(type -ap "${name%3}"); do
    [[ -x $candidate && $(version_of "$name" "$candidate") =~ ${tool_accepts[$name]} ]] || continue
    printf '%s\n' "$candidate"
    return
  done
  return 1
}

# version_of NAME PATH: prints 1.2.3, or nothing if the program does not say.
version_of() {
  local arguments
  case $1 in
    kubectl) arguments=(version --client) ;;
    helm | helm3) arguments=(version --template '{{.Version}}') ;;
    *) arguments=(--version) ;;
  esac
  "$2" "${arguments[@]}" 2>/dev/null | sed -nE '1s/^[^0-9]*v?([0-9]+\.[0-9]+(\.[0-9]+)?).*/\1/p'
}

# make_tool NAME PATH: downloads the program, which takes seconds, or compiles it, which takes minutes. Only a program that
# is complete and has the published checksum comes to PATH.
make_tool() {
  local name=$1 path=$2
  [[ ! -x $path ]] || return 0
  mkdir -p "$(dirname "$path")"
  if downloaded_tool "$name" "$path.new" || compiled_tool "$name" "$path.new"; then
    chmod +x "$path.new" && mv "$path.new" "$path"
  else
    rm -f "$path.new"
    die "there is no $name ${tool_version[$name]}: it is not installed, and neither its download nor a Go toolchain (1.21 or later) has made it"
  fi
}

# tools_at_once NAME...: compiles the programs that are neither installed, nor in the cache, nor offered for
# download. A single `go build` reads their common packages once. `tool` tries again to make a program that
# fails here.
tools_at_once() {
  local name missing=() work
  for name; do
    find_tool "$name" >/dev/null || [[ -x $(cached_tool "$name") ]] || missing+=("$name")
  done
  ((${#missing[@]} > 1)) && have go && go_new_enough || return 0
  have curl && is_reachable "$(download_url "${missing[0]}" "${tool_version[${missing[0]}]}")" && return 0
  work=(with_progress "building ${missing[*]} with $(go env GOVERSION) (5 to 8 minutes on 2 cores, once)"
    "$cache_root/log/at-once.log" compile_at_once "${missing[@]}")
  for name in "${missing[@]}"; do work=(with_lock "$cache_root/lock/$name" "${work[@]}"); done
  "${work[@]}"
}

# Works for programs of Kubernetes only, because they take the same linker flags for their version.
compile_at_once() {
  local name packages=() target=$cache_root/tools/at-once.new
  mkdir -p "$target"
  for name; do packages+=("k8s.io/kubernetes/cmd/$name"); done
  CGO_ENABLED=0 GOWORK=off go build -C "$repo_root/scripts/tools" -v "${go_flags[@]}" -o "$target/" \
    -ldflags "$(kubernetes_link_flags "${tool_version[$1]}")" "${packages[@]}" || return 1
  for name; do
    mkdir -p "$(dirname "$(cached_tool "$name")")" && mv "$target/$name" "$(cached_tool "$name")" || return 1
  done
  rmdir "$target"
}

kubernetes_link_flags() {
  local package=k8s.io/component-base/version
  echo "-s -w -X $package.gitVersion=v$1 -X $package.gitMajor=1 -X $package.gitMinor=$(cut -d. -f2 <<<"$1")"
}

downloaded_tool() {
  local name=$1 target=$2 version=${tool_version[$1]}
  [[ -n $(download_url "$name" "$version") ]] || return 1
  have curl && is_reachable "$(download_url "$name" "$version")" || return 1
  with_progress "downloading $name $version" "$cache_root/log/$name-$version-download.log" \
    download_tool "$name" "$version" "$target"
}

compiled_tool() {
  local name=$1 target=$2 version=${tool_version[$1]}
  { have go && go_new_enough; } || { [[ -z $(download_url "$name" "$version") ]] && downloaded_go; } || return 1
  with_progress "building $name $version with $(go env GOVERSION) ($(expected_time "$name"))" \
    "$cache_root/log/$name-$version.log" go_build_tool "$name" "$version" "$target"
}

# Sends a HEAD request with a short limit, because many firewalls drop requests without an answer.
is_reachable() { curl -fsSLI --connect-timeout 3 --max-time 10 -o /dev/null "$1" 2>/dev/null; }

# cannot_if_unreachable SENTENCE: for the time after a failure. If a download server cannot be reached, it
# ends the script as `cannot` does.
cannot_if_unreachable() {
  local place
  for place in "$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | head -n1)" 'https://proxy.golang.org/'; do
    is_reachable "$place" || cannot "$1: $place cannot be reached"
  done
}

expected_time() {
  case $1 in
    kube-apiserver) echo "3 to 5 minutes on 2 cores, once" ;;
    clients) echo "2 to 3 minutes on 2 cores, once" ;;
    *) echo "1 to 2 minutes on 2 cores, once" ;;
  esac
}

go_new_enough() {
  local version
  version=$(go env GOVERSION)
  version=${version#go1.}
  ((${version%%[!0-9]*} >= 21)) # 1.21 and later fetch the toolchain that a module asks for
}

# downloaded_go: puts Go into the cache and into $PATH; only for programs that cannot be downloaded.
downloaded_go() {
  local folder=$cache_root/tools/go-$go_version url
  url=https://dl.google.com/go/go$go_version.linux-$(dpkg --print-architecture).tar.gz
  if [[ ! -x $folder/bin/go ]]; then
    have curl && is_reachable "$url" || return 1
    with_progress "downloading Go $go_version" "$cache_root/log/go-$go_version.log" download_go "$url" "$folder" || return 1
  fi
  PATH=$folder/bin:$PATH
}

download_go() {
  local url=$1 folder=$2 sum
  rm -rf "$folder" "$folder.new" && mkdir -p "$folder.new" && sum=$(fetch "$url.sha256") && fetch "$url" >"$folder.part" &&
    sha256sum --check --quiet - <<<"${sum:0:64}  $folder.part" &&
    tar -xzf "$folder.part" --strip-components 1 -C "$folder.new" && mv "$folder.new" "$folder"
  local status=$?
  rm -f "$folder.part"
  return "$status"
}

go_build_tool() {
  local name=$1 version=$2 target=$3
  export CGO_ENABLED=0 GOWORK=off
  local flags=(-v "${go_flags[@]}")
  case $name in
    etcd)
      build_of_tools go.etcd.io/etcd/server/v3 '-s -w' ;;
    kind)
      build_of_tools sigs.k8s.io/kind '-s -w' ;;
    kube*)
      build_of_tools "k8s.io/kubernetes/cmd/$name" "$(kubernetes_link_flags "$version")" ;;
    helm | helm3)
      local module=helm.sh/helm/v${version%%.*}
      build_of_tools "$module/cmd/helm" "-s -w -X $module/internal/version.version=v$version" ;;
    clients)
      go build -C "$repo_root/scripts/tools/clients" "${flags[@]}" -o "$target" -ldflags \
        "$(kubernetes_link_flags "${version#*-}") -X helm.sh/helm/v4/internal/version.version=v${version%-*}" . &&
        python3 "$repo_root/scripts/lib/go_licences.py" "$repo_root/scripts/tools/clients" \
          "$(dirname "$target")/parts.json" "$(dirname "$target")/licences.txt" ;;
  esac
}

# build_of_tools PACKAGE LDFLAGS: the versions are those of scripts/tools/go.mod.
build_of_tools() { go build -C "$repo_root/scripts/tools" "${flags[@]}" -ldflags "$2" -o "$target" "$1"; }

# download_url NAME VERSION: prints the address of the program for this architecture; no output if its makers
# publish none.
download_url() {
  local arch
  arch=$(dpkg --print-architecture)
  case $1 in
    kube*) echo "https://dl.k8s.io/v$2/bin/linux/$arch/$1" ;;
    etcd) echo "https://github.com/etcd-io/etcd/releases/download/v$2/etcd-v$2-linux-$arch.tar.gz" ;;
    kind) echo "https://github.com/kubernetes-sigs/kind/releases/download/v$2/kind-linux-$arch" ;;
    helm | helm3) echo "https://get.helm.sh/helm-v$2-linux-$arch.tar.gz" ;;
  esac
}

# published_sum NAME URL: prints the SHA-256 that the makers publish beside the file.
published_sum() {
  case $1 in
    kube*) fetch "$2.sha256" ;;
    etcd) fetch "${2%/*}/SHA256SUMS" | grep -F " ${2##*/}" ;;
    helm | helm3 | kind) fetch "$2.sha256sum" ;;
  esac | cut -d' ' -f1
}

fetch() { curl -fsSL --retry 3 "$1"; }

# The steps are joined by `&&` and `||`, because errexit is off when a caller tests the exit code.
download_tool() {
  local name=$1 version=$2 target=$3 url sum
  url=$(download_url "$name" "$version")
  sum=$(published_sum "$name" "$url") && [[ $sum =~ ^[0-9a-f]{64}$ ]] || { say "$url has no checksum"; return 1; }
  fetch "$url" >"$target.part" && sha256sum --check --quiet - <<<"$sum  $target.part" && unpack_tool "$name" "$target"
  local status=$?
  rm -f "$target.part"
  return "$status"
}

# unpack_tool NAME TARGET: makes TARGET of TARGET.part.
unpack_tool() {
  case $1 in
    kube* | kind) mv "$2.part" "$2" ;;
    etcd) tar -xzOf "$2.part" --wildcards '*/etcd' >"$2" ;;
    helm | helm3) tar -xzOf "$2.part" --wildcards '*/helm' >"$2" ;;
  esac
}
