#!/usr/bin/env bash
# hook::run: which function of a hook is called, and what becomes of its exit code.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016,SC2119
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# calls EXPECTED CONTEXT FUNCTION...: which of these functions of a hook is called.
calls() {
  local expected=$1
  contexts "$2"
  shift 2
  printf '%s() { echo "${FUNCNAME[0]}"; }\n' "$@" | hook strict
  run_hook
  cat err
  same 0 "$status" && same "$expected" "$(<out)"
}

event() { echo '{"binding": "pods", "type": "Event", "watchEvent": "'"$1"'", "object": {}}'; }
lifecycle() { calls "$1" '{"binding": "'"$2"'"}' "$1" __main__; }

config_is_printed() {
  hook strict <<<'__config__() { echo "configVersion: v1"; }; __main__() { echo wrong; }'
  run_hook --config
  same 0 "$status" && same 'configVersion: v1' "$(<out)"
}
config_fails() {
  hook "$1" <<<'__config__() { return 7; }'
  run_hook --config
  same 7 "$status"
}

claim '--config calls __config__ and nothing else' config_is_printed
claim 'a __config__ that fails is the end of the hook, strict' config_fails strict
claim 'a __config__ that fails is the end of the hook, lax' config_fails lax

claim 'onStartup calls __on_startup' lifecycle __on_startup onStartup
claim 'beforeAll calls __before_all' lifecycle __before_all beforeAll
claim 'afterAll calls __after_all' lifecycle __after_all afterAll
claim 'beforeHelm calls __before_helm' lifecycle __before_helm beforeHelm
claim 'afterHelm calls __after_helm' lifecycle __after_helm afterHelm
claim 'beforeDeleteHelm calls __before_delete_helm' lifecycle __before_delete_helm beforeDeleteHelm
claim 'afterDeleteHelm calls __after_delete_helm' lifecycle __after_delete_helm afterDeleteHelm
claim 'a schedule calls the function of its name' \
  calls __on_schedule::nightly '{"binding": "nightly", "type": "Schedule"}' __on_schedule::nightly __main__
claim 'a group calls the function of the group' \
  calls __on_group::facts '{"binding": "nodes", "type": "Group", "groupName": "facts"}' \
  __on_group::facts __on_group::nodes __main__
claim 'a group calls the function of the binding if there is none of the group' \
  calls __on_group::nodes '{"binding": "nodes", "type": "Group", "groupName": "facts"}' __on_group::nodes __main__
conversion='{"binding": "tabs", "type": "Conversion", "fromVersion": "x.io/v1", "toVersion": "v2", "review": {}}'
claim 'a conversion calls the function of its step' \
  calls __on_conversion::tabs::x.io.v1::v2 "$conversion" __on_conversion::tabs::x.io.v1::v2 __on_conversion::tabs __main__
claim 'a conversion calls the function of its name if there is none of its step' \
  calls __on_conversion::tabs "$conversion" __on_conversion::tabs __main__
claim 'a review calls the function of its webhook' \
  calls __on_mutating::a.b.c '{"binding": "a.b.c", "type": "Mutating", "review": {}}' __on_mutating::a.b.c __main__
claim 'Synchronization calls a function of its own' \
  calls __on_kubernetes::pods::synchronization '{"binding": "pods", "type": "Synchronization", "objects": []}' \
  __on_kubernetes::pods __on_kubernetes::pods::synchronization __main__
claim 'Synchronization may call the function of the binding' \
  calls __on_kubernetes::pods '{"binding": "pods", "type": "Synchronization", "objects": []}' \
  __on_kubernetes::pods __on_kubernetes::pods::added __main__
claim 'Added calls ::added before ::added_or_modified' \
  calls __on_kubernetes::pods::added "$(event Added)" \
  __on_kubernetes::pods __on_kubernetes::pods::added_or_modified __on_kubernetes::pods::added
claim 'Modified calls ::modified before ::added_or_modified' \
  calls __on_kubernetes::pods::modified "$(event Modified)" \
  __on_kubernetes::pods __on_kubernetes::pods::added_or_modified __on_kubernetes::pods::modified
claim 'Modified calls ::added_or_modified before the function of the binding' \
  calls __on_kubernetes::pods::added_or_modified "$(event Modified)" \
  __on_kubernetes::pods __on_kubernetes::pods::added_or_modified __on_kubernetes::pods::added
