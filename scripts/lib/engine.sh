# Docker and podman, where one of them is there. Sourced after common.sh.

# container_engine: prints docker or podman, whichever answers. If none does, it prints why and fails.
# $KIND_EXPERIMENTAL_PROVIDER chooses between them, as it does for kind.
container_engine() {
  local engine reasons=''
  for engine in ${KIND_EXPERIMENTAL_PROVIDER:-docker podman}; do
    if ! have "$engine"; then
      reasons+="${reasons:+, }$engine is not installed"
    elif ! "$engine" info >/dev/null 2>&1; then
      reasons+="${reasons:+, }$engine does not answer (\`$engine info\` says why)"
    else
      echo "$engine"
      return
    fi
  done
  echo "$reasons"
  return 1
}
