# Finds or makes the programs of the control plane and Helm: etcd, kube-apiserver, kubectl, helm, helm3.
# Order: $KUBEBUILDER_ASSETS, $PATH, the cache, the Go toolchain, the official download. Sourced after common.sh.

declare -A tool_version=([etcd]=3.7.3 [kube-apiserver]=1.36.3 [kubectl]=1.36.3 [helm]=4.3.1 [helm3]=3.22.0)

# What is good enough when it is there already: older ones lack watch lists or differ in their options.
declare -A tool_accepts=(
  [etcd]='^3\.(5|6|7|8)(\.|$)'
  [kube-apiserver]='^1\.(3[4-9])(\.|$)'
  [kubectl]='^1\.(3[5-7])(\.|$)'
  [helm]='^4\.'
  [helm3]='^3\.(1[4-9]|2[0-9])(\.|$)'
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

cached_tool() { printf '%s/tools/%s-%s/%s' "$cache_root" "$1" "${tool_version[$1]}" "$1"; }

# find_tool NAME: prints the path of an installed program whose version is accepted.
find_tool() {
  local name=$1 candidate
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

make_tool() {
  local name=$1 path=$2 version=${tool_version[$1]}
  [[ ! -x $path ]] || return 0
  local log=$cache_root/log/$name-$version.log
  mkdir -p "$(dirname "$path")"
  if have go && go_new_enough; then
    with_progress "building $name $version with $(go env GOVERSION) ($(expected_time "$name"))" "$log" \
      go_build_tool "$name" "$version" "$path.new" || return 1
  else
    have curl || die "$name $version is not installed: it needs a Go toolchain (1.26 or later) or curl"
    with_progress "downloading $name $version" "$log" download_tool "$name" "$version" "$path.new" || return 1
  fi
  mv "$path.new" "$path"
}

expected_time() {
  case $1 in
    kube-apiserver) echo "3 to 5 minutes on 2 cores, once" ;;
    *) echo "1 to 2 minutes on 2 cores, once" ;;
  esac
}

go_new_enough() {
  local version
  version=$(go env GOVERSION)
  version=${version#go1.}
  ((${version%%[!0-9]*} >= 21)) # 1.21 and later fetch the toolchain that a module asks for
}

go_build_tool() {
  local name=$1 version=$2 target=$3
  export CGO_ENABLED=0 GOWORK=off
  local flags=(-v -trimpath -buildvcs=false)
  case $name in
    etcd)
      go build -C "$repo_root/scripts/tools/etcd" "${flags[@]}" -ldflags '-s -w' -o "$target" . ;;
    kube-apiserver | kubectl)
      local package=k8s.io/component-base/version
      go build -C "$repo_root/scripts/tools/kubernetes" "${flags[@]}" -o "$target" -ldflags "-s -w \
        -X $package.gitVersion=v$version -X $package.gitMajor=1 -X $package.gitMinor=$(cut -d. -f2 <<<"$version")" \
        "./$name" ;;
    helm | helm3)
      local module=helm.sh/helm/v${version%%.*}
      GOBIN=$target.bin go install "${flags[@]}" \
        -ldflags "-s -w -X $module/internal/version.version=v$version" "$module/cmd/helm@v$version" &&
        mv "$target.bin/helm" "$target" && rmdir "$target.bin" ;;
  esac
}

download_tool() {
  local name=$1 version=$2 target=$3 arch
  arch=$(dpkg --print-architecture)
  case $name in
    kube-apiserver | kubectl)
      local url=https://dl.k8s.io/v$version/bin/linux/$arch/$name
      curl -fL --retry 3 -o "$target" "$url"
      echo "$(curl -fsSL --retry 3 "$url.sha256")  $target" | sha256sum -c - ;;
    etcd)
      local folder=etcd-v$version-linux-$arch
      curl -fL --retry 3 "https://github.com/etcd-io/etcd/releases/download/v$version/$folder.tar.gz" |
        tar -xzO "$folder/etcd" >"$target" ;;
    helm | helm3)
      curl -fL --retry 3 "https://get.helm.sh/helm-v$version-linux-$arch.tar.gz" |
        tar -xzO "linux-$arch/helm" >"$target" ;;
  esac
  chmod +x "$target"
}