claim 'Deleted does not call ::added_or_modified' \
  calls __on_kubernetes::pods "$(event Deleted)" __on_kubernetes::pods __on_kubernetes::pods::added_or_modified
claim 'Deleted calls ::deleted' \
  calls __on_kubernetes::pods::deleted "$(event Deleted)" __on_kubernetes::pods __on_kubernetes::pods::deleted
claim 'what has no function of its own calls __main__' calls __main__ "$(event Added)" __main__ __on_startup
claim 'a binding whose name has spaces calls __main__' \
  calls __main__ '{"binding": "every 5 minutes", "type": "Schedule"}' __main__ __on_schedule::every
claim 'an event of configVersion v0 calls the function of its kind' \
  calls __on_kubernetes::pods::modified '{"binding": "pods", "resourceEvent": "update"}' \
  __on_kubernetes::pods::modified __main__
claim 'a schedule of configVersion v0 calls the function of its name' \
  calls __on_schedule::nightly '{"binding": "nightly"}' __on_schedule::nightly __main__

no_handler() {
  contexts "$(event Added)"
  hook "$1" <<<'__on_startup() { echo wrong; }'
  run_hook
  ((status != 0)) && grep -F '__on_kubernetes::pods::added, __on_kubernetes::pods::added_or_modified' err &&
    grep -F '__on_kubernetes::pods, __main__' err
}
claim 'a context without a function is an error that lists the candidates, strict' no_handler strict
claim 'a context without a function is an error that lists the candidates, lax' no_handler lax

no_handler_of_group() {
  contexts '{"binding": "nodes", "type": "Group", "groupName": "nodes"}'
  hook "$1" <<<'__on_startup() { echo wrong; }'
  run_hook
  ((status != 0)) && grep -F 'define one of __on_group::nodes, __main__' err
}
claim 'a candidate that a group shares with its binding is listed once, strict' no_handler_of_group strict
claim 'a candidate that a group shares with its binding is listed once, lax' no_handler_of_group lax

all_contexts_in_turn() {
  contexts '{"binding": "onStartup"}' "$(event Added)"
  printed "$1" $'onStartup|0|\npods|1|Event' \
    'env | grep ^BINDING_CONTEXT_CURRENT_ | sort | cut -d= -f2 | paste -s -d "|"'
}
claim 'every context is handled in turn, with exported variables about it, strict' all_contexts_in_turn strict
claim 'every context is handled in turn, with exported variables about it, lax' all_contexts_in_turn lax

own_shell() {
  contexts '{"binding": "a"}' '{"binding": "b"}'
  printed strict $'none\nnone' 'echo "${left:-none}"; left=behind'
}
claim 'a handler leaves no variables behind' own_shell

first_failure_ends() {
  contexts '{"binding": "a"}' '{"binding": "b"}'
  hook "$1" <<<'__main__() { echo "$BINDING_CONTEXT_CURRENT_BINDING"; return 3; }'
  run_hook
  same 3 "$status" && same a "$(<out)"
}
claim 'the first handler that fails ends the run with its exit code, strict' first_failure_ends strict
claim 'the first handler that fails ends the run with its exit code, lax' first_failure_ends lax

contexts '{"binding": "onStartup"}'
failing_command() {
  hook strict <<<$'__main__() {\n  cat /nowhere\n  echo unreachable\n}'
  run_hook
  ((status != 0)) && same '' "$(<out)" && grep -F 'exit code 1 of: cat /nowhere' err && grep -F 'in __main__' err &&
    same 1 "$(grep -c 'exit code' err)"
}
claim 'a command that fails ends the handler, and is named once with its place' failing_command
claim 'a command that fails in a substitution ends the handler' \
  failed strict 'x=$(false; echo y); echo "$x"' 'in __main__'
claim 'an unset variable ends the handler' failed strict 'echo "$surely_unset"' surely_unset
claim 'a lax script goes on after a command that fails' printed lax reached 'false; echo reached'

broken_contexts() {
  hook "$1" <<<'__main__() { echo wrong; }'
  echo '[{"binding":' >contexts.json
  run_hook
  ((status != 0)) && same '' "$(<out)"
}
claim 'contexts that cannot be read are an error, strict' broken_contexts strict
claim 'contexts that cannot be read are an error, lax' broken_contexts lax

by_hand() {
  hook strict <<<'__main__() { echo wrong; }'
  ! env -u BINDING_CONTEXT_PATH ./hook >out 2>err && grep -F 'or with --config' err
}
claim 'a hook that is started by hand says what is missing' by_hand
