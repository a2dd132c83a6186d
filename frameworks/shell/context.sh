# shellcheck shell=bash
# The binding contexts of a run. The functions read the current context: BINDING_CONTEXT_CURRENT_INDEX has its number, which
# `hook::run` sets for each handler. Without `hook::run` the first context is current. Paths are described in paths.jq.

# context::global::jq ARGUMENT...: jq over the list of all contexts.
context::global::jq() { jq "$@" <"$BINDING_CONTEXT_PATH"; }

# context::jq ARGUMENT...: jq over the current context.
context::jq() { context::global::jq "$(context::_root)" | jq "$@"; }

# context::get [--required] PATH: prints the value, a string as it is, anything else as JSON, and `null` if there is
# none. With --required a missing value is an error.
context::get() {
  if [[ ${1:-} == --required ]]; then
    context::_ask document::require "${2:-}"
  else
    context::_ask document::get "${1:-}"
  fi
}

# context::has PATH: is there a value, be it null?
context::has() { context::_ask document::has "${1:-}"; }

# context::is_true PATH, is_false, is_null: is the value just true, false or null? A missing value is null.
context::is_true() { context::_ask document::is_true "${1:-}"; }
context::is_false() { context::_ask document::is_false "${1:-}"; }
context::is_null() { context::_ask document::is_null "${1:-}"; }

context::_ask() { "$1" "$BINDING_CONTEXT_PATH" "$(context::_root)" "$2"; }
context::_root() { echo ".[${BINDING_CONTEXT_CURRENT_INDEX:-0}]"; }
