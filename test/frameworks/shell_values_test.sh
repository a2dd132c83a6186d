#!/usr/bin/env bash
# values::*: what a hook reads of the values, and the patch (RFC 6902) that it makes of its changes.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016,SC2119
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

values '{
  "global": {"project": "demo"},
  "webApp": {"replicas": 2, "tls": false, "hosts": ["a", "b"], "a~b": {"c/d": 1}}
}'
config_values '{"global": null, "webApp": {"replicas": 5, "tls": true}}'

# patches MODE EXPECTED CODE [FILE]: the patch that CODE leaves as `__main__` of a hook, which succeeds.
patches() {
  hook "$1" <<<"__main__() { $3; }"
  run_hook
  cat err
  same 0 "$status" && same "$2" "$(jq -c . "${4:-values-patch}")"
}

claim 'get reads the values' printed strict 2 'values::get webApp.replicas'
claim 'get --config reads the configuration' printed strict 5 'values::get --config webApp.replicas'
claim 'get prints null for nothing' printed strict null 'values::get webApp.image'
claim 'get --required fails for nothing' \
  failed strict 'values::get --config --required webApp.image; echo reached' "'webApp.image' is required and missing"
claim 'get refuses an option that it does not know' failed lax 'values::get --all x || exit' "unknown option '--all'"
claim 'jq is jq over the values' printed strict '["a","b"]' 'values::jq -c .webApp.hosts'
claim 'jq --config is jq over the configuration' printed strict 5 'values::jq --config .webApp.replicas'
claim 'has finds what is there' printed strict yes 'values::has webApp.hosts.1 && echo yes'
claim 'has --config looks into the configuration' printed strict no 'values::has --config webApp.hosts || echo no'
claim 'is_false is for false' printed strict yes 'values::is_false webApp.tls && echo yes'
claim 'is_true --config is for true in the configuration' \
  printed strict yes 'values::is_true --config webApp.tls && echo yes'
claim 'is_null is for what is missing' printed strict yes 'values::is_null webApp.image && echo yes'
claim 'array_has finds an item' printed strict yes 'values::array_has webApp.hosts b && echo yes'
claim 'array_has does not find what is no item' printed strict no 'values::array_has webApp.hosts c || echo no'
claim 'array_has does not search a number' printed strict no 'values::array_has webApp.replicas 2 || echo no'
claim 'a file that cannot be read has another exit code than a "no"' \
  printed strict 2 'VALUES_PATH=missing values::has webApp 2>/dev/null || echo $?'
claim 'get_first_defined prints the first that is there' \
  printed strict 2 'values::get_first_defined webApp.image webApp.replicas webApp.tls'
claim 'get_first_defined fails if none is there' printed strict no 'values::get_first_defined a b || echo no'
claim 'require_in_config fails for what users have not set' \
  failed strict 'values::require_in_config webApp.hosts; echo reached' "'webApp.hosts' is required and missing"
claim 'require_in_config is silent about what users have set' printed strict '' 'values::require_in_config webApp.tls'

claim 'set adds a value, strict' \
  patches strict '{"op":"add","path":"/webApp/replicas","value":3}' 'values::set webApp.replicas 3'
claim 'set adds a value, lax' \
  patches lax '{"op":"add","path":"/webApp/replicas","value":3}' 'values::set webApp.replicas 3'
claim 'set takes JSON' patches strict '{"op":"add","path":"/webApp/x","value":{"a":[1,null]}}' \
  "values::set webApp.x '{\"a\": [1, null]}'"
claim 'set takes what is no JSON as a string' \
  patches strict '{"op":"add","path":"/webApp/x","value":"some text"}' 'values::set webApp.x "some text"'
claim 'set takes what only looks like a number as a string' \
  patches strict $'{"op":"add","path":"/webApp/x","value":"007"}\n{"op":"add","path":"/webApp/y","value":"nan"}' \
  'values::set webApp.x 007; values::set webApp.y nan'
claim 'set takes empty text as a string' \
  patches strict '{"op":"add","path":"/webApp/x","value":""}' 'values::set webApp.x ""'
