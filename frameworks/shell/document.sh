# shellcheck shell=bash disable=SC2016
# Looks values up in a JSON file, for contexts and values alike. FILE is that file, ROOT an expression of jq for a part
# of it, and PATH a path in that part as in paths.jq.

document_directory=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

# document::jq PROGRAM OPTION...: jq with the definitions of paths.jq and patches.jq.
document::jq() {
  jq -L "$document_directory" "${@:2}" "include \"paths\"; include \"patches\"; $1"
}

# document::get FILE ROOT PATH: prints the value, a string as it is, anything else as JSON, and `null` if there is none.
document::get() { document::_at "$@" 'at($keys)' -r; }

# document::require FILE ROOT PATH: as get, but a missing value is an error.
document::require() {
  document::_at "$@" '
    if has_at($keys) then at($keys) else "\u0027\($path)\u0027 is required and missing\n" | halt_error(1) end' -r
}

# document::has FILE ROOT PATH: is there a value, be it null?
document::has() { document::_at "$@" 'has_at($keys)' -e >/dev/null; }

# document::is_true FILE ROOT PATH, is_false, is_null: is the value just true, false or null? A missing value is null.
document::is_true() { document::_at "$@" 'at($keys) == true' -e >/dev/null; }
document::is_false() { document::_at "$@" 'at($keys) == false' -e >/dev/null; }
document::is_null() { document::_at "$@" 'at($keys) == null' -e >/dev/null; }

# document::array_has FILE ROOT PATH TEXT: is there an array that has TEXT as an item?
document::array_has() {
  document::_at "$1" "$2" "$3" 'at($keys) | type == "array" and index($text) != null' -e --arg text "$4" >/dev/null
}

# document::_at FILE ROOT PATH PROGRAM OPTION...
document::_at() {
  # A redirection that fails has the exit code of a "no".
  if [[ ! -r $1 ]]; then
    echo "cannot read $1" >&2
    return 2
  fi
  document::jq "$2 | keys_of(\$path) as \$keys | $4" --arg path "$3" "${@:5}" <"$1"
}
