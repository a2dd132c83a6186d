#!/usr/bin/env bash
# Tests of the image's build without a build: that its files agree with each other and with the pages. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

containerfile=$repository/container/Containerfile
moving=$repository/docs/moving.md
. "$repository/scripts/lib/common.sh"
. "$repository/scripts/lib/setup.sh"
. "$repository/scripts/lib/tools.sh"
. "$repository/scripts/lib/containers.sh"

version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$repository/meson.build")
clients_require() { sed -n "s|^\t$1 v\([^ ]*\).*|\1|p" "$repository/scripts/tools/clients/go.mod"; }
jq_version() { sed -n "s/.*version: '\(1[.0-9]*\)', license.*/\1/p" "$repository/subprojects/packagefiles/jq/meson.build"; }

# The line of the table in docs/moving.md that says what is in the two images.
in_both() { grep -E '^ *\| with it \|' "$moving" | cut -d'|' -f3; }
minor() { cut -d. -f1-2 <<<"$1"; }

# kubectl's module is v0.37.2, and kubectl itself 1.37.2.
clients_are_those_of_go_mod() {
  same "${tool_version[clients]}" "$(clients_require helm.sh/helm/v4)-1.$(clients_require k8s.io/kubectl | cut -d. -f2-)"
}

page_names_versions() {
  local clients=${tool_version[clients]}
  [[ $(in_both) == *" helm $(minor "${clients%-*}"),"*" jq $(minor "$(jq_version)"),"*" kubectl $(minor "${clients#*-}"),"* ]] ||
    { echo "docs/moving.md has:$(in_both)"; return 1; }
}

# Every FROM and every command that names the operator's image names this version.
one_version() {
  local found
  found=$(cd "$repository" && grep -rnoE '\baddon-operator:[0-9]+\.[0-9]+\.[0-9]+' container examples docs README.md charts/*/README.md scripts |
    grep -v "addon-operator:$version\$" || true)
  [[ -z $found ]] || { echo "this is $version, but: $found"; return 1; }
  [[ $(grep -oE '^ARG VERSION=.*' "$containerfile") == "ARG VERSION=$version" ]]
}

one_base() {
  same "ARG BASE=$debian_image" "$(grep '^ARG BASE=' "$containerfile")"
  grep -qF "base.name=\"$debian_image\"" "$containerfile"
  # Stages begin with this base or with each other.
  local stages other
  stages=$(sed -n 's/^FROM .* AS //p' "$containerfile" | paste -sd'|')
  other=$(grep '^FROM ' "$containerfile" | grep -vE "^FROM (\\\$\{BASE\}|$stages) AS [a-z]+$" || true)
  same '' "$other"
}

# What is copied is there, and .dockerignore lets it into the build.
copies_what_is_there() {
  local source first
  sed -nE 's/^COPY ([^-].*) [^ ]+$/\1/p' "$containerfile" | tr ' ' '\n' >sources
  same 1 "$(($(wc -l <sources) >= 10))"
  while read -r source; do
    [[ -e $repository/$source ]] || { echo "there is no $source"; return 1; }
    first=${source%%/*}
    grep -qxF "!$first" "$repository/.dockerignore" || { echo ".dockerignore hides $source"; return 1; }
  done <sources
}

# The scripts that run in a stage find the files that they source.
stages_have_sourced_files() {
  local file
  while read -r file; do
    grep -qE "^COPY (.* )?scripts/lib/$file " "$containerfile" || { echo "no COPY of scripts/lib/$file"; return 1; }
  done < <({ grep -oE '\. scripts/lib/[a-z_]+\.sh' "$containerfile" && grep -oE '^\. "\$here/lib/[a-z_]+\.sh' "$repository/scripts/build"; } |
    sed 's|.*/||' | sort -u)
}

user_is_the_charts() {
  local user
  user=$(sed -n 's/^ *runAsUser: //p' "$repository/charts/addon-operator/values.yaml")
  grep -qx "USER $user:$user" "$containerfile"
  grep -qF "addon-operator:x:$user:$user:" "$containerfile"
  # A stage that ends as root would be an image that runs as root.
  same "USER $user:$user" "$(grep '^USER ' "$containerfile" | tail -n1)"
  grep -qF "USER $user:$user" "$moving"
}

# Directories, links and names that docs/moving.md promises.
page_names_places() {
  local name
  for name in MODULES_DIR GLOBAL_HOOKS_DIR PYTHONPATH; do
    grep -qE "^(ENV)? +$name=" "$containerfile" && grep -qF "\`$name\`" "$moving" || { echo "$name"; return 1; }
  done
  for name in /addon-operator /shell-operator /hooks /framework /shell_lib.sh; do
    grep -qE "ln -s [^ ]+ $name( |\$)" "$containerfile" && grep -qF "\`$name\`" "$moving" || { echo "$name"; return 1; }
  done
}

# Each program is called by the name that its file has.
clients_know_their_names() {
  mkdir -p bin
  printf '#!/bin/sh\necho "$0 $*"\n' >clients
  chmod +x clients
  for name in helm kubectl; do
    sed "s|/usr/local/lib/addon-operator/clients|$scratch/clients|" "$repository/container/client" >"bin/$name"
    chmod +x "bin/$name"
    same "$scratch/clients $name --flag 'two words'" "$(PATH=$scratch/bin:$PATH "$name" --flag "'two words'")"
  done
  grep -qE '^COPY --from=clients [^ ]+ /usr/local/lib/addon-operator/clients$' "$containerfile"
}

parts() { python3 "$repository/scripts/lib/image_sizes.py" base image "$@"; }

costs_are_told() {
  mkdir -p base/usr/bin image/usr/{bin,local/bin,lib/python3.11/__pycache__} image/var/lib/dpkg/info
  head -c 1000 /dev/zero >base/usr/bin/old
  cp -p base/usr/bin/old image/usr/bin/old
  # Through the link that /bin is, and as two names of one file.
  head -c 3145728 /dev/zero >image/usr/bin/jq
  ln image/usr/bin/jq image/usr/bin/jq2
  printf '/bin/jq\n/bin/jq2\n' >image/var/lib/dpkg/info/jq.list
  head -c 2097152 /dev/zero >image/usr/local/bin/addon-operator
  head -c 1048576 /dev/zero >image/usr/lib/python3.11/__pycache__/re.cpython-311.pyc
  parts >costs
  cat costs
  grep -qE '^ +3\.0 MiB  jq$' costs
  grep -qE '^ +2\.0 MiB  addon-operator$' costs
  grep -qE '^ +1\.0 MiB  python3$' costs
  grep -qE '^ +6\.0 MiB  in all' costs
  same $((6291456 + 17)) "$(parts --total)"
}

# Functions of scripts/lib/image_sources.sh, in a repository with one wrap file.
with_wrap() {
  rm -rf wrapped
  mkdir -p wrapped/subprojects
  printf 'the source\n' >served
  printf 'source_url = file://%s\nsource_filename = thing.tar.gz\nsource_hash = %s\n' "$scratch/served" "$(sha256sum <served | cut -c 1-64)" \
    >wrapped/subprojects/thing.wrap
  (
    repo_root=$scratch/wrapped
    . "$repository/scripts/lib/image_sources.sh"
    "$@"
  )
}

fetches_once() {
  wrapped_sources
  same 'the source' "$(<"$wrapped_cache/thing.tar.gz")"
  rm served
  wrapped_sources
}

refuses_another() {
  local status=0
  echo 'something else' >served
  wrapped_sources 2>messages || status=1
  same 1 "$status" && grep -q 'thing.tar.gz is not what thing.wrap expects' messages
}

# A machine without mount namespaces: a test that cannot run is named, and a build says what is missing.
image_without_namespaces() {
  mkdir -p none
  printf '#!/bin/sh\nexit 1\n' | tee none/unshare >none/docker
  cp none/docker none/podman
  chmod +x none/*
  PATH=${1:-}$scratch/none:$PATH "$repository/scripts/image" "${@:2}"
}
skips_where_it_cannot() {
  image_without_namespaces '' --check >out
  grep -qE '^ok - .* # SKIP ' out
  same '0 passed, 0 failed, 1 skipped' "$(tail -n1 out)"
  local status=0
  image_without_namespaces '' 2>err || status=$?
  same 77 $status
  grep -qE '^no image here: .*, and docker does not answer \(`docker info` says why\), podman does not answer' err
}

# A docker that notes what it is asked for: the image of a platform stands on the operator's.
lets_docker_build() {
  local archive
  mkdir -p engine
  cat >engine/docker <<'SH'
#!/bin/sh
echo "$*" >>asked
[ "$1" != save ] || echo "$4" >"$3"
SH
  chmod +x engine/docker
  archive=$(ADDON_OPERATOR_CACHE=$scratch/cache image_without_namespaces "$scratch/engine:" --platform "$repository/examples/quickstart" kind-test:1 2>/dev/null)
  same "$repository/build-image/kind-test-1.tar" "$archive"
  same kind-test:1 "$(<"$archive")"
  rm -f "$archive"
  same info "$(sed -n 1p asked)"
  grep -qE "^build --file $repository/container/Containerfile --tag addon-operator:$version .*--build-arg REVISION=[^ ]+ .*$repository\$" asked
  same "build --file $repository/examples/quickstart/Containerfile --tag kind-test:1 $repository/examples/quickstart" "$(sed -n 3p asked)"
}

claim 'helm and kubectl of the image have the versions that their module asks for' clients_are_those_of_go_mod
claim 'docs/moving.md names the versions of helm, jq and kubectl' page_names_versions
claim 'every place names the image by the version that it has' one_version
claim 'all stages have the base that scripts/image makes' one_base
claim 'what the Containerfile copies is there and not ignored' copies_what_is_there
claim 'scripts that run in a stage have the files that they source' stages_have_sourced_files
claim 'the user is that of the chart and of the page' user_is_the_charts
claim 'the names that docs/moving.md promises are in the image' page_names_places
claim 'helm and kubectl are called by their names' clients_know_their_names
claim 'the cost of each part counts a file once' costs_are_told
claim 'sources of subprojects are fetched once' with_wrap fetches_once
claim 'a source that is another one is refused' with_wrap refuses_another
claim 'where no image can be built, the check is skipped by name, and a build says what is missing' skips_where_it_cannot
claim 'where buildah cannot work, docker or podman builds the same file' lets_docker_build
