#!/usr/bin/env bash
# `addon-operator hook run` and `hook test`, without an operator and a cluster. Reports in TAP.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../support/claims/claims.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export TMPDIR=$scratch/tmp
mkdir tmp
unset KUBECONFIG

# platform NAME <HOOK: a platform with the hook modules/010-web/hooks/a.sh
platform() {
  mkdir -p "$1"/modules/010-web/{hooks,openapi,tests} "$1/global-hooks"
  echo '{web: {title: hello}, webEnabled: true}' >"$1/modules/values.yaml"
  cat >"$1/modules/010-web/openapi/values.yaml" <<'END'
{type: object, properties: {title: {type: string}, pods: {type: integer}}}
END
  cp "$1/modules/010-web/openapi/values.yaml" "$1/modules/010-web/openapi/config-values.yaml"
  cat >"$1/modules/010-web/hooks/a.sh"
  chmod +x "$1/modules/010-web/hooks/a.sh"
}

# counting: a hook that sets web.pods to the number of running pods, and prints the title
counting() {
  cat <<'END'
#!/bin/sh
if [ "${1:-}" = --config ]; then
  echo '{configVersion: v1, beforeHelm: 1, kubernetes: [{name: pods, kind: Pod, jqFilter: .status.phase,
    keepFullObjectsInMemory: false, includeSnapshotsFrom: [pods]}]}'
  exit
fi
grep -o '"title":"[a-z]*"' "$VALUES_PATH"
n=$(grep -o Running "$BINDING_CONTEXT_PATH" | wc -l)
echo "[{\"op\": \"add\", \"path\": \"/web/pods\", \"value\": $n}]" >"$VALUES_JSON_PATCH_PATH"
echo '{"name": "pods", "action": "set", "value": '$n'}' >"$METRICS_PATH"
END
}

cat >objects.yaml <<'END'
{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: red}, status: {phase: Running}}
---
{apiVersion: v1, kind: Pod, metadata: {name: b, namespace: red}, status: {phase: Failed}}
END

# hook CODE ARGUMENT...
hook() {
  local code=$1 status=0
  shift
  "$OPERATOR_BIN" hook "$@" >out 2>errors </dev/null || status=$?
  cat out errors
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}
has() { grep -qF -- "$1" out || { echo "not printed: $1"; return 1; }; }
says() { grep -qF -- "$1" errors || { echo "nothing says: $1"; return 1; }; }
a=modules/010-web/hooks/a.sh

effects() {
  counting | platform e && hook 0 run e/$a --objects objects.yaml && has 'Synchronization: ok' &&
    has '  + /web/pods: 2' && has '  | "title":"hello"' && has '  set pods 2' && same '' "$(ls tmp)"
}
event() {
  counting | platform ev && hook 0 run ev/$a --objects objects.yaml --event added red/b --show-context -o json &&
    python3 -c 'import json; x = json.load(open("out")); c, = x["context"]; assert c["watchEvent"] == "Added", c
assert x["exitCode"] == 0 and x["values"][0]["place"] == "/web/pods", x'
}
no_event() { counting | platform ne && hook 2 run ne/$a --objects objects.yaml --event added red/c && says 'picks an object red/c'; }
values() {
  counting | platform v && echo '{web: {title: files}}' >v.yaml && echo '{web: {title: config}}' >c.yaml &&
    hook 0 run v/$a --before-helm --values v.yaml && has '"title":"files"' &&
    hook 0 run v/$a --before-helm --config-values c.yaml && has '"title":"config"' &&
    echo '{web: {title: 3}}' >c.yaml && hook 2 run v/$a --config-values c.yaml && says title
}
failing() {
  printf '#!/bin/sh\n[ "${1:-}" = --config ] && echo "{configVersion: v1, onStartup: 1}" && exit\necho broken >&2\nexit 3\n' | platform f &&
    hook 1 run f/$a && has 'onStartup: failed' && has 'exit status 3' && has '  | broken'
}
against_schema() {
  counting | sed 's/value\\": $n/value\\": \\"many\\"/' | platform s && hook 1 run s/$a --objects objects.yaml && has 'its values are refused' && has pods
}
no_bit() { counting | platform nb && chmod -x nb/$a && hook 2 run nb/$a && says 'chmod +x'; }
alone() {
  mkdir alone && printf '#!/bin/sh\n[ "${1:-}" = --config ] && echo "{configVersion: v1, onStartup: 1}" && exit\necho "{\\"operation\\": \\"Delete\\", \\"kind\\": \\"Pod\\", \\"name\\": \\"x\\", \\"namespace\\": \\"y\\"}" >$KUBERNETES_PATCH_PATH\n' >alone/b.sh &&
    chmod +x alone/b.sh && hook 0 run alone/b.sh && has '  Delete Pod y/x'
}
review() {
  cat >validate <<'END' && platform r <validate || return
#!/bin/sh
[ "${1:-}" = --config ] && echo '{configVersion: v1, kubernetesValidating: [{name: pods.example.com, rules: [{apiGroups: [""],
  apiVersions: [v1], resources: [pods], operations: [CREATE]}]}]}' && exit
