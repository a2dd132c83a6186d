# shellcheck shell=bash disable=SC2016
# Runs the functions of a hook that fit the reasons for its call.

# hook::run "$@": the last line of a hook.
#
# With --config it runs `__config__`, which prints the configuration, and exits. Otherwise it goes through the binding
# contexts of the run in turn, and for each it calls the first of these functions that exists:
#
#   onStartup, beforeHelm, …            __on_startup, __before_helm, …
#   schedule N                          __on_schedule::N
#   kubernetes N, Synchronization       __on_kubernetes::N::synchronization, __on_kubernetes::N
#   kubernetes N, Added                 __on_kubernetes::N::added, ::added_or_modified, __on_kubernetes::N
#   kubernetes N, Modified              __on_kubernetes::N::modified, ::added_or_modified, __on_kubernetes::N
#   kubernetes N, Deleted               __on_kubernetes::N::deleted, __on_kubernetes::N
#   a binding of group G                __on_group::G, __on_group::N
#   a review of webhook N               __on_validating::N, __on_mutating::N
#   conversion N from g/v1 to v2        __on_conversion::N::g.v1::v2, __on_conversion::N
#   all of them, last                   __main__
#
# A handler runs in a shell of its own, so the variables it sets are gone afterwards. It sees the exported variables
# BINDING_CONTEXT_CURRENT_INDEX (from 0), BINDING_CONTEXT_CURRENT_BINDING and BINDING_CONTEXT_CURRENT_TYPE (empty for
# onStartup, beforeHelm and the like).
# Returns the exit code of the first handler that fails, without running the next, or 1 if a context has no handler.
hook::run() {
  if [[ ${1:-} == --config ]]; then
    __config__
    exit
  fi
  : "${BINDING_CONTEXT_PATH:?is not set: a hook is run by the operator, or with --config}"
  local text contexts index=0 binding type event group status
  text=$(hook::_contexts) || return
  [[ -n $text ]] || return 0
  mapfile -t contexts <<<"$text"
  for text in "${contexts[@]}"; do
    IFS=$'\x1f' read -r binding type event group <<<"$text"
    export BINDING_CONTEXT_CURRENT_INDEX=$((index++))
    export BINDING_CONTEXT_CURRENT_BINDING=$binding BINDING_CONTEXT_CURRENT_TYPE=$type
    # Not called within || or if, because bash would not stop a handler there at a command that fails.
    hook::_call "$(hook::_candidates "$binding" "$type" "$event" "$group")"
    status=$?
    ((status == 0)) || return "$status"
  done
}

# One line for each context: binding, type, event and group, separated by US (0x1f). Contexts of configVersion v0 have
# no type, but a name of their own for the event.
hook::_contexts() {
  context::global::jq -r '
    {add: "Added", update: "Modified", delete: "Deleted"} as $events
    | .[]
    | [
        .binding // "unknown",
        .type // (if .resourceEvent then "Event" else "" end),
        if .type == "Conversion" then [.fromVersion, .toVersion] | map(tostring | sub("/"; ".")) | join("::")
        else .watchEvent // $events[.resourceEvent // ""] // "" end,
        .groupName // ""
      ]
    | map(gsub("[\n\u001f]"; " "))
    | join("\u001f")'
}

# hook::_candidates BINDING TYPE EVENT GROUP: names of handlers, one in a line, from special to general.
hook::_candidates() {
  local binding=$1 type=$2 event=$3 group=$4
  local kubernetes=__on_kubernetes::$binding
  case $type:$event in
    Synchronization:*) printf '%s\n' "$kubernetes::synchronization" "$kubernetes" ;;
    Event:Deleted) printf '%s\n' "$kubernetes::deleted" "$kubernetes" ;;
    Event:*) printf '%s\n' "$kubernetes::${event,,}" "$kubernetes::added_or_modified" "$kubernetes" ;;
    Group:*)
      echo "__on_group::$group"
      [[ $binding == "$group" ]] || echo "__on_group::$binding"
      ;;
    Conversion:*) printf '%s\n' "__on_conversion::$binding::$event" "__on_conversion::$binding" ;;
    :*) hook::_candidates_without_type "$binding" ;;
    *) printf '%s\n' "__on_${type,,}::$binding" ;;
  esac
  echo __main__
}

# Events of the life cycle have names of their own; anything else without a type is a schedule of configVersion v0.
hook::_candidates_without_type() {
  case $1 in
    onStartup) echo __on_startup ;;
    beforeAll) echo __before_all ;;
    afterAll) echo __after_all ;;
    beforeHelm) echo __before_helm ;;
    afterHelm) echo __after_helm ;;
    beforeDeleteHelm) echo __before_delete_helm ;;
    afterDeleteHelm) echo __after_delete_helm ;;
    *) echo "__on_schedule::$1" ;;
  esac
}

# hook::_call CANDIDATES: runs the first that is a function.
hook::_call() {
  local candidate
  while IFS= read -r candidate; do
    declare -F -- "$candidate" >/dev/null || continue
    ("$candidate")
    return
  done <<<"$1"
  echo "no handler for binding '$BINDING_CONTEXT_CURRENT_BINDING': define one of ${1//$'\n'/, }" >&2
  return 1
}
