#!/usr/bin/env bash
# Plays mistakes of people with `addon-operator simulate`: what /readyz says of them. Reports in TAP.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../support/claims/claims.sh"
. "$(dirname "${BASH_SOURCE[0]}")/small_platform.sh"

# title_schema: the values of web have a title and replicas, and nothing else.
title_schema() {
  mkdir -p p/modules/010-web/openapi
  echo '{type: object, additionalProperties: false, properties: {title: {type: string}, replicas: {type: integer}}}' \
    | tee p/modules/010-web/openapi/values.yaml >p/modules/010-web/openapi/config-values.yaml
}

patching_hook() {
  platform <<'END'
#!/usr/bin/env bash
if [[ ${1:-} == --config ]]; then
  echo '{configVersion: v1, onStartup: 1}'
  exit
fi
echo '{"op": "add", "path": "/web/replicas", "value": 2}' >"$VALUES_JSON_PATCH_PATH"
END
  title_schema
}

a_values_file_is_named_before_a_hook() {
  patching_hook
  printf 'webEnabled: true\nweb: {title: 5}\n' >p/modules/010-web/values.yaml
  day a <<<'steps: [{expect: {readyz: ["a values file breaks its schema"]}}]'
  simulate 0
  day a <<<'steps: [{expect: {readyz: []}}]'
  simulate 1
  says 'web.title must be of type string, got a number (from '
  says '/p/modules/010-web/values.yaml)'
  ! grep -q 'its patches of values are refused' out || { echo 'the hook is blamed'; return 1; }
}

mistyped_values_are_answered() {
  patching_hook
  day a <<'END'
steps:
- config: {web: {titel: x}}
  expect: {readyz: ["web.titel is a forbidden property (did you mean 'title'?)"]}
- config: {web: "title: y\n"}
  expect: {readyz: ["got a boolean (without quotes y, yes, on and true are the same in YAML: put a text in quotes)"]}
- config: {web: "title: a\n replicas: 2\n"}
  expect: {readyz: ["is the indentation of 'replicas:' wrong? It stands behind 1 space, the line before it behind 0"]}
- config: {web: null, webEnabld: false}
  expect: {readyz: ["ConfigMap key 'webEnabld' has no effect: no module has this name; did you mean webEnabled?"]}
END
  simulate 0
}

a_mistyped_kind_is_named() {
  platform <<'END'
#!/usr/bin/env bash
[[ ${1:-} != --config ]] || echo '{configVersion: v1, kubernetes: [{name: maps, apiVersion: v1, kind: ConfigMapp}]}'
END
  day a <<<'steps: [{expect: {modules: {web: enabled}, readyz: ["did you mean ConfigMap?"]}}]'
  simulate 0
}

claim 'a values file that breaks its schema is named before any hook' a_values_file_is_named_before_a_hook
claim 'mistyped keys and values of the ConfigMap are answered with what was meant' mistyped_values_are_answered
claim 'a kind that nobody serves and that is near to one that is served is named' a_mistyped_kind_is_named
