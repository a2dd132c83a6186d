#!/usr/bin/env bash
# context::*: what a handler reads of its binding context.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016,SC2119
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

contexts '{
  "binding": "pods", "type": "Event", "yes": true, "no": false, "nothing": null, "text": "true",
  "object": {
    "metadata": {"name": "web-1", "annotations": {"example.com/owner": "me", "0": "zero"}},
    "spec": {"host-name": "h", "containers": [{"image": "a:1"}, {"image": "b:2"}]}
  }
}'

claim 'a string is printed without quotes' printed strict web-1 'context::get object.metadata.name'
claim 'what is no string is printed as JSON' \
  printed strict '{"image":"a:1"}' 'context::get object.spec.containers.0 | jq -c .'
claim 'a number in a path is the index of an array' printed strict b:2 'context::get object.spec.containers.1.image'
claim 'an index may be written in brackets' printed strict b:2 "context::get 'object.spec.containers[1].image'"
claim 'a number in a path may be a key' printed strict zero 'context::get object.metadata.annotations.0'
claim 'a key with dots is quoted by "' \
  printed strict me "context::get 'object.metadata.annotations.\"example.com/owner\"'"
claim "a key with dots is quoted by '" \
  printed strict me "context::get \"object.metadata.annotations.'example.com/owner'\""
claim 'a quoted key may stand in brackets' \
  printed strict me "context::get 'object.metadata.annotations[\"example.com/owner\"]'"
claim 'a key may have a hyphen' printed strict h 'context::get object.spec.host-name'
claim 'the empty path is the whole context' printed strict pods "context::get '' | jq -r .binding"
claim 'nothing is printed as null' printed strict null 'context::get object.spec.volumes.0.name'
claim 'something below a text is nothing' printed strict null 'context::get text.more'
claim 'a required value is printed' printed strict web-1 'context::get --required object.metadata.name'
claim 'a required null is printed' printed strict null 'context::get --required nothing'
claim 'a required value that is missing is an error, strict' \
  failed strict 'context::get --required object.status; echo reached' "'object.status' is required and missing"
claim 'a required value that is missing is an error, lax' \
  failed lax 'context::get --required object.status || exit' "'object.status' is required and missing"
claim 'an expression of jq is refused as a path, with the call to use' \
  failed strict "context::get 'object | length'" "is no path: expected keys like a.0.\"b.c\"; for an expression use \
context::jq (or values::jq): context::jq -r '.object | length'"
claim 'that call works' printed strict 2 "context::jq -r '.object | length'"
for expression in 'object.spec.containers[].image' 'object.spec.containers[-1]' 'object.spec.containers[0:1]' \
  'object.status?' 'object.status // 1' 'object.status//1' 'yes==true' 'object.metadata.name,.binding' 'object|keys'; do
  claim "$expression is refused, too" failed strict "context::get '$expression'" 'is no path'
done
claim 'a key may have a slash' printed strict null 'context::get object.app/name'
claim 'a key with a character of an expression is quoted' printed strict null "context::get 'object.\"a+b?\"'"

claim 'has finds a key' printed strict yes 'context::has object.metadata && echo yes'
claim 'has finds a key of the context itself' printed strict yes 'context::has binding && echo yes'
claim 'has finds an index in brackets' printed strict yes "context::has 'object.spec.containers[1]' && echo yes"
claim 'has finds a null' printed strict yes 'context::has nothing && echo yes'
claim 'has finds an index' printed strict yes 'context::has object.spec.containers.1 && echo yes'
claim 'has finds a quoted key' \
  printed strict yes "context::has 'object.metadata.annotations.\"example.com/owner\"' && echo yes"
claim 'has does not find a key that is missing' printed strict no 'context::has object.status || echo no'
claim 'has does not find an index behind the end' printed strict no 'context::has object.spec.containers.2 || echo no'
claim 'has does not find a name in an array' printed strict no 'context::has object.spec.containers.image || echo no'
claim 'has does not find a key below what is missing' printed strict no 'context::has object.status.phase || echo no'
claim 'has does not find a key of a text' printed strict no 'context::has text.more || echo no'

claim 'is_true is for true' printed strict yes 'context::is_true yes && echo yes'
claim 'is_true is not for the text true' printed strict no 'context::is_true text || echo no'
claim 'is_true is not for what is missing' printed strict no 'context::is_true missing || echo no'
claim 'is_false is for false' printed strict yes 'context::is_false no && echo yes'
claim 'is_false is not for null' printed strict no 'context::is_false nothing || echo no'
claim 'is_null is for null' printed strict yes 'context::is_null nothing && echo yes'
claim 'is_null is for what is missing' printed strict yes 'context::is_null missing && echo yes'
claim 'is_null is not for false' printed strict no 'context::is_null no || echo no'

claim 'context::jq is jq over the context, with all its options' \
  printed strict 'web-1 is 1' "context::jq -r --arg n 1 '.object.metadata.name + \" is \" + \$n'"
claim 'the exit code of jq -e is that of context::jq, strict' \
  printed strict no 'context::jq -e .no >/dev/null || echo no'
claim 'the exit code of jq -e is that of context::jq, lax' \
  printed lax no 'context::jq -e .no >/dev/null || echo no'
claim 'context::global::jq is jq over all contexts' printed strict 1 'context::global::jq length'

each_its_own() {
  contexts '{"binding": "a", "x": 1}' '{"binding": "b", "x": 2}'
  printed "$1" $'1 1\n2 2' 'echo "$(context::get x) $(context::jq .x)"'
}
claim 'each handler reads its own context, strict' each_its_own strict
claim 'each handler reads its own context, lax' each_its_own lax
