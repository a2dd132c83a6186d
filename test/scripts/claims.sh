# shellcheck shell=bash
# Sourced by the tests of scripts: claims in TAP. Everything happens in a directory of its own.
set -uo pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit

. "$repository/test/support/claims/claims.sh"
