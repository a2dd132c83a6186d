# shellcheck shell=bash
# The claims about an operator in a Pod, in the order in which they are made: each begins with a converged operator, and
# leaves one. Sourced by run.

# Its module `gate` fails until there is a ConfigMap, so the first converge does not end before.
ready_after_first_converge() {
  deploy install --create-namespace -f platform/rights.yaml --set "image.repository=${image%:*}" --set-string "image.tag=${image#*:}"
  until_true logged '"event":"task_retry".*gate'
  same False "$(k get pod "$(pod)" -o jsonpath='{.status.conditions[?(@.type=="Ready")].status}')"
  # curl fails with 22 because of the status.
  local status=0
  inside_pod curl -fsS localhost:9650/readyz 2>/dev/null || status=$?
  same 22 "$status"
  same '' "$(releases)"
  k create configmap gate >/dev/null
  rolled_out
  all_deployed && releases | grep -q '^web-app 1 '
}

# As docs/commands.md and docs/debugging.md have them.
commands_answer() {
  inside_pod addon-operator module list >found
  grep -q web-app found && grep -q pull-secrets found
  inside_pod addon-operator global list | grep -q 10-discover-cluster.sh
  inside_pod addon-operator queue list | grep -q main
  inside_pod addon-operator module values web-app | grep -q 'title:'
  inside_pod addon-operator module snapshots pull-secrets | grep -q namespaces
  inside_pod addon-operator global snapshots | grep -q node1
  inside_pod addon-operator module render web-app | grep -q 'kind: Deployment'
  inside_pod addon-operator config list | grep -q modules-dir
  inside_pod helm list | grep -q web-app
}

# The module `gate` has failed until its ConfigMap was there.
tells_by_events() {
  local text
  text=$("$KUBECTL_BIN" -n addon-operator describe deployment addon-operator)
  grep -q 'Warning  *ModuleFailed .*gate' <<<"$text" || return 1
  grep -q 'Normal  *ModuleRecovered .*gate' <<<"$text" || return 1
  k get events | grep -q 'ModuleFailed  *configmap/addon-operator .*gate'
}

runs_as_restricted() {
  same '64535 64535' "$(inside_pod sh -c 'echo $(id -u) $(id -g)')"
  ! inside_pod touch /modules/x 2>/dev/null || return 1
  inside_pod grep -qE '^CapEff:\s0+$' /proc/1/status
  # An API server that enforces the profile takes a Pod of this template.
  k get deployment addon-operator -o json | python3 -c 'import json, sys
pod = json.load(sys.stdin)["spec"]["template"]
pod.update(apiVersion="v1", kind="Pod")
pod["metadata"]["name"] = "as-restricted"
pod["spec"].pop("serviceAccountName"), pod["spec"].pop("serviceAccount", None)
json.dump(pod, sys.stdout)' >as-restricted.json
  k create namespace restricted >/dev/null
  k label namespace restricted pod-security.kubernetes.io/enforce=restricted >/dev/null
  until_true "$KUBECTL_BIN" -n restricted get serviceaccount default
  "$KUBECTL_BIN" -n restricted create --dry-run=server -f as-restricted.json
}

# Watches all Pods of the operator while it is upgraded and rolled back.
never_two() {
  local before watcher
  before=$(releases)
  "$KUBECTL_BIN" -n addon-operator get pods -l app.kubernetes.io/name=addon-operator --watch --output-watch-events \
    -o jsonpath='{.type} {.object.metadata.name} {.object.status.phase}{"\n"}' >watched &
  watcher=$!
  until_true grep -q ADDED watched
  deploy upgrade --set log.level=debug
  rolled_out
  inside_pod addon-operator config list | grep -E 'log-level' | grep -q debug
  helm rollback addon-operator 1 >/dev/null
  rolled_out
  inside_pod addon-operator config list | grep -E 'log-level' | grep -q info
  kill "$watcher"
  wait "$watcher" 2>/dev/null || true
  cat watched
  # A Pod whose containers have all ended is still there for a moment.
  awk '$1 == "ADDED" { seen++ } { here[$2] = 1 } $1 == "DELETED" || $3 ~ /Succeeded|Failed/ { delete here[$2] }
    length(here) > 1 { exit 1 } END { if (seen < 3) exit 1 }' watched
  same "$before" "$(releases)"
}

