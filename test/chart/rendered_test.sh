#!/usr/bin/env bash
# What the chart makes of values, without a cluster. Reports in TAP. Needs HELM_BIN and REPOSITORY.
set -uo pipefail
. "$REPOSITORY/test/support/claims/claims.sh"

chart=$REPOSITORY/charts/addon-operator
render() { "$HELM_BIN" template my "$chart" -n ns "$@"; }
deployment() { render -s templates/deployment.yaml "$@"; }
# lines_of TEXT...: each TEXT is a whole line of the standard input, without its indentation.
lines_of() {
  local text line
  text=$(sed 's/^ *//')
  for line; do
    grep -qxF -- "$line" <<<"$text" || { echo "absent: $line"; return 1; }
  done
}

names_objects() {
  deployment | lines_of 'name: my-addon-operator' || return 1
  deployment --set nameOverride=addons | lines_of 'name: my-addons' 'app.kubernetes.io/name: addon-operator' || return 1
  deployment --set fullnameOverride=addons | lines_of 'name: addons' 'app.kubernetes.io/name: addon-operator' || return 1
  render --set fullnameOverride=addons -s templates/rbac.yaml | lines_of 'name: ns-addons-kinds'
}

takes_images() {
  local digest=sha256:$(printf '%064d' 0)
  deployment --set image.digest="$digest",image.tag=v1 | lines_of "image: \"addon-operator@$digest\"" || return 1
  deployment --set-string image.tag=1 | lines_of 'image: "addon-operator:1"' || return 1
  deployment --set-json 'image.pullSecrets=["one", {"name": "two"}]' | lines_of '- name: "one"' '- name: "two"' || return 1
  ! deployment --set image.digest=sha256:12 || return 1
  ! deployment --set-json 'image.pullSecrets=[{"nam": "two"}]'
}

explains_a_tag_of_digits() {
  local output
  ! output=$(deployment --set image.tag=1 2>&1) || return 1
  grep -q 'image.tag: got a number, 1, .*--set-string image.tag=1' <<<"$output"
}

takes_more_of_a_pod() {
  cat >pod.yaml <<'YAML'
env: [{name: KUBERNETES_SERVICE_HOST, value: 192.0.2.1}]
envFrom: [{secretRef: {name: proxy}}]
extraVolumes: [{name: authorities, configMap: {name: authorities}}]
extraVolumeMounts: [{name: authorities, mountPath: /etc/company.pem, subPath: company.pem}]
trace: {volume: {persistentVolumeClaim: {claimName: traces}}, fileSize: 64Mi}
modules: {parallelRuns: 4}
hostNetwork: true
dnsPolicy: Default
YAML
  deployment -f pod.yaml >pod || return 1
  lines_of 'hostNetwork: true' 'dnsPolicy: Default' 'name: proxy' '- mountPath: /etc/company.pem' 'claimName: traces' \
    '- {name: trace, mountPath: /trace}' '- {name: ADDON_OPERATOR_TRACE_FILE, value: /trace/trace.jsonl}' \
    '- {name: ADDON_OPERATOR_TRACE_FILE_SIZE, value: "64Mi"}' \
    '- {name: ADDON_OPERATOR_PARALLEL_MODULE_RUNS, value: "4"}' <pod || return 1
  # The container that waits for the old Pod has the same way to the API server.
  same 2 "$(grep -c 192.0.2.1 pod)" && same 2 "$(grep -c secretRef pod)" || return 1
  ! deployment -f pod.yaml --set replicas=2
}

takes_numbers_of_values() {
  cat >numbers.yaml <<'YAML'
configMap: {data: {webApp: {bytes: 100000000}, level: 100000000, part: 0.5, webAppEnabled: true}}
YAML
  render -s templates/configmap.yaml -f numbers.yaml |
    lines_of 'webApp: "bytes: 100000000"' 'level: "100000000"' 'part: "0.5"' 'webAppEnabled: "true"'
}

# Values of an older release (`helm upgrade --reuse-values`) have no key that the chart has got since.
takes_values_of_an_older_chart() {
  local keys=nameOverride,fullnameOverride,image.digest,modules.parallelRuns,envFrom,trace,extraVolumes,extraVolumeMounts
  keys+=,hostNetwork,dnsPolicy,prometheusRule,dashboard
  same "$(render)" "$(render --set "${keys//,/=null,}=null")"
}

tests_from_another_pod() {
  render -s templates/tests/health.yaml >test-pod || return 1
  lines_of 'helm.sh/hook: test' "args: ['http://my-addon-operator:9650/readyz']" 'app.kubernetes.io/name: addon-operator-test' <test-pod
}

# The description of a value is what editors show.
describes_all_values() {
  python3 - "$chart/values.schema.json" <<'PY'
import json, sys
def missing(properties, path):
    for name, schema in properties.items():
        if "description" not in schema:
            yield path + name
        yield from missing(schema.get("properties", {}), path + name + ".")
found = list(missing(json.load(open(sys.argv[1]))["properties"], ""))
sys.exit(f"without description: {found}" if found else 0)
PY
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
claim 'objects have the name that values give, and labels stay' names_objects
claim 'an image is found by tag or digest, and pull secrets are names or objects' takes_images
claim 'a tag that is a number is refused with the flag that helps' explains_a_tag_of_digits
claim 'volumes, variables, network and trace of the Pod come from values' takes_more_of_a_pod
claim 'numbers in the first content of the ConfigMap stay as they are written' takes_numbers_of_values
claim 'values of an older chart give the same objects' takes_values_of_an_older_chart
claim 'helm test asks the Service from a Pod that is no Pod of the operator' tests_from_another_pod
claim 'each value has a description in the schema' describes_all_values
