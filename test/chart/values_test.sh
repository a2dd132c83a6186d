#!/usr/bin/env bash
# Installs the chart with values that users give it. Reports in TAP. Needs what run needs.
set -uo pipefail
. "$REPOSITORY/test/support/claims/claims.sh"

namespace=chart-check
account=system:serviceaccount:$namespace:addon-operator
chart=$REPOSITORY/charts/addon-operator

# Each but the first in a namespace of its own: there is one operator in a namespace.
space_of() { [[ $1 == addon-operator ]] && echo "$namespace" || echo "$namespace-$1"; }
install() {
  local release=$1
  shift
  "$HELM_BIN" install "$release" "$chart" -n "$(space_of "$release")" --create-namespace "$@"
}

may() { "$KUBECTL_BIN" auth can-i --as "$account" "$@"; }
may_not() { ! may "$@"; }

may_do_what_the_quickstart_needs() {
  may watch namespaces && may watch nodes && may create secrets -n default && may delete secrets -n default &&
    may update configmaps -n "$namespace" && may create deployments.apps -n "$namespace" &&
    may create poddisruptionbudgets.policy -n "$namespace" && may patch networkpolicies.networking.k8s.io -n "$namespace"
}

may_do_nothing_else() {
  may_not impersonate users && may_not create pods && may_not delete nodes && may_not create roles -n "$namespace"
}

modules_may_do_everything() {
  install admin --set rbac.clusterAdmin=true
  "$KUBECTL_BIN" auth can-i --as "system:serviceaccount:$(space_of admin):admin-addon-operator" '*' '*' -A
}

has_no_second() {
  local output
  ! output=$("$HELM_BIN" install second "$chart" -n "$namespace" 2>&1) || return 1
  grep -q "release 'addon-operator' has an operator in namespace $namespace already" <<<"$output"
}

# Words that YAML takes for numbers, and names with dots, which a Service refuses.
takes_odd_names() {
  local namespace
  for namespace in 1234 on; do
    "$HELM_BIN" install 1e3.release "$chart" -n "$namespace" --create-namespace --set-string configMap.name=123 \
      --set-json 'configMap.data={"a": "b"}'
  done
}

works_with_its_token() {
  "$KUBECTL_BIN" --token "$("$KUBECTL_BIN" -n "$namespace" create token addon-operator)" \
    --server "$(server)" --certificate-authority <(authority) --kubeconfig /dev/null get namespaces
}

server() { "$KUBECTL_BIN" config view --raw -o jsonpath='{.clusters[0].cluster.server}'; }
authority() { "$KUBECTL_BIN" config view --raw -o jsonpath='{.clusters[0].cluster.certificate-authority-data}' | base64 -d; }

