# Sourced by tests of `addon-operator simulate`: a directory of their own, and small platforms in it.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit

# platform <HOOK: a directory p with a module `web` that has this hook.
platform() {
  rm -rf p
  mkdir -p p/global-hooks p/modules/010-web/hooks p/tests
  echo 'webEnabled: true' >p/modules/010-web/values.yaml
  cat >p/modules/010-web/hooks/a.sh
  chmod +x p/modules/010-web/hooks/a.sh
}

# day NAME <TEXT
day() { cat >"p/tests/$1.day.yaml"; }

# simulate CODE [OPTION...]: plays p, which must end with that code; leaves what it printed in out.
simulate() {
  local code=$1 status=0
  shift
  "$OPERATOR_BIN" simulate p "$@" >out 2>&1 </dev/null || status=$?
  cat out
  ((status == code)) || { echo "exit code $status instead of $code"; return 1; }
}

says() { grep -qF -- "$1" out || { echo "nothing says: $1"; return 1; }; }
