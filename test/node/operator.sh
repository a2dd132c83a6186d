# shellcheck shell=bash
# What the claims about an operator in a Pod are made of. Sourced by run.

k() { "$KUBECTL_BIN" -n addon-operator "$@"; }
helm() { "$HELM_BIN" -n addon-operator "$@"; }

# until_true COMMAND...: asks again and again, for two minutes at most, because other tests run at the same time.
until_true() {
  local deadline=$((SECONDS + 120)) output
  until output=$("$@" 2>&1); do
    ((SECONDS < deadline)) || { printf 'never came true: %s\n%s\n' "$*" "$output"; return 1; }
    read -rt 0.2 <> <(:) || true
  done
}

# deploy VERB [OPTION...]: helm install or upgrade with this repository's chart. Whatever the release had is kept.
deploy() {
  local verb=$1
  shift
  [[ $verb != upgrade ]] || set -- --reuse-values "$@"
  helm "$verb" addon-operator "$REPOSITORY/charts/addon-operator" "$@" >/dev/null
}

rolled_out() { k rollout status deployment/addon-operator --timeout 180s >/dev/null; }
pod() { k get pods -l app.kubernetes.io/name=addon-operator --field-selector status.phase=Running -o jsonpath='{.items[0].metadata.name}'; }
restarts() { k get pods -l app.kubernetes.io/name=addon-operator -o jsonpath='{.items[0].status.containerStatuses[0].restartCount}'; }
inside_pod() { k exec deployment/addon-operator -- "$@"; }
logs() { k logs deployment/addon-operator --tail=-1; }
logged() { logs | grep -q "$1"; }

# section NAME TEXT: into the ConfigMap of the operator.
section() {
  local patch
  patch=$(python3 -c 'import json, sys; print(json.dumps({"data": {sys.argv[1]: sys.argv[2]}}))' "$@")
  k patch configmap addon-operator --type merge -p "$patch" >/dev/null
}

# page POD_ADDRESS PATH: without the API server.
page() { nsenter --net="$cluster_folder/node/network" curl -sS --max-time 5 "http://$1:9650$2"; }

# releases: NAME REVISION STATUS of each module, the operator's own left out.
releases() {
  helm list -o json | python3 -c 'import json, sys
for each in json.load(sys.stdin):
    if each["name"] != "addon-operator":
        print(each["name"], each["revision"], each["status"])' | sort
}
all_deployed() {
  local found
  found=$(releases)
  [[ -n $found ]] && ! grep -v ' deployed$' <<<"$found"
}

# memory_peak: the most that the container's group has been charged with, in MiB. Pages of programs are charged to the
# process that has unpacked the image, so `resident` counts these pages, too: it has the peaks of all processes that run now.
memory_peak() {
  inside_pod sh -c 'cat /sys/fs/cgroup/memory.peak /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2>/dev/null || true' |
    awk '{ printf "%.0f\n", $1 / 1048576 }'
}
resident() { inside_pod sh -c 'cat /proc/[0-9]*/status' | awk '/^VmHWM/ { sum += $2 } END { printf "%.0f\n", sum / 1024 }'; }