# Each line is what `--set-json` takes, and a word of the error, which names the value.
refuses_bad_values() {
  local assignment word output
  while read -r word assignment; do
    ! output=$("$HELM_BIN" template addon-operator "$chart" --set-json "$assignment" 2>&1) || { echo "taken: $assignment"; return 1; }
    [[ $output == *"$word"* ]] || { printf '%s\n%s\n' "$assignment" "$output"; return 1; }
  done <<'LINES'
port service.port="http"
labels serviceMonitor.labels={"release": 1}
interval serviceMonitor.interval="often"
enabled serviceMonitor.enabled="yes"
from networkPolicy.from={"podSelector": {}}
from networkPolicy.from=[{}]
webhooksFrom networkPolicy.webhooksFrom=[{}]
ingress networkPolicy.ingress=[]
maxUnavailable podDisruptionBudget.maxUnavailable=-1
maxUnavailable podDisruptionBudget.maxUnavailable="some"
minAvailable podDisruptionBudget.minAvailable=1
topologyKey topologySpreadConstraints=[{"maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}]
verbs rbac.modules=[{"apiGroups": [""], "resources": ["pods"]}]
networkPolicies networkPolicies={}
LINES
}

kinds_of() { "$HELM_BIN" template addon-operator "$chart" --skip-tests "$@" | sed -n 's/^kind: //p' | sort -u | paste -sd' '; }

makes_nothing_unasked() {
  same 'ClusterRole ClusterRoleBinding Deployment Role RoleBinding Service ServiceAccount' "$(kinds_of)"
  same 'ClusterRole ClusterRoleBinding Deployment NetworkPolicy PodDisruptionBudget Role RoleBinding Service ServiceAccount ServiceMonitor' \
    "$(kinds_of --set networkPolicy.enabled=true,podDisruptionBudget.enabled=true,serviceMonitor.enabled=true)"
}

# Several replicas: an election, a budget, and a fence, which can be left out.
elects_among_replicas() {
  several() { "$HELM_BIN" template addon-operator "$chart" --set replicas=2 "$@"; }
  same 'ClusterRole ClusterRoleBinding Deployment PodDisruptionBudget Role RoleBinding Service ServiceAccount ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding' \
    "$(kinds_of --set replicas=2)"
  same 'ClusterRole ClusterRoleBinding Deployment PodDisruptionBudget Role RoleBinding Service ServiceAccount' \
    "$(kinds_of --set replicas=2,fence.enabled=false)"
  several | grep -q 'name: ADDON_OPERATOR_LEADER_ELECTION' && several | grep -q 'maxUnavailable: 1' &&
    several | grep -q 'type: RollingUpdate' && several | grep -q podAntiAffinity || return 1
  ! several | grep -q 'name: predecessor' || return 1
  ! several --kube-version 1.29.0 >/dev/null 2>&1 || return 1
  ! several --set webhooks.enabled=true >/dev/null 2>&1
}

# Writes as the service account from two Pods, whose tokens name them.
fences_the_standby() {
  install fenced --set replicas=2,rbac.clusterAdmin=true
  local space pod uid
  space=$(space_of fenced)
  write_as() { "$KUBECTL_BIN" --token "$(<"token-$1")" --server "$(server)" --certificate-authority <(authority) \
    --kubeconfig /dev/null -n "$space" create configmap "$2"; }
  hold() { "$KUBECTL_BIN" -n "$space" patch lease addon-operator-leader-election --type merge \
    -p "{\"spec\":{\"holderIdentity\":\"$1_$(uid_of "$1")\"}}"; }
  uid_of() { "$KUBECTL_BIN" -n "$space" get pod "$1" -o jsonpath='{.metadata.uid}'; }
  for pod in op-0 op-1; do
    "$KUBECTL_BIN" -n "$space" create -f - <<YAML
apiVersion: v1
kind: Pod
metadata: {name: $pod}
spec: {serviceAccountName: fenced-addon-operator, containers: [{name: a, image: a}]}
YAML
    "$KUBECTL_BIN" -n "$space" create token fenced-addon-operator --bound-object-kind Pod --bound-object-name "$pod" \
      --bound-object-uid "$(uid_of "$pod")" >"token-$pod"
  done
  # A user is not fenced, also while there is no Lease.
  "$KUBECTL_BIN" -n "$space" create configmap of-a-user || return 1
  "$KUBECTL_BIN" -n "$space" create -f - <<YAML
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: {name: addon-operator-leader-election}
YAML
  hold op-0
  until_refused write_as op-1 early || return 1
  write_as op-0 of-the-leader && ! write_as op-1 of-the-standby || return 1
  hold op-1
  until_refused write_as op-0 late || return 1
  write_as op-1 of-the-next-leader
}

# The API server takes some milliseconds to know a policy or a Lease: asks again until it refuses.
until_refused() {
  local number
  for number in $(seq 200); do
    "$1" "$2" "$3-$number" >/dev/null 2>&1 || return 0
  done
  return 1
}

keeps_strangers_from_webhooks() {
  ingress() { "$HELM_BIN" template addon-operator "$chart" -s templates/networkpolicy.yaml --set networkPolicy.enabled=true,webhooks.enabled=true "$@" |
    sed -n '/port: webhooks/,$p' | tr -d ' \n'; }
  same '-{port:webhooks,protocol:TCP}' "$(ingress)"
  same '-{port:webhooks,protocol:TCP}from:-ipBlock:cidr:192.0.2.1/32' \
    "$(ingress --set-json 'networkPolicy.webhooksFrom=[{"ipBlock": {"cidr": "192.0.2.1/32"}}]')"
}

# Sets all values that by default add no object and no field.
takes_what_users_expect() {
  install extras --set networkPolicy.enabled=true,podDisruptionBudget.enabled=true \
    --set-json 'networkPolicy.from=[{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}]' \
    --set-json 'networkPolicy.egress=[{"to": [{"ipBlock": {"cidr": "10.0.0.0/8"}}]}]' \
    --set-json 'tolerations=[{"key": "node-role.kubernetes.io/control-plane", "operator": "Exists"}]' \
    --set-json 'topologySpreadConstraints=[{"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": "ScheduleAnyway"}]'
  field() { "$KUBECTL_BIN" -n "$(space_of extras)" get "$1" extras-addon-operator -o jsonpath="$2"; }
  same '["Ingress","Egress"] metrics monitoring 10.0.0.0/8' "$(field networkpolicy \
    '{.spec.policyTypes} {.spec.ingress[0].ports[0].port} {.spec.ingress[0].from[0].namespaceSelector.matchLabels.*} {.spec.egress[0].to[0].ipBlock.cidr}')"
  same '0 AlwaysAllow extras' "$(field poddisruptionbudget \
    '{.spec.maxUnavailable} {.spec.unhealthyPodEvictionPolicy} {.spec.selector.matchLabels.app\.kubernetes\.io/instance}')"
  same 'topology.kubernetes.io/zone extras' "$(field deployment \
    '{.spec.template.spec.topologySpreadConstraints[0].topologyKey} {.spec..labelSelector.matchLabels.app\.kubernetes\.io/instance}')"
  same Exists "$(field deployment '{.spec.template.spec.tolerations[0].operator}')"
}

# The real schema is that of the Prometheus operator; this definition accepts every field.
defines_monitors() {
  "$KUBECTL_BIN" create -f - <<'YAML'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: servicemonitors.monitoring.coreos.com}
spec:
  group: monitoring.coreos.com
  scope: Namespaced
  names: {plural: servicemonitors, singular: servicemonitor, kind: ServiceMonitor, listKind: ServiceMonitorList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
YAML
  "$KUBECTL_BIN" wait --for=condition=Established crd/servicemonitors.monitoring.coreos.com --timeout 60s
}

# The selectors of all objects match the labels of the Pod or the Service, whatever the release's name is.
selectors_match() {
  defines_monitors
  install some --set networkPolicy.enabled=true,podDisruptionBudget.enabled=true,serviceMonitor.enabled=true,serviceMonitor.labels.release=mine
  "$KUBECTL_BIN" -n "$(space_of some)" get networkpolicies,poddisruptionbudgets,services,servicemonitors,deployments \
    -l app.kubernetes.io/instance=some -o json >objects.json
  python3 - <<'PY'
import json
objects = {x["kind"]: x for x in json.load(open("objects.json"))["items"]}
pod = objects["Deployment"]["spec"]["template"]["metadata"]["labels"]
service = objects["Service"]
monitor = objects["ServiceMonitor"]
selections = [
    (objects["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"], pod),
    (objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"], pod),
    (service["spec"]["selector"], pod),
    (monitor["spec"]["selector"]["matchLabels"], service["metadata"]["labels"]),
]
for selector, labels in selections:
    assert selector and selector.items() <= labels.items(), (selector, labels)
assert monitor["metadata"]["labels"]["release"] == "mine", monitor
ports = {port["name"] for port in service["spec"]["ports"]}
assert {endpoint["port"] for endpoint in monitor["spec"]["endpoints"]} <= ports, monitor
assert [endpoint["path"] for endpoint in monitor["spec"]["endpoints"]] == ["/metrics", "/metrics/hooks"], monitor
PY
}

names_the_kind_that_is_missing() {
  local output
  ! output=$(install monitored --set serviceMonitor.enabled=true 2>&1)
  grep -q 'no matches for kind "ServiceMonitor"' <<<"$output"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
claim 'the chart has nothing that helm lint complains about' "$HELM_BIN" lint --strict "$chart"
claim 'values of the wrong form are refused by the chart, which names them' refuses_bad_values
claim 'objects for monitoring, networks and drains are there when somebody asks for them' makes_nothing_unasked
claim 'the port of webhooks lets in only the addresses that somebody names' keeps_strangers_from_webhooks
claim 'several replicas elect a leader, and have a budget and a fence' elects_among_replicas
claim 'the API server accepts an install of the chart' install addon-operator -f "$REPOSITORY/examples/quickstart/rights.yaml"
claim 'the API server accepts an install confined to a namespace' install confined --set rbac.clusterWide=false
claim 'the API server accepts what users expect for monitoring, networks and drains' takes_what_users_expect
claim 'a cluster without the kind ServiceMonitor is told so' names_the_kind_that_is_missing
claim 'what selects the Pod and the Service finds them' selectors_match
claim 'the service account may do what the quickstart needs' may_do_what_the_quickstart_needs
claim 'the service account may do nothing else' may_do_nothing_else
claim 'a second operator in a namespace is refused' has_no_second
claim 'names that YAML takes for numbers, and dots in them, are names' takes_odd_names
claim 'modules may do everything if somebody says so' modules_may_do_everything
claim 'a token of the service account works' works_with_its_token
claim 'only the Pod that holds the Lease may write with the service account' fences_the_standby
