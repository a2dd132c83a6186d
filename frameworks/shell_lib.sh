#!/usr/bin/env bash
# The framework for hooks in bash: `source /shell_lib.sh`, define handlers, end with `hook::run "$@"`.
#
# Sets the shell strict, so that a command that fails ends the hook with its exit code and prints its place. Then reads
# all files below shell/: context.sh, document.sh, hook.sh, values.sh, and files that a platform has added there.
# Needs bash 4.4 and jq 1.6 with regular expressions. (docs/writing-hooks.md)

set -Eeuo pipefail
shopt -s inherit_errexit failglob

# framework::trace STATUS COMMAND: prints on stderr the command that has failed and the calls that led to it.
framework::trace() {
  local status=$1 command=$2 frame
  # The handler's own shell has printed it already.
  [[ ${FUNCNAME[1]:-} != hook::_call ]] || return 0
  printf 'exit code %d of: %s\n' "$status" "${command%%$'\n'*}" >&2
  for ((frame = 1; frame < ${#FUNCNAME[@]}; frame++)); do
    printf '  %s:%d in %s\n' "${BASH_SOURCE[frame]}" "${BASH_LINENO[frame - 1]}" "${FUNCNAME[frame]}" >&2
  done
}
trap 'framework::trace "$?" "$BASH_COMMAND"' ERR

# The file may be a link, as in the image.
framework_files=$(find -L "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/shell" -type f -name '*.sh' | LC_ALL=C sort)
while IFS= read -r framework_file; do
  # shellcheck source=/dev/null
  source "$framework_file"
done <<<"$framework_files"
unset framework_file framework_files
