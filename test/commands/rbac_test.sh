#!/usr/bin/env bash
# What `addon-operator rbac DIR` prints and how it ends, without a cluster. Reports in TAP.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../support/claims/claims.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export TMPDIR=$scratch
unset KUBECONFIG

mkdir -p modules/010-web/{templates,hooks,crds} global-hooks
echo '{web: {title: from disk}, webEnabled: true}' >modules/values.yaml
cat >modules/010-web/templates/a.yaml <<'END'
apiVersion: {{ if .Values.web.custom }}example.com/v1{{ else }}v1{{ end }}
kind: {{ .Values.web.custom | default "ConfigMap" }}
metadata: {name: a}
---
apiVersion: batch/v1
kind: Job
metadata: {name: before, annotations: {helm.sh/hook: pre-install}}
END
cat >modules/010-web/crds/mouse.yaml <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: mice.example.com}
spec: {group: example.com, names: {kind: Mouse, plural: mice}}
END
cat >modules/010-web/hooks/watch.sh <<'END'
#!/usr/bin/env bash
if [[ ${1:-} == --config ]]; then
  echo '{"configVersion": "v1", "kubernetes": [{"kind": "Mouse", "apiVersion": "example.com/v1"}]}'
  exit
fi
echo '{"operation": "DeleteInBackground", "kind": "Pod", "name": "old"}' >"$KUBERNETES_PATCH_PATH"
END
chmod +x modules/010-web/hooks/watch.sh

# rights CODE [ARGUMENT...]
rights() {
  local code=$1 status=0
  shift
  "$OPERATOR_BIN" rbac . "$@" >out 2>errors </dev/null || status=$?
  cat out errors
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}
has() { grep -qF -- "$1" out || { echo "not printed: $1"; return 1; }; }
says() { grep -qF -- "$1" errors || { echo "nothing says: $1"; return 1; }; }
rule() { tr -d '\n' <out | grep -qF -- "apiGroups: [$1]      resources: [$2]      verbs: [$3]" || { echo "no rule for $2: $3"; return 1; }; }

of_release='get, list, watch, create, patch, delete'
finds_all() {
  rights 0 && rule "''" configmaps "$of_release" && rule batch jobs "$of_release" && rule example.com mice 'list, watch' &&
    rule "''" pods delete && has "# hook 'hooks/watch.sh' of module 'web', object patches"
}
takes_values() { echo '{web: {custom: Mouse}}' >values.yaml && rights 0 --values values.yaml && rule example.com mice "$of_release"; }
reads_templates() {
  echo '{{ fail "on purpose" }}' >modules/010-web/templates/b.yaml
  rights 1 && says 'cannot be rendered' && says 'on purpose' && rule batch jobs "$of_release"
  local status=$?
  rm modules/010-web/templates/b.yaml
  return "$status"
}
names_bad_hook() {
  printf '#!/bin/sh\necho broken >&2\nexit 3\n' >global-hooks/bad.sh
  chmod +x global-hooks/bad.sh
  rights 1 && says "global hook 'bad.sh'" && says 'exit code 3: broken' && rule batch jobs "$of_release"
  local status=$?
  rm global-hooks/bad.sh
  return "$status"
}
refuses_directory() { ! "$OPERATOR_BIN" rbac nowhere >out 2>errors && says 'nowhere/modules does not exist'; }
refuses_values() { rights 2 --values nowhere.yaml && says nowhere.yaml; }
chart_takes_it() {
  rights 0 && "$HELM_BIN" template x "$here/../../charts/addon-operator" -f out >rendered && grep -q 'resources: *$' rendered &&
    grep -q -- '- mice' rendered
}
quickstart_is_known() {
  "$OPERATOR_BIN" rbac "$here/../../examples/quickstart" >out 2>errors && rule policy poddisruptionbudgets "$of_release" &&
    rule "''" secrets 'get, list, watch, create, update, delete' && rule "''" nodes 'list, watch'
}

claim 'charts, bindings, object patches and definitions of modules are found' finds_all
claim 'values bring other objects' takes_values
claim 'of a chart that cannot be rendered the templates are read' reads_templates
claim 'a hook that does not tell its configuration is named, and the rest is printed' names_bad_hook
needs_room() {
  local status=0
  "$OPERATOR_BIN" rbac . >/dev/full 2>errors || status=$?
  same 2 $status && says 'the list could not be written'
}
looks_for_lookup() {
  echo '# {{ lookup "v1" "Node" "" "" | len }}' >modules/010-web/templates/c.yaml
  rights 0 && says "chart of module 'web' reads the cluster by lookup"
  local status=$?
  rm modules/010-web/templates/c.yaml
  return "$status"
}

shows_remarks_once() {
  echo '# {{ lookup "v1" "Node" "" "" | len }}' >modules/010-web/templates/c.yaml
  python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))' "$OPERATOR_BIN" rbac . >out </dev/null
  rm modules/010-web/templates/c.yaml
  same 1 "$(grep -c 'reads the cluster by lookup' out)"
}

claim 'on a terminal each remark is seen once' shows_remarks_once
claim 'what a rendering without a cluster does not show is said' looks_for_lookup
claim 'a list that could not be written whole is a failure' needs_room
claim 'a platform that is not there is refused' refuses_directory
claim 'a file of values that is not there is refused' refuses_values
claim "the operator's chart takes what is printed" chart_takes_it
claim "the quickstart's rights are found" quickstart_is_known