claim 'set --string takes a number as a string' \
  patches strict '{"op":"add","path":"/webApp/x","value":"12"}' 'values::set --string webApp.x 12'
claim 'set keeps newlines' \
  patches strict '{"op":"add","path":"/webApp/x","value":"a\nb\n"}' "values::set webApp.x \$'a\nb\n'"
claim 'set escapes keys as RFC 6901 says' patches strict '{"op":"add","path":"/webApp/a~0b/c~1d","value":2}' \
  "values::set webApp.a~b.c/d 2"
claim 'set makes the objects on the way' \
  patches strict '{"op":"add","path":"/webApp/a","value":{"b":{"c":1}}}' 'values::set webApp.a.b.c 1'
claim 'a second set in the same object keeps the first' \
  patches strict $'{"op":"add","path":"/webApp/a","value":{"b":1}}\n{"op":"add","path":"/webApp/a/c","value":2}' \
  'values::set webApp.a.b 1; values::set webApp.a.c 2'
claim 'set replaces an item of an array' \
  patches strict '{"op":"replace","path":"/webApp/hosts/1","value":"c"}' 'values::set webApp.hosts.1 c'
claim 'set appends to an array' \
  patches strict '{"op":"add","path":"/webApp/hosts/-","value":"c"}' 'values::set webApp.hosts.- c'
claim 'set refuses to go through a text' \
  failed strict 'values::set global.project.name x; echo reached' "'global.project' is a string"
claim 'set of a flag is an operation of its own' \
  patches strict '{"op":"add","path":"/webAppEnabled","value":true}' 'values::set webAppEnabled true'
claim 'set --config patches the configuration' \
  patches strict '{"op":"add","path":"/webApp/password","value":"p"}' \
  'values::set --config webApp.password p' config-values-patch
claim 'set --config works in a section that does not exist yet' \
  patches strict '{"op":"add","path":"/global/a","value":{"b":1}}' \
  'values::set --config global.a.b 1' config-values-patch
claim 'unset removes a value' patches strict '{"op":"remove","path":"/webApp/hosts"}' 'values::unset webApp.hosts'
claim 'unset of what does not exist does nothing' patches strict '' 'values::unset webApp.image'
claim 'unset sees what the same run has set' \
  patches strict $'{"op":"add","path":"/webApp/x","value":1}\n{"op":"remove","path":"/webApp/x"}' \
  'values::set webApp.x 1; values::unset webApp.x; values::unset webApp.x'
claim 'set sees a patch that the hook has written by itself' \
  patches strict "$(printf '%s\n' '{"op":"move","from":"/webApp/hosts","path":"/webApp/x"}' \
    '{"op":"add","path":"/webApp/hosts","value":{"a":1}}')" \
  $'jq -n \'{op: "move", from: "/webApp/hosts", path: "/webApp/x"}\' >$VALUES_JSON_PATCH_PATH
    values::set webApp.hosts.a 1'
claim 'set makes the file of the patch if there is none' \
  patches lax '{"op":"add","path":"/webApp/replicas","value":3}' \
  'rm "$VALUES_JSON_PATCH_PATH"; values::set webApp.replicas 3'
claim 'reading shows the values as they were at the beginning' \
  printed strict 2 'values::set webApp.replicas 9; values::get webApp.replicas'

large_value() {
  hook strict <<<'__main__() { values::set webApp.x "$(head -c 300000 /dev/zero | tr "\0" x)"; }'
  run_hook
  same 0 "$status" && same 300000 "$(jq '.value | length' values-patch)"
}
claim 'a value may be longer than an argument of a process' large_value

several_contexts() {
  contexts '{"binding": "a"}' '{"binding": "b"}'
  patches "$1" $'{"op":"add","path":"/webApp/a","value":1}\n{"op":"add","path":"/webApp/b","value":1}' \
    'values::set webApp.$BINDING_CONTEXT_CURRENT_BINDING 1'
}
claim 'the changes of all handlers are in the patch, strict' several_contexts strict
claim 'the changes of all handlers are in the patch, lax' several_contexts lax
