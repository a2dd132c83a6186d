#!/usr/bin/env bash
# Tests of the image, in its own files as a Pod sees them: read-only, as user 64535, /tmp for itself. Reports in TAP. Needs
# IMAGE_ROOT (files of the quickstart's image), IMAGE_BASE (files of Debian's base), IMAGE_CONFIG (its configuration in
# JSON), IMAGE_VERSION, IMAGE_LIMIT_MIB, KUBECTL_BIN and REPOSITORY. Run by `scripts/image --check`.
set -uo pipefail
scripts=$REPOSITORY/scripts
. "$scripts/lib/common.sh"
. "$REPOSITORY/test/support/claims/claims.sh"
. "$scripts/lib/tools.sh"
. "$scripts/lib/containers.sh"

configured() { python3 -c 'import json, os, sys; print(*eval(sys.argv[1], {"it": json.loads(os.environ["IMAGE_CONFIG"])}), sep="\n")' "$1"; }

# in_image [NAME=VALUE...] COMMAND...: the mounts end with the command, because they are in a namespace of their own.
in_image() {
  local settings=()
  while [[ $1 == *=* ]]; do settings+=("$1"); shift; done
  unshare --mount --pid --fork --kill-child "$scripts/lib/enter_image.sh" "$IMAGE_ROOT" \
    env -i "${image_environment[@]}" HOME=/tmp "${settings[@]}" "$@"
}
mapfile -t image_environment < <(configured 'it["Env"]')

# prints PATTERN [NAME=VALUE...] COMMAND...
prints() {
  local expected=$1 output
  shift
  output=$(in_image "$@") || { echo "$output"; return 1; }
  [[ $output =~ $expected ]] || { echo "expected $expected, got: $output"; return 1; }
}

all_hooks_answer() {
  local hook count=0
  while read -r hook; do
    prints 'configVersion"?: "?v1' "$hook" --config || { echo "$hook"; return 1; }
    ((count += 1))
  done < <(cd "$IMAGE_ROOT" && find global-hooks modules -path '*/hooks/*' -type f -perm -1 -printf '/%p\n')
  ((count >= 3)) || { echo "$count hooks found"; return 1; }
}

# What hooks of the predecessor's image have used its sh for.
sh_knows_more_than_posix() {
  prints '^\\t a:b ok$' sh -c 'set -o pipefail; source /dev/null; x=a.b; [[ $x == a* ]] && echo "\t ${x/./:}" "$(echo -e "o\x6b")"'
}

# The jq that filters are evaluated by, wherever it is looked for: 1.6 knows neither of these.
jq_is_the_operators_own() {
  local wanted
  wanted=$(sed -n "s/.*version: '\(1[.0-9]*\)'.*/\1/p" "$REPOSITORY/subprojects/packagefiles/jq/meson.build")
  prints "^jq-$wanted\$" jq --version
  prints '^12345678901234567890$' bash -c 'echo "{\"a\": 12345678901234567890}" | /usr/bin/jq "if .a then .a end"'
  prints '^true$' jq -n '"a1" | test("^[a-z]\\d$")'
}

# Bash and Python, with the framework where hooks look for it.
shell_framework_works() {
  prints 'configVersion: v1' bash -c 'source /shell_lib.sh; __config__() { echo "configVersion: v1"; }; hook::run --config' &&
    prints found bash -c '[[ -e /framework/shell/hook.sh && -e /frameworks/shell/hook.sh ]] && echo found' &&
    # By modules of jq that include each other.
    prints '^[{]"op":"add","path":"/a/b","value":1[}]$' \
      VALUES_PATH=/tmp/values.json VALUES_JSON_PATCH_PATH=/tmp/patch.json \
      bash -c 'echo "{\"a\": {}}" >/tmp/values.json; source /shell_lib.sh; values::set a.b 1; cat /tmp/patch.json'
}
python_framework_works() { prints '.' python3 -c 'import addon_operator; print(addon_operator.__file__)'; }
framework_is_compiled() { find "$IMAGE_ROOT/frameworks/python" -name '*.pyc' | grep -q .; }

links_lead_on() {
  prints "$IMAGE_VERSION" /addon-operator version && prints "$IMAGE_VERSION" /shell-operator version &&
    prints '/global-hooks$' readlink -f /hooks && prints . /sbin/tini --version
}

