# shellcheck shell=bash disable=SC2016
# The values of a module, or the global values. With --config a function reads or changes the sections of the ConfigMap
# instead: values that users have written and hooks have stored. Paths begin with `global` or the key of the module, as
# in `webApp.replicas`; see paths.jq.
#
# `set` and `unset` write a patch, which the operator applies after the hook has succeeded. The functions that read show
# the values as they were when the run began.

# values::jq [--config] ARGUMENT...: jq over the values.
values::jq() {
  if [[ ${1:-} == --config ]]; then
    jq "${@:2}" <"$CONFIG_VALUES_PATH"
  else
    jq "$@" <"$VALUES_PATH"
  fi
}

# values::get [--config] [--required] PATH: prints the value, a string as it is, anything else as JSON, and `null` if
# there is none. With --required a missing value is an error.
values::get() {
  local file=$VALUES_PATH get=document::get
  while [[ ${1:-} == --* ]]; do
    case $1 in
      --config) file=$CONFIG_VALUES_PATH ;;
      --required) get=document::require ;;
      *) values::_unknown_option "$1"; return 2 ;;
    esac
    shift
  done
  "$get" "$file" . "${1:-}"
}

# values::has [--config] PATH: is there a value, be it null?
values::has() { values::_ask document::has "$@"; }

# values::is_true [--config] PATH, is_false, is_null: is the value just true, false or null? A missing value is null.
values::is_true() { values::_ask document::is_true "$@"; }
values::is_false() { values::_ask document::is_false "$@"; }
values::is_null() { values::_ask document::is_null "$@"; }

# values::array_has [--config] PATH TEXT: is there an array that has TEXT as an item?
values::array_has() { values::_ask document::array_has "$@"; }

# values::get_first_defined [--config] PATH...: prints the first value that exists; 1 if none does.
values::get_first_defined() {
  local config=() path
  if [[ ${1:-} == --config ]]; then
    config=(--config)
    shift
  fi
  for path in "$@"; do
    values::has "${config[@]}" "$path" || continue
    values::get "${config[@]}" "$path"
    return
  done
  return 1
}

# values::require_in_config PATH: is an error with a message if the configuration has no such value.
values::require_in_config() { values::get --config --required "${1:-}" >/dev/null; }

# values::set [--config] [--string] PATH VALUE: sets a value. VALUE is JSON, or else a string; with --string always a
# string. Missing objects on the way are made. An item of an array is replaced; `-` in place of its index appends an item.
values::set() {
  local config=() program='value_of_text'
  while [[ ${1:-} == --* ]]; do
    case $1 in
      --config) config=(--config) ;;
      --string) program='.' ;;
      *) values::_unknown_option "$1"; return 2 ;;
    esac
    shift
  done
  # The value goes through a pipe: every user can read the arguments of a process, and their length is limited.
  printf '%s' "${2?values::set needs a path and a value}" |
    values::_patch "${config[@]}" "$1" "$program"' as $value | $document | to_set($keys; $value)' -R -s
}

# values::unset [--config] PATH: removes a value. It is no error if the value does not exist.
values::unset() {
  if [[ ${1:-} == --config ]]; then
    values::_patch --config "${2:?values::unset needs a path}" '$document | to_unset($keys)' -n
  else
    values::_patch "${1:?values::unset needs a path}" '$document | to_unset($keys)' -n
  fi
}

# values::_ask FUNCTION [--config] ARGUMENT...: calls a function of document.sh.
values::_ask() {
  if [[ ${2:-} == --config ]]; then
    "$1" "$CONFIG_VALUES_PATH" . "${@:3}"
  else
    "$1" "$VALUES_PATH" . "${@:2}"
  fi
}

# values::_patch [--config] PATH PROGRAM OPTION...: PROGRAM makes an operation of `$keys` and `$document`, which has the
# values with all changes of this run so far; the operation is appended to the patch. The changes are kept in the file of
# the patch, because every handler is a shell of its own.
values::_patch() {
  local values=$VALUES_PATH patch=$VALUES_JSON_PATCH_PATH operation
  if [[ $1 == --config ]]; then
    values=$CONFIG_VALUES_PATH patch=$CONFIG_VALUES_JSON_PATCH_PATH
    shift
  fi
  : >>"$patch"
  operation=$(document::jq '
    keys_of($path) as $keys
    | ($values[0] | patched($patch)) as $document
    | '"$2" -c --arg path "$1" --slurpfile values "$values" --slurpfile patch "$patch" "${@:3}") || return
  [[ -z $operation ]] || printf '%s\n' "$operation" >>"$patch"
}

values::_unknown_option() { echo "unknown option '$1' of ${FUNCNAME[1]}" >&2; }