# The Pod is evicted while Helm waits for a Job.
eviction_leaves_nothing_pending() {
  # With the limit of memory for the claim that follows.
  deploy upgrade --set 'env[0].name=ADDON_OPERATOR_STOP_GRACE_PERIOD,env[0].value=4s' --set resources.limits.memory=192Mi
  rolled_out
  local evicted following
  evicted=$(pod)
  "$KUBECTL_BIN" -n addon-operator logs -f "$evicted" >evicted 2>/dev/null &
  following=$!
  section slow 'hold: true'
  until_true k get job slow
  releases | grep -q '^slow [0-9]* pending-upgrade$'
  k create --raw "/api/v1/namespaces/addon-operator/pods/$evicted/eviction" -f - >/dev/null <<JSON
{"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "$evicted", "namespace": "addon-operator"}}
JSON
  section slow 'hold: false'
  until_true another_is_ready "$evicted"
  all_deployed
  # The next Pod was there before the evicted Pod had ended, and has waited for this end.
  wait "$following" || true
  logs >successor
  same before "$(python3 -c 'import json, sys
ended = [json.loads(line) for line in open("evicted")][-1]
began = json.loads(open("successor").readline())
print("before" if ended["event"] == "operator_stopped" and ended["time"] <= began["time"] else [ended, began])')"
  same false "$(k get configmap slow -o jsonpath='{.data.hold}')"
}
another_is_ready() {
  k get pods -l app.kubernetes.io/name=addon-operator \
    -o jsonpath='{range .items[*]}{.metadata.name} {.status.containerStatuses[0].ready}{"\n"}{end}' | grep -v "^$1 " | grep -q ' true$'
}

# The kernel ends a process that takes too much memory. If it ends the whole container, kubelet starts the container again.
survives_lack_of_memory() {
  section eater 'megabytes: 400'
  until_true was_short_of_memory
  section eater 'megabytes: 1'
  until_true no_problems
  all_deployed
}
was_short_of_memory() { (($(restarts) > 0)) || logged '"event":"task_retry".*eater'; }
no_problems() { same 'Startup converge done.' "$(inside_pod curl -fsS localhost:9650/readyz)"; }

# The kernel must not choose the process that eats the memory, so that it ends the operator.
survives_its_own_end() {
  local before revisions process group eater
  before=$(restarts) revisions=$(releases)
  process=$(process_of_operator)
  group=$(find /sys/fs/cgroup -path "*addon-operator-$cluster/*" -name cgroup.procs -exec grep -lx "$process" {} + | sort | grep -m1 -e '/memory/' -e '/cgroup/addon')
  bash -c 'echo -1000 >/proc/self/oom_score_adj; echo $$ >"$1"; exec tail /dev/zero' eater "$group" &
  eater=$!
  until_true has_restarted "$before"
  kill -KILL "$eater" 2>/dev/null || true
  rolled_out
  same OOMKilled "$(k get pod "$(pod)" -o jsonpath='{.status.containerStatuses[0].lastState.terminated.reason}')"
  until_true no_problems
  same "$revisions" "$(releases)"
}
process_of_operator() {
  local each
  for each in $(pgrep -f '^addon-operator start'); do
    ! grep -q "addon-operator-$cluster" "/proc/$each/cgroup" || echo "$each"
  done
}
has_restarted() { (($(restarts) > $1)); }

# The files of hooks and Helm have a size that the chart limits. They are in memory, so the chart's limit of memory counts.
survives_a_full_disk() {
  local address
  deploy upgrade --set resources.limits.memory=1Gi
  rolled_out
  address=$(k get pod "$(pod)" -o jsonpath='{.status.podIP}')
  ! inside_pod sh -c 'cat /dev/zero >/tmp/filler' 2>/dev/null || return 1
  section webApp 'title: Written without room'
  until_true readyz_says "$address" 'No space left on device'
  ! page_has 'Written without room' || return 1
  inside_pod rm /tmp/filler
  until_true no_problems
  until_true page_has 'Written without room'
}

# A token belongs to a service account, so a new account of the same name makes the token invalid. The end of its validity
# would do the same, but a test would have to wait minutes for it. A kubelet that starts again does not know the old token,
# and brings a new token.
survives_its_token() {
  local address before
  address=$(k get pod "$(pod)" -o jsonpath='{.status.podIP}')
  before=$(restarts)
  k get serviceaccount addon-operator -o json | python3 -c 'import json, sys
account = json.load(sys.stdin)
for field in "uid", "resourceVersion", "creationTimestamp":
    account["metadata"].pop(field)
json.dump(account, sys.stdout)' >account.json
  k delete serviceaccount addon-operator >/dev/null
  k create -f account.json >/dev/null
  # An API server accepts a token that it has checked for ten more seconds, and lets watches go on for minutes. A start of
  # the API server ends both.
  end_api_server
  start_api_server
  section webApp 'title: Before the renewal'
  until_true readyz_says "$address" 'is lost since .*: Unauthorized'
  section webApp 'title: After the renewal'
  kill -KILL $(pgrep -f "kubelet --config .*--kubeconfig $cluster_folder/")
  until_true no_problems
  until_true page_has 'After the renewal'
  same "$before" "$(restarts)"
}

# kubelet asks by itself, so its probes go on.
outlives_api_server() {
  local address before
  address=$(k get pod "$(pod)" -o jsonpath='{.status.podIP}')
  before=$(restarts)
  end_api_server
  until_true readyz_names_outage "$address"
  page "$address" /healthz
  start_api_server
  until_true no_problems
  section webApp 'title: After the outage'
  until_true page_has 'After the outage'
  same "$before" "$(restarts)"
}
# When it was away stands in `outages`: begin and end.
end_api_server() {
  date -u +%FT%TZ >>outages
  kill -KILL "$(<"$cluster_folder/kube-apiserver.pid")"
}
start_api_server() {
  "$REPOSITORY/scripts/dev-cluster" restart --name "$cluster" 2>/dev/null
  date -u +%FT%TZ >>outages
}
readyz_names_outage() { readyz_says "$1" 'watch of .* is lost since'; }
readyz_says() { page "$1" /readyz | grep -qE "$2"; }
page_has() { k get configmap web-app -o jsonpath='{.data.index\.html}' | grep -q "$1"; }

uninstall_leaves_modules() {
  local before began
  before=$(releases)
  helm uninstall addon-operator --wait >/dev/null
  until_true no_pod
  same "$before" "$(releases)"
  k get configmap/addon-operator deployment/web-app >/dev/null
  # Another operator takes them over as they are.
  began=${EPOCHREALTIME/./}
  deploy install -f platform/rights.yaml --set "image.repository=${image%:*}" --set-string "image.tag=${image#*:}"
  rolled_out
  echo "helm install until ready, with releases there: $(((${EPOCHREALTIME/./} - began) / 1000)) ms" >>figures
  same "$before" "$(releases)"
}
no_pod() { [[ -z $(k get pods -l app.kubernetes.io/name=addon-operator -o name) ]]; }

# The chart's own limit is 1 GiB.
memory_is_bounded() {
  takes_less_than 256 'the quickstart'
  # The modules of the image are not there any more, so their releases go as well.
  local began=${EPOCHREALTIME/./}
  deploy upgrade --set modules.path=/modules-of-the-hundred
  rolled_out
  echo "a new Pod until ready, with 100 modules to install: $(((${EPOCHREALTIME/./} - began) / 1000)) ms," \
    "first converge of it: $(logs | sed -n 's/.*"event":"converge_finished","seconds":\([0-9.]*\),"first":true.*/\1/p') s" >>figures
  same 100 "$(releases | grep -c '^many[0-9]* 1 deployed$')"
  takes_less_than 384 '100 modules'
  same 0 "$(restarts)"
}

# takes_less_than MIB WITH_WHAT
takes_less_than() {
  local charged sum
  charged=$(memory_peak) sum=$(resident)
  echo "memory with $2: $charged MiB charged at most, $sum MiB resident with all programs" >>figures
  ((charged > 10 && charged < $1 && sum > 10 && sum < $1)) || { tail -n1 figures; return 1; }
}

# The audit log has each request and the answer to it. An API server that has just been started knows no rights until it
# is ready.
no_request_was_refused() {
  python3 - "$cluster_folder/audit.log" $(cat outages) <<'PY'
import json, sys
log, *times = sys.argv[1:]
outages = list(zip(times[::2], times[1::2]))
asked, refused = 0, []
for line in open(log):
    event = json.loads(line)
    if event["user"].get("username") != "system:serviceaccount:addon-operator:addon-operator":
        continue
    asked += 1
    when = event["requestReceivedTimestamp"]
    if event.get("responseStatus", {}).get("code") == 403 and not any(began <= when <= ended for began, ended in outages):
        refused.append(f'{event["verb"]} {event["requestURI"]}')
print(asked, "requests;", *refused, sep="\n")
sys.exit(1 if refused or asked < 100 else 0)
PY
}

# With Pods running: no process, no mount, no group, no folder.
nothing_is_left() {
  local parent
  parent=$(<"$cluster_folder/node.pid")
  kill -KILL "$(tr -d ' ' <"/proc/$parent/task/$parent/children")"
  "$REPOSITORY/scripts/dev-cluster" down --name "$cluster"
  [[ ! -e $cluster_folder ]]
  ! grep -F "$cluster_folder" /proc/mounts
  ! grep -lsF "addon-operator-$cluster" /proc/[0-9]*/cgroup
  same '' "$(find /sys/fs/cgroup -name "addon-operator-$cluster")"
  same '' "$(grep -lsFf <(echo "$cluster_folder") /proc/[0-9]*/cmdline)"
}