# What docs/moving.md names as there already.
programs_of_the_page_are_there() {
  local listed names
  listed=$(grep -E '^\| `bash`, .* leave them out' "$REPOSITORY/docs/moving.md" | cut -d'|' -f2 | grep -oE '`[a-z0-9-]+`|kubectl|helm' | tr -d '`')
  names=$(grep -vxE 'ca-certificates|coreutils|findutils|gawk|tzdata' <<<"$listed" | sort -u | paste -sd' ')
  same 'awk bash curl grep helm jq kubectl openssl python3 sed tini' "$names"
  in_image bash -c 'for name; do [[ $(type -P "$name") ]] || { echo "$name"; exit 1; }; done' - $names find stat sort xargs
}

# A Dockerfile as it was written for the predecessor's image: only its line FROM differs.
old_dockerfile_works() {
  local folder=$work/old root
  mkdir -p "$folder"/{hooks,modules/001-one}
  printf '#!/bin/sh\necho "configVersion: v1"\n' >"$folder/hooks/pods.sh"
  chmod -R a+rX "$folder" && chmod 755 "$folder/hooks/pods.sh"
  printf '%s\n' "FROM addon-operator:$IMAGE_VERSION" 'ADD modules /modules' 'ADD hooks /hooks' \
    'ENTRYPOINT ["/sbin/tini", "--", "/addon-operator"]' 'CMD ["start"]' >"$folder/Containerfile"
  buildah_here build --quiet --pull=never --format docker --tag addon-operator-old:check "$folder"
  root=$(mounted addon-operator-old:check)
  trap 'unmounted addon-operator-old:check' EXIT
  [[ -L $root/hooks && -x $root/global-hooks/pods.sh && -d $root/modules/001-one ]]
  IMAGE_ROOT=$root prints 'configVersion: v1' /hooks/pods.sh
  IMAGE_ROOT=$root prints "$IMAGE_VERSION" /sbin/tini -- /addon-operator version
}

nothing_superfluous() {
  local found
  found=$(cd "$IMAGE_ROOT"
    find usr/bin usr/local usr/lib -regextype posix-extended \
      -regex '.*/(cc|gcc|g\+\+|clang|cc1|cc1plus|ld|as|make|ninja|meson|go|git)' -not -type d
    find var/lib/apt/lists var/cache/apt var/log -type f -size +0
    find usr/include -type f)
  [[ -z $found ]] || { head -n 10 <<<"$found"; return 1; }
}

# An image on top of this one may bring its own kubectl; it must not write into the program that helm is, too.
another_kubectl_leaves_helm_alone() {
  [[ -f $IMAGE_ROOT/usr/local/bin/kubectl && ! -L $IMAGE_ROOT/usr/local/bin/kubectl && ! $IMAGE_ROOT/usr/local/bin/kubectl -ef $IMAGE_ROOT/usr/local/bin/helm ]]
}

# In a Pod of the chart, and by the permissions alone, for a Pod whose root is not read-only.
writable_places() {
  local found
  found=$(in_image bash -c 'find / -xdev -writable -not -type l 2>/dev/null; echo end' | sort | tr '\n' ' ')
  same '/run/addon-operator /tmp end ' "$found"
  found=$(find "$IMAGE_ROOT" -xdev '(' -perm -o=w -o -uid 64535 -o -gid 64535 ')' -not -type l -printf '/%P\n' | sort | tr '\n' ' ')
  same '/run/addon-operator /run/lock /tmp /var/tmp ' "$found"
}

user_is_ordinary() {
  [[ $(configured '[it["User"]]') == 64535:64535 ]] && prints '^uid=64535\(addon-operator\) gid=64535' id
}

labels_tell() {
  local label value
  for label in title description licenses version revision created base.name; do
    value=$(configured "[it['Labels'].get('org.opencontainers.image.$label', '')]")
    [[ -n $value && $value != unknown ]] || { echo "$label: '$value'"; return 1; }
  done
  [[ $(configured "[it['Labels']['org.opencontainers.image.version']]") == "$IMAGE_VERSION" ]]
}

bill_is_complete() {
  python3 - "$IMAGE_ROOT" <<'PY'
import json, pathlib, re, sys
root = pathlib.Path(sys.argv[1])
bill = json.loads((root / "usr/share/doc/addon-operator/sbom.cdx.json").read_text())
there = {(part["name"], part["version"]) for part in bill["components"]}
status = (root / "var/lib/dpkg/status").read_text()
packages = re.findall(r"^Package: (\S+)\nStatus: install ok installed\n(?:.*\n)*?Version: (\S+)$", status, re.MULTILINE)
missing = [row for row in packages if row not in there]
for name in ("addon-operator", "jq", "helm.sh/helm/v4", "k8s.io/kubectl", "stdlib", "rapidjson-dev"):
    if name not in {part["name"] for part in bill["components"]}:
        missing.append(name)
without = [part["name"] for part in bill["components"] if not part.get("licenses")]
references = [part["bom-ref"] for part in bill["components"]]
print("missing:", missing, "without licence:", without, "parts:", len(there), "packages:", len(packages))
sys.exit(bool(missing) or len(packages) < 90 or len(without) > 5 or len(references) != len(set(references)))
PY
}

