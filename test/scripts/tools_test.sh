#!/usr/bin/env bash
# Tests of scripts/lib/tools.sh with a curl that serves files of this directory and a go that compiles nothing. Reports in
# TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

mkdir bin served
export served=$scratch/served PATH=$scratch/bin:$PATH

# What is asked for is noted in `asked`. The last argument is the address.
cat >bin/curl <<'SH'
#!/usr/bin/env bash
url=${*: -1}
echo "$*" >>"$served/../asked"
[[ -f $served/${url##*/} ]] || exit 22
[[ $* == *-fsSLI* ]] || cat "$served/${url##*/}"
SH

# go: `env GOVERSION` says what is in the file go_version; what it compiles is the word `compiled`.
cat >bin/go <<'SH'
#!/usr/bin/env bash
[[ $1 != env ]] || { cat "$served/../go_version"; exit; }
echo "go $*" >>"$served/../asked"
while (($#)); do
  if [[ $1 == -o ]]; then echo compiled >"$2"; fi
  shift
done
SH
chmod +x bin/curl bin/go

# made NAME: a fresh cache, and what is in it afterwards: the text of the program, or nothing.
made() {
  rm -rf cache asked
  : >asked
  (
    export ADDON_OPERATOR_CACHE=$scratch/cache
    . "$repository/scripts/lib/common.sh"
    . "$repository/scripts/lib/tools.sh"
    # As `tool` calls it: errexit has no effect on the left of ||.
    set -e
    with_lock "$cache_root/lock/$1" make_tool "$1" "$(cached_tool "$1")" || exit 1
  ) >/dev/null 2>messages
  cat cache/tools/"$1"-*/"$1" 2>/dev/null
}

no_go() { echo go1.20.1 >go_version; }
new_go() { echo go1.26.1 >go_version; }
nothing_served() { rm -rf "${served:?}"/*; }
sum_of() { sha256sum "$served/$1" | cut -d' ' -f1; }

serve_kubectl() {
  nothing_served
  echo official >served/kubectl
  sum_of kubectl >served/kubectl.sha256
}

# archive NAME MEMBER: a file NAME that holds MEMBER.
archive() {
  mkdir -p "$(dirname "$2")"
  echo official >"$2"
  tar -czf "served/$1" "$2"
}

serve_helm() {
  nothing_served
  local name=helm-v4.3.1-linux-$(dpkg --print-architecture).tar.gz
  archive "$name" "linux-$(dpkg --print-architecture)/helm"
  echo "$(sum_of "$name")  $name" >"served/$name.sha256sum"
}

serve_etcd() {
  nothing_served
  local folder=etcd-v3.7.3-linux-$(dpkg --print-architecture)
  archive "$folder.tar.gz" "$folder/etcd"
  printf '%064d  other.tar.gz\n%s  %s\n' 0 "$(sum_of "$folder.tar.gz")" "$folder.tar.gz" >served/SHA256SUMS
}

downloads() { serve_"$1" && no_go && same official "$(made "$1")"; }

# refuses NAME FILE: with other sums in FILE.
refuses() {
  serve_"$1" && no_go && sed -Ei "s/[0-9a-f]{60}/$(printf '%060d' 1)/" "served/"*"$2" || return
  same '' "$(made "$1")" && ! ls cache/tools/*/* && grep -q "there is no $1" messages
}

refuses_without_sum() {
  serve_kubectl && no_go && rm served/kubectl.sha256
  same '' "$(made kubectl)"
}

compiles_when_unreachable() {
  nothing_served && new_go && same compiled "$(made kubectl)"
}

compiles_when_refused() {
  serve_kubectl && new_go && printf '%064d\n' 1 >served/kubectl.sha256
  same compiled "$(made kubectl)"
}

# An archive of Go whose compiler writes where it has been.
serve_go() {
  nothing_served
  local name=go1.26.8.linux-$(dpkg --print-architecture).tar.gz
  mkdir -p go/bin goroot
  cat >go/bin/go <<'SH'
#!/usr/bin/env bash
[[ $1 != env ]] || { echo "go1.26.8 $served/../goroot"; exit; }
while (($#)); do
  if [[ $1 == -o ]]; then echo "compiled by another go" >"$2"; fi
  shift
done
SH
  chmod +x go/bin/go
  tar -czf "served/$name" go
  sum_of "$name" >"served/$name.sha256"
}

fetches_a_compiler() {
  serve_go && no_go && same 'compiled by another go' "$(made clients)" && ls cache/tools/clients-*/{parts.json,licences.txt}
}

refuses_another_compiler() {
  serve_go && no_go && printf '%064d\n' 1 >"$(echo served/go*.sha256)"
  same '' "$(made clients)" && ! ls cache/tools/go-*/bin
}

fetches_no_compiler_for_what_is_offered() {
  serve_go && no_go && same '' "$(made kubectl)"
}

prefers_the_download() {
  serve_kubectl && new_go && same official "$(made kubectl)" && ! grep '^go ' asked
}

tools_require() { sed -n "s|^\t$1 v\([^ ]*\).*|\1|p" "$repository/scripts/tools/go.mod"; }

versions_are_those_of_go_mod() {
  . "$repository/scripts/lib/common.sh"
  . "$repository/scripts/lib/tools.sh"
  same "${tool_version[etcd]}" "$(tools_require go.etcd.io/etcd/server/v3)" &&
    same "${tool_version[kube-apiserver]}" "$(tools_require k8s.io/kubernetes)" &&
    same "${tool_version[kubectl]}" "$(tools_require k8s.io/kubernetes)" &&
    same "${tool_version[helm]}" "$(tools_require helm.sh/helm/v4)" &&
    same "${tool_version[helm3]}" "$(tools_require helm.sh/helm/v3)" &&
    same "${tool_version[kind]}" "$(tools_require sigs.k8s.io/kind)"
}

# Another version of one library that many use, and Helm is compiled twice on a new machine: minutes.
shares_compiled_packages() {
  local name version both=0
  while read -r name version _; do
    [[ $(tools_require "$name") == "${version#v}" ]] || { echo "$name $version, and v$(tools_require "$name") in scripts/tools"; both=1; }
  done < <(grep -P '^\t\S+ v\d' "$repository/src/helm_worker/go.mod")
  return "$both"
}

claim 'programs that are downloaded have the versions of those that are compiled' versions_are_those_of_go_mod
claim 'the Helm that stays names the libraries of the other programs' shares_compiled_packages
claim 'a download with the published checksum is kept: kubectl' downloads kubectl
claim 'a download with the published checksum is kept: helm' downloads helm
claim 'a download with the published checksum is kept: etcd' downloads etcd
claim 'a download with another checksum is not kept: kubectl' refuses kubectl .sha256
claim 'a download with another checksum is not kept: helm' refuses helm .sha256sum
claim 'a download with another checksum is not kept: etcd' refuses etcd SHA256SUMS
claim 'a download without a checksum is not kept' refuses_without_sum
claim 'the download comes before the compiler' prefers_the_download
claim 'without a way to the download the compiler makes the program' compiles_when_unreachable
claim 'when the download is refused the compiler makes the program' compiles_when_refused
claim 'a program that nobody offers is compiled with a Go that is fetched' fetches_a_compiler
claim 'a Go with another checksum is not kept' refuses_another_compiler
claim 'Go is not fetched for a program that is offered' fetches_no_compiler_for_what_is_offered
