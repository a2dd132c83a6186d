#!/usr/bin/env bash
# The hooks of examples/webhooks, run as the operator runs them.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"
examples=$repository/examples/webhooks/modules

# put HOOK: the hook from now on. It names places in the image.
put() {
  sed "s|source /shell_lib.sh|source $repository/frameworks/shell_lib.sh|" "$examples/$1" >hook
  chmod +x hook
}

# answer CONTEXT: the answer to a review or a conversion.
answer() {
  contexts "$1"
  rm -f answer
  env -i PATH="$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$repository/frameworks/python" \
    BINDING_CONTEXT_PATH=contexts.json VALUES_PATH=values.json CONFIG_VALUES_PATH=config-values.json \
    VALIDATING_RESPONSE_PATH=answer CONVERSION_RESPONSE_PATH=answer ./hook && cat answer
}

configured() { # KEY NAME
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$repository/frameworks/python ./hook --config >config &&
    grep -F "$1" config && grep -F "$2" config
}

# -- memory limits ---------------------------------------------------------------
put 010-memory-limits/hooks/10-require-limits.sh
claim 'the hook for limits binds its webhook' configured kubernetesValidating memory-limits.examples.addon-operator.io

deployment() { # CONTAINERS INIT_CONTAINERS
  jq -nc --argjson containers "$1" --argjson init "${2:-null}" '{binding: "memory-limits.examples.addon-operator.io",
    type: "Validating", review: {request: {operation: "CREATE", object: {kind: "Deployment", spec: {template: {spec:
    {containers: $containers, initContainers: $init}}}}}}}'
}
limited='{"name": "web", "resources": {"limits": {"memory": "64Mi"}}}'
decides() { same "$1" "$(answer "$(deployment "${@:2}")")"; }
claim 'a workload with limits is allowed' decides '{"allowed":true}' "[$limited]"
claim 'containers without a limit are named, also those that run before the others' \
  decides '{"allowed":false,"message":"containers without a memory limit: migrate, log"}' \
  "[$limited, {\"name\": \"log\"}]" '[{"name": "migrate", "resources": {}}]'

# -- team labels -----------------------------------------------------------------
put 020-team-labels/hooks/10-label-pods.py
claim 'the hook for labels binds its webhook' configured kubernetesMutating team-labels.examples.addon-operator.io

pod() { # NAMESPACE METADATA
  jq -nc --arg namespace "$1" --argjson metadata "$2" '{binding: "team-labels.examples.addon-operator.io",
    type: "Mutating", review: {request: {operation: "CREATE", namespace: $namespace, object: {metadata: $metadata}}},
    snapshots: {namespaces: [{filterResult: {name: "shop", team: "blue"}}]}}'
}
patch() { answer "$(pod "$@")" | jq -c 'if .patch then .patch | @base64d | fromjson else .allowed end'; }
patches() { same "$1" "$(patch "${@:2}")"; }
claim 'a Pod without labels gets the team of its namespace' \
  patches '[{"op":"add","path":"/metadata/labels","value":{"team":"blue"}}]' shop '{"generateName": "web-"}'
claim 'a Pod with labels gets one more' \
  patches '[{"op":"add","path":"/metadata/labels/team","value":"blue"}]' shop '{"labels": {"app": "web"}}'
claim 'a Pod with a team keeps it' patches true shop '{"labels": {"team": "red"}}'
claim 'a namespace without a team changes nothing' patches true other '{}'

# -- backups ---------------------------------------------------------------------
put 030-backups/hooks/10-convert.sh
claim 'the hook for backups binds its conversions' \
  configured kubernetesCustomResourceConversion backups.examples.addon-operator.io

old='{"apiVersion":"examples.addon-operator.io/v1alpha1","kind":"Backup","metadata":{"name":"db","uid":"1"},"spec":{"cron":"0 3 * * *","keep":7,"source":"db"}}'
new='{"apiVersion":"examples.addon-operator.io/v1","kind":"Backup","metadata":{"name":"db","uid":"1"},"spec":{"retention":{"copies":7},"schedule":{"cron":"0 3 * * *"},"source":"db"}}'
converted() { # FROM TO OBJECT
  answer "$(jq -nc --arg from "$1" --arg to "$2" --argjson object "$3" '{binding: "backups", type: "Conversion",
    fromVersion: $from, toVersion: $to, review: {request: {objects: [$object, $object]}}}')" | jq -Sc '.convertedObjects'
}
claim 'backups of v1alpha1 become backups of v1' eval 'same "[$new,$new]" "$(converted v1alpha1 v1 "$old")"'
claim 'and back, without a loss' eval 'same "[$old,$old]" "$(converted v1 v1alpha1 "$new")"'

definition_is_served() {
  python3 - "$examples/030-backups/crds/backups.yaml" <<'PYTHON'
import re, sys
text = open(sys.argv[1]).read()
assert re.findall(r"name: (v\w+)\n    served: (\w+)", text) == [("v1alpha1", "true"), ("v1", "true")], text
PYTHON
}
claim 'the definition serves both versions' definition_is_served
