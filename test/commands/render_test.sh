#!/usr/bin/env bash
# What `addon-operator module render NAME --values FILE` prints and how it ends, without an operator. Reports in TAP.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../support/claims/claims.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export MODULES_DIR=modules GLOBAL_HOOKS_DIR=global-hooks TMPDIR=$scratch/tmp
unset KUBECONFIG

mkdir -p tmp global-hooks modules/010-web/{templates,openapi} modules/020-plain modules/030-bad/templates
echo '{web: {title: from disk, keep: {a: 1}}, webEnabled: true, badEnabled: true}' >modules/values.yaml
echo '{type: object, properties: {title: {type: string}, keep: {type: object, additionalProperties: true}, password: {type: string, x-secret: true}}}' \
  >modules/010-web/openapi/values.yaml
cat >modules/010-web/templates/a.yaml <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: "{{ .Release.Namespace }}"}
data:
  title: {{ .Values.web.title | quote }}
  keep: {{ .Values.web.keep | toJson | quote }}
  password: {{ .Values.web.password | default "" | quote }}
  enabled: {{ .Values.global.enabledModules | join "," | quote }}
END
echo '{{ fail "broken on purpose" }}' >modules/030-bad/templates/a.yaml

# renders CODE VALUES [ARGUMENT...]: renders `web` with these values, or the module in $module.
renders() {
  local code=$1 status=0
  echo "$2" >values.yaml
  shift 2
  "$OPERATOR_BIN" module render "${module:-web}" --values values.yaml "$@" >out 2>&1 </dev/null || status=$?
  cat out
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}
says() { grep -qF -- "$1" out || { echo "nothing says: $1"; return 1; }; }

lies_over() { renders 0 'web: {title: from here, keep: {b: 2}}' && says 'title: from here' && says '\"a\":1,\"b\":2'; }
names_only() { renders 0 '{}' -o text && [[ $(cat out) == default/ConfigMap/a ]]; }
has_namespace() { renders 0 '' --namespace d8 && says 'namespace: d8'; }
hides() {
  renders 0 'web: {password: hunter2marker}' && says '<redacted>' && ! says hunter2marker >/dev/null &&
    renders 0 'web: {password: hunter2marker}' --show-secrets && says hunter2marker
}
switches() { renders 0 'badEnabled: false' && says 'enabled: web' && renders 0 '' && says 'enabled: web,bad'; }
checks() { renders 2 'web: {title: 7}' && says "'web'" && says 'web.title must be of type string'; }
knows_keys() { renders 2 'wep: {}' && says "'wep' is neither 'global' nor the key of a module" && says 'web, plain, bad'; }
needs_a_map() { renders 2 'web: 3' && says "'web' must be a map" && renders 2 '[]' && says 'expected keys'; }
knows_modules() { module=wep renders 2 '' && says "there is no module 'wep'; there are: web, plain, bad"; }
has_no_chart() { module=plain renders 2 '' && says 'neither Chart.yaml nor templates'; }
fails() { module=bad renders 1 '' && says "module 'bad': helm template: " && says 'broken on purpose'; }
refuses_diff() { renders 2 '' --diff && says '--diff'; }
leaves_nothing() { renders 0 '' && [[ -z $(ls -A tmp) ]]; }

claim 'a file lies over the values on disk' lies_over
claim 'names alone are printed as text' names_only
claim 'the namespace is that of the release' has_namespace
claim 'what schemas mark as secret is hidden' hides
claim 'modules are switched by the file' switches
claim 'values are checked by the schemas' checks
claim 'a key that nobody has is refused' knows_keys
claim 'a section that is no map is refused' needs_a_map
claim 'a module that is not there is refused with those that are' knows_modules
claim 'a module without a chart is named' has_no_chart
claim 'a chart that fails is named with the words of helm' fails
claim 'a comparison needs an operator' refuses_diff
claim 'no files are left' leaves_nothing
