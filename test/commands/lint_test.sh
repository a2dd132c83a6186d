#!/usr/bin/env bash
# What `addon-operator lint DIR` finds and how it ends, without a cluster. Reports in TAP.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../support/claims/claims.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export TMPDIR=$scratch
unset KUBECONFIG

# platform NAME: a platform without faults in the directory NAME
platform() {
  mkdir -p "$1"/modules/010-web/{templates,hooks,openapi} "$1/global-hooks"
  echo '{web: {title: hello}, webEnabled: true}' >"$1/modules/values.yaml"
  echo '{type: object, properties: {title: {type: string}, size: {type: integer}}}' >"$1/modules/010-web/openapi/config-values.yaml"
  echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {title: "{{ .Values.web.title }}"}}' \
    >"$1/modules/010-web/templates/a.yaml"
  printf '#!/bin/sh\necho "{configVersion: v1, beforeHelm: 1}"\n' >"$1/modules/010-web/hooks/a.sh"
  chmod +x "$1/modules/010-web/hooks/a.sh"
}

# lint CODE ARGUMENT...
lint() {
  local code=$1 status=0
  shift
  "$OPERATOR_BIN" lint "$@" >out 2>errors </dev/null || status=$?
  cat out errors
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}
has() { grep -qF -- "$1" out || { echo "not printed: $1"; return 1; }; }
says() { grep -qF -- "$1" errors || { echo "nothing says: $1"; return 1; }; }
# finds PLATFORM LEVEL CODE PATH WORDS: lint prints one finding, with these parts.
finds() {
  local code=0
  [[ $2 == error ]] && code=1
  lint "$code" "$1" && grep -F -- ": $2: " out | grep -F -- "[$3]" | grep -F -- "$4" | grep -qF -- "$5" ||
    { echo "no $2 $3 at $4: $5"; return 1; }
  (($(wc -l <out) == 2)) || { echo 'other findings'; return 1; }
}

sound() { platform ok && lint 0 ok && has '0 errors, 0 warnings'; }
# The hooks of examples/webhooks find their frameworks in the image alone.
example() {
  lint 0 "$here/../../examples/quickstart" && has 'global.discovery is required' && has tests/values &&
    lint 0 "$here/../../examples/quickstart" --values "$here/../../examples/quickstart/tests/values.yaml" &&
    has '0 errors, 0 warnings'
}
in_place() { platform place && echo 'web: [' >place/modules/values.yaml && cd place && finds . error module-cannot-run modules/values.yaml:2 YAML; }
no_tmp() { platform tmp && TMPDIR=/nowhere lint 1 tmp && has '$TMPDIR'; }
bad_config() {
  platform config && printf '#!/bin/sh\necho broken >&2\nexit 3\n' >config/modules/010-web/hooks/a.sh &&
    finds config error hook-config modules/010-web/hooks/a.sh 'exit code 3: broken'
}
silenced() {
  platform silenced && printf '#!/bin/sh\n# lint: off hook-config needs a cluster\nexit 3\n' >silenced/modules/010-web/hooks/a.sh &&
    lint 0 silenced && has '0 errors, 0 warnings'
}
bad_filter() {
  platform filter && cat >filter/modules/010-web/hooks/a.sh <<'END' &&
#!/bin/sh
echo '{"configVersion": "v1", "kubernetes": [{"kind": "Pod", "jqFilter": ".a |"}]}'
END
    finds filter error hook-config modules/010-web/hooks/a.sh jqFilter
}
no_bit() { platform bit && chmod -x bit/modules/010-web/hooks/a.sh && finds bit warning hook-not-executable modules/010-web/hooks/a.sh 'chmod +x'; }
bad_schema() {
  platform schema && echo '{properties: {title: {const: hello}}}' >schema/modules/010-web/openapi/config-values.yaml &&
    finds schema error module-cannot-run modules/010-web "'const' is not supported"
}
bad_values() {
  platform values && echo '{web: {title: 3}}' >values/modules/values.yaml &&
    finds values warning file-suspicious modules/010-web 'web.title must be of type string'
}
bad_template() {
  platform template && rm template/modules/010-web/hooks/a.sh && echo '{{ fail "on purpose" }}' >template/modules/010-web/templates/b.yaml &&
    finds template error chart-not-rendered modules/010-web 'on purpose'
}
unknown_values() {
  platform unknown && echo '# {{ required "no host" .Values.web.host }}' >unknown/modules/010-web/templates/b.yaml &&
    finds unknown warning chart-not-rendered modules/010-web tests/values || return
  sed -i 's/size:/host: {type: string}, size:/' unknown/modules/010-web/openapi/config-values.yaml
  mkdir -p unknown/modules/010-web/tests/values && echo '{web: {host: a}}' >unknown/modules/010-web/tests/values/all.yaml
  lint 0 unknown && has '0 errors, 0 warnings' && lint 0 unknown --no-charts && lint 0 unknown --values unknown/modules/010-web/tests/values/all.yaml && has '0 errors, 0 warnings'
}
bad_example() {
  platform example && mkdir -p example/modules/010-web/tests/values && echo '{web: {size: big}}' >example/modules/010-web/tests/values/a.yaml &&
    echo '{x-extend: {schema: config-values.yaml}}' >example/modules/010-web/openapi/values.yaml &&
    finds example error values-invalid modules/010-web/tests/values/a.yaml size
}
bad_definition() {
  platform crd && mkdir crd/modules/010-web/crds && echo '{kind: Pod}' >crd/modules/010-web/crds/a.yaml &&
    finds crd error definitions modules/010-web/crds/a.yaml CustomResourceDefinition
}
forms() {
  platform forms && printf '#!/bin/sh\nexit 3\n' >forms/modules/010-web/hooks/a.sh && lint 1 forms -o json &&
    python3 -c 'import json; x, = json.load(open("out")); assert x["code"] == "hook-config", x' && lint 1 forms -o sarif &&
    python3 -c 'import json; x, = json.load(open("out"))["runs"][0]["results"]; assert x["level"] == "error", x' &&
    lint 1 forms -o junit && python3 -c 'import xml.dom.minidom as x; assert x.parse("out").getElementsByTagName("failure")'
}
no_platform() { lint 2 nowhere && says 'nowhere is no directory' && mkdir empty && lint 1 empty && has platform-unreadable; }
no_room() { platform room && { "$OPERATOR_BIN" lint room >/dev/full 2>errors; same 2 $?; } && says 'could not be written'; }

claim 'a platform without faults has no findings' sound
claim 'the quickstart has no findings with the values of its hook' example
claim 'paths are told from the directory that is examined' in_place
claim 'a missing directory for temporary files is named' no_tmp
claim 'a hook that does not tell its configuration is an error' bad_config
claim 'a file silences a rule with a reason' silenced
claim 'a wrong filter is found' bad_filter
claim 'a hook that is not executable is a warning' no_bit
claim 'a wrong schema is found' bad_schema
claim 'values against the schema are found' bad_values
claim 'a template that fails is found' bad_template
claim 'a chart that may lack values of hooks is a warning, and takes an example' unknown_values
claim 'an example against the schema is found' bad_example
claim 'a file in crds/ that is no definition is found' bad_definition
claim 'findings come as JSON, SARIF and JUnit' forms
claim 'a directory that is not there is refused, and one without modules has an error' no_platform
claim 'findings that could not be written are a failure' no_room