grep -q '"image":"good"' "$BINDING_CONTEXT_PATH" && a=true || a=false
echo "{\"allowed\": $a}" >"$VALIDATING_RESPONSE_PATH"
END
  echo '{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: b}, spec: {containers: [{image: good}]}}' >pod.yaml
  hook 0 run r/$a --review pod.yaml && has 'allowed: true' && sed -i s/good/bad/ pod.yaml &&
    hook 0 run r/$a --review pod.yaml && has 'allowed: false' && hook 2 run r/$a --review pod.yaml --operation UPDATE && says 'rule for a UPDATE of pods'
}
cases() {
  rm -rf c && counting | platform c && hook 0 run c/$a --objects objects.yaml --save c/modules/010-web/tests/a.case.yaml && says 'hook test' &&
    grep -q '^hook: ../hooks/a.sh$' c/modules/010-web/tests/a.case.yaml && hook 0 test c && has 'ok - c/modules/010-web/tests/a.case.yaml' &&
    has '1 passed, 0 failed' && hook 2 run c/$a --objects objects.yaml --save c/modules/010-web/tests/a.case.yaml && says 'File exists'
}
changed() {
  cases && sed -i s/Running/Nothing/ c/$a && hook 1 test c && has 'values./web/pods: expected 2, found 0' && has '0 passed, 1 failed' &&
    hook 1 test c -o junit && python3 -c 'import xml.dom.minidom as x; assert x.parse("out").getElementsByTagName("failure")' &&
    hook 0 test c --update && hook 0 test c/modules/010-web/tests/a.case.yaml && has '1 passed, 0 failed'
}
misspelt() { counting | platform m && echo '{hook: ../hooks/a.sh, object: []}' >m/modules/010-web/tests/a.case.yaml && hook 2 test m && says "'object' is not known"; }
no_case() { mkdir none && hook 2 test none && says 'there is no case'; }

claim 'a run shows the changed values, the metrics and the lines of the hook' effects
claim 'an event is the context of the object, and the outcome comes as JSON' event
claim 'an event that no binding picks is refused' no_event
claim 'values come from files, and those of users are checked' values
claim 'a hook that fails has its exit code and its words' failing
claim 'values against the schema are refused as by an operator' against_schema
claim 'a hook that is not executable is named' no_bit
claim 'a hook without a platform runs as a global hook' alone
claim 'a review gets the answer of the hook' review
claim 'a saved run is a case that passes, and is not overwritten' cases
claim 'a changed hook fails its case until the case is updated' changed
claim 'a wrong case is named before any hook runs' misspelt
claim 'a directory without cases is refused' no_case
