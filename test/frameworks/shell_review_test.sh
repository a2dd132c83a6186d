#!/usr/bin/env bash
# The answers of hooks to the API server: frameworks/shell/review.sh.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# answers MODE EXPECTED CODE: the answer of a hook whose handler is CODE.
answers() {
  rm -f answer
  hook "$1" <<<"$handler() { $3; }"
  status=0
  env -i PATH="$PATH" BINDING_CONTEXT_PATH=contexts.json VALIDATING_RESPONSE_PATH=answer \
    CONVERSION_RESPONSE_PATH=answer ./hook >out 2>err || status=$?
  cat err
  same 0 "$status" && same "$2" "$(<answer)"
}

refuses() { # CODE TEXT
  rm -f answer
  hook strict <<<"$handler() { $1; }"
  status=0
  env -i PATH="$PATH" BINDING_CONTEXT_PATH=contexts.json VALIDATING_RESPONSE_PATH=answer \
    CONVERSION_RESPONSE_PATH=answer ./hook >out 2>err || status=$?
  cat err
  ((status != 0)) && grep -F "$2" err && [[ ! -s answer ]]
}

contexts '{"binding": "a.b.c", "type": "Validating",
  "review": {"request": {"operation": "CREATE", "object": {"metadata": {"name": "new"}}}}}'
handler=__on_validating::a.b.c
for mode in strict lax; do
  claim "allow lets the request go on, $mode" answers $mode '{"allowed":true}' 'review::allow'
  claim "warnings are texts as they are, $mode" \
    answers $mode '{"allowed":true,"warnings":["a \"b\"","-c"]}' "review::allow 'a \"b\"' -c"
  claim "deny has a message, $mode" answers $mode '{"allowed":false,"message":"--no"}' 'review::deny --no'
  claim "deny may have warnings, $mode" \
    answers $mode '{"allowed":false,"message":"no","warnings":["w"]}' 'review::deny no w'
  claim "the last answer counts, $mode" answers $mode '{"allowed":true}' 'review::deny no; review::allow'
done
claim 'a refusal needs a message' refuses 'review::deny' 'review::deny needs a message'
claim 'object reads the object of the request' \
  answers strict '{"allowed":false,"message":"new x"}' \
  'review::deny "$(review::object ".metadata.name + \$x" -r --arg x " x")"'
contexts '{"binding": "a.b.c", "type": "Validating",
  "review": {"request": {"operation": "DELETE", "object": null, "oldObject": {"metadata": {"name": "old"}}}}}'
claim 'object reads the object that goes' \
  answers strict '{"allowed":false,"message":"old"}' 'review::deny "$(review::object .metadata.name -r)"'

contexts '{"binding": "a.b.c", "type": "Mutating", "review": {"request": {}}}'
handler=__on_mutating::a.b.c
claim 'patch changes the object' answers strict \
  "{\"allowed\":true,\"patch\":\"$(printf '[{"op":"remove","path":"/a"}]' | base64 -w0)\",\"warnings\":[\"w\"]}" \
  'review::patch "[{\"op\": \"remove\", \"path\": \"/a\"}]" w'
claim 'an empty patch changes nothing' answers strict '{"allowed":true}' 'review::patch "[]"'
claim 'a patch that is no JSON ends the handler' refuses 'review::patch "[" ' 'jq: error'

contexts '{"binding": "tabs", "type": "Conversion", "fromVersion": "x.io/v1", "toVersion": "x.io/v2", "review":
  {"request": {"objects": [{"apiVersion": "x.io/v1", "spec": {"a": 1}}, {"apiVersion": "x.io/v1", "spec": {}}]}}}'
for handler in __on_conversion::tabs::x.io.v1::x.io.v2 __on_conversion::tabs __main__; do
  claim "each converts all objects, and sets their version, in $handler" answers strict \
    '{"convertedObjects":[{"apiVersion":"x.io/v2","spec":{"b":1}},{"apiVersion":"x.io/v2","spec":{"b":null}}]}' \
    'conversion::each ".spec |= {b: .a}"'
done
contexts '{"binding": "tabs", "type": "Conversion", "fromVersion": "v1", "toVersion": "v2", "review":
  {"request": {"objects": [{"apiVersion": "x.io/v1"}]}}}'
claim 'a short version keeps the group of the object' answers strict \
  '{"convertedObjects":[{"apiVersion":"x.io/v2","k":"5"}]}' 'conversion::each ".k = \$k" --arg k 5'
claim 'fail refuses all objects' answers strict '{"failedMessage":"no way"}' 'conversion::fail "no way"'
claim 'a failure needs a message' refuses 'conversion::fail' 'conversion::fail needs a message'