size_is_bounded() {
  local bytes
  bytes=$(python3 "$scripts/lib/image_sizes.py" "$IMAGE_BASE" "$IMAGE_ROOT" --total)
  ((bytes > 50 << 20 && bytes < IMAGE_LIMIT_MIB << 20)) || { echo "$((bytes >> 20)) MiB"; return 1; }
}

# first_process PID: the tini below this process.
first_process() {
  local pid=$1
  while [[ $(</proc/"$pid"/comm) != tini ]]; do pid=$(pgrep -P "$pid" | head -n1) || return 1; done
  echo "$pid"
}

# The whole operator in the image, against a control plane on loopback.
converges() {
  local log=$work/operator.log port operator deadline
  port=$(free_ports 1)
  "$KUBECTL_BIN" apply -f "$REPOSITORY/examples/quickstart/cluster.yaml" >/dev/null || return 1
  mapfile -t entry < <(configured 'it["Entrypoint"] + it["Cmd"]')
  KUBECONFIG_FOR_IMAGE=$KUBECONFIG in_image KUBECONFIG=/tmp/kubeconfig ADDON_OPERATOR_NAMESPACE=addon-operator \
    ADDON_OPERATOR_LISTEN_PORT="$port" "${entry[@]}" >"$log" 2>&1 </dev/null &
  operator=$!
  deadline=$((SECONDS + 90))
  until curl -fsS "http://127.0.0.1:$port/readyz" >"$work/readyz" 2>/dev/null; do
    kill -0 "$operator" 2>/dev/null && ((SECONDS < deadline)) || { tail -n 20 "$log"; return 1; }
    read -rt 0.2 <> <(:) || true
  done
  local status=0
  "$KUBECTL_BIN" -n addon-operator get service web-app -o name || status=1
  kill -TERM "$(first_process "$operator")"
  wait "$operator" || { echo "ended with $?"; tail -n 5 "$log"; return 1; }
  return "$status"
}

work=$(mktemp -d)
tidy_up() {
  rm -rf "$work"
  "$scripts/dev-cluster" down --name "image-$$" 2>/dev/null
}
trap tidy_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

clients=${tool_version[clients]}
claim 'the operator tells its version' prints "^addon-operator v?$IMAGE_VERSION" addon-operator version
claim 'helm is of the version in scripts/lib/tools.sh' prints "^v${clients%-*}\$" helm version --template '{{.Version}}'
claim 'kubectl is of the version in scripts/lib/tools.sh' prints "Client Version: v${clients#*-}"$'\n' kubectl version --client
claim 'the Helm that stays is where the operator looks for it' prints '"protocol":2' \
  bash -c '/usr/local/lib/addon-operator/helm worker --namespace a --kubeconfig /dev/null </dev/null'
claim 'another kubectl on top leaves helm alone' another_kubectl_leaves_helm_alone
claim 'jq is the one that filters are evaluated by' jq_is_the_operators_own
claim 'sh takes what hooks of other images give to it' sh_knows_more_than_posix
claim 'curl knows TLS' prints https curl --version
claim 'certificates of authorities are there' prints '[1-9]' bash -c 'ls /etc/ssl/certs | wc -l'
claim 'hooks in bash find the framework' shell_framework_works
claim 'hooks in Python find the framework' python_framework_works
claim 'the framework for Python is compiled' framework_is_compiled
claim 'every hook of the quickstart answers --config' all_hooks_answer
claim 'paths of the predecessor lead to the same places' links_lead_on
claim 'a Dockerfile of the predecessor needs another FROM only' old_dockerfile_works
claim 'programs that docs/moving.md names are there' programs_of_the_page_are_there
claim 'the user is 64535 and has a name' user_is_ordinary
claim 'the user may write to its own places only' writable_places
claim 'there is no compiler, no header and no package list' nothing_superfluous
claim 'labels tell what it is' labels_tell
claim 'the bill of materials has every package, with its licence' bill_is_complete
claim "it is smaller than $IMAGE_LIMIT_MIB MiB beyond Debian's base" size_is_bounded
KUBECONFIG=$("$scripts/dev-cluster" up --name "image-$$") && export KUBECONFIG
claim 'the quickstart converges in it, with a read-only root' converges
