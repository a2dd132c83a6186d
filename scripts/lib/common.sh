# Shared by all scripts here: messages, progress of long commands, folders. Sourced, never run.

repo_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache_root=${ADDON_OPERATOR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/addon-operator}
state_root=${ADDON_OPERATOR_STATE:-${XDG_STATE_HOME:-$HOME/.local/state}/addon-operator}

# Messages go to stderr, because stdout has the result of a script, such as a path.
say() { printf '%s\n' "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}

# cannot REASON: ends the script with exit code 77, because this machine lacks a right or a feature. Tests are
# skipped then.
cannot() {
  say "$*"
  exit 77
}

have() { command -v "$1" >/dev/null 2>&1; }

# with_progress LABEL LOG COMMAND...: runs the command with its output in LOG and shows how long it has been going. A
# failure shows the end of the log and where the rest is. The command runs in the foreground, so that Ctrl-C reaches it.
with_progress() {
  local label=$1 log=$2 began=$SECONDS status=0
  shift 2
  mkdir -p "$(dirname "$log")"
  say "  $label ..."
  show_elapsed "$label" "$BASHPID" "$log" &
  local ticker=$!
  "$@" >"$log" 2>&1 </dev/null || status=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  if ((status != 0)); then
    say "  $label: failed after $((SECONDS - began)) s. The end of $log:"
    tail -n 30 "$log" >&2
    return "$status"
  fi
  ((SECONDS - began < 2)) || say "  $label: done in $((SECONDS - began)) s"
}

# show_elapsed LABEL PID LOG: prints a line every 15 s while the process lives, with the last line of LOG. It
# waits in `read` on a pipe without a writer, because a `sleep` would outlive it and keep the caller's output
# open.
show_elapsed() {
  local began=$SECONDS never
  exec {never}<> <(:)
  while ! read -rt 15 -u "$never" && kill -0 "$2" 2>/dev/null; do
    say "  $1 ... $((SECONDS - began)) s: $(tail -n 1 "$3" | cut -c 1-70)"
  done
}

# with_lock FILE COMMAND...: runs the command under a lock, so that two scripts never build the same thing at
# the same time.
with_lock() {
  local file=$1
  shift
  mkdir -p "$(dirname "$file")"
  (
    flock 9
    "$@"
  ) 9>"$file"
}

# free_ports N: prints N free loopback ports. They are below the range that the kernel gives to outgoing
# connections, so that a server that starts again finds its port free.
free_ports() {
  python3 - "$1" <<'PY'
import random, socket, sys

found = []
for port in random.sample(range(20000, 32000), 2000):
    if len(found) == int(sys.argv[1]):
        break
    try:
        found.append(socket.create_server(("127.0.0.1", port)))
    except OSError:
        pass
print(*(s.getsockname()[1] for s in found))
PY
}
