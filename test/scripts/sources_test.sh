#!/usr/bin/env bash
# Tests of what no test program sees: the form of the sources, the image. Reports in TAP. Needs HELM_BIN and OPERATOR_BIN.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

# Every library that the program is linked with comes from a package that the image installs.
image_has_all_libraries() {
  local library package missing=0
  [[ -x $OPERATOR_BIN ]] || { echo "$OPERATOR_BIN is missing"; return 1; }
  while read -r library; do
    package=$(package_of "$(readlink -f "$library")")
    case $package in libc6 | libstdc++6 | libgcc-s1 | libasan* | libubsan* | libtsan*) continue ;; esac
    installed_by_image | grep -qx "$package" || { echo "$library: $package"; missing=1; }
  done < <(readelf -d "$OPERATOR_BIN" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | while read -r name; do
    ldd "$OPERATOR_BIN" | awk -v name="$name" '$1 == name { print $3 }'
  done)
  return "$missing"
}
# Where /lib is a link to /usr/lib, packages still name their files by either path.
package_of() { { dpkg -S "$1" || dpkg -S "${1#/usr}"; } 2>/dev/null | head -n1 | cut -d: -f1; }
installed_by_image() { sed -n '/^FROM .* AS packages$/,$p' "$repository/container/Containerfile" | tr -s ' \\' '\n'; }

# Variables with a prefix count before variables without a prefix. If the image set variables with a prefix, a platform that
# sets MODULES_DIR would have no effect.
image_sets_the_weakest_names() {
  local image=$repository/container/Containerfile
  grep -qE '^ENV MODULES_DIR=/modules ' "$image" && grep -qE '^ +GLOBAL_HOOKS_DIR=/global-hooks ' "$image" &&
    ! grep -qE 'ADDON_OPERATOR_(MODULES|GLOBAL_HOOKS)_DIR|SHELL_OPERATOR_HOOKS_DIR' "$image"
}

# The file system of the Pod is read-only and its user may not write to /var/run: chart and image make a place.
default_socket_has_a_place() {
  local directory
  directory=$(dirname "$(sed -n 's/.* debug_socket = "\(.*\)";.*/\1/p' "$repository/src/cli/options.hpp")")
  "$HELM_BIN" template addon-operator "$repository/charts/addon-operator" --kube-version 1.36 | grep -qF "mountPath: $directory}" &&
    installed_by_image | grep -qxF "$directory"
}

claim 'every C++ file has the form that .clang-format describes' "$repository/scripts/format" --check
claim 'the debug socket has a place in a Pod' default_socket_has_a_place
claim 'whatever an image on top of this one sets counts before its directories' image_sets_the_weakest_names
claim 'the image installs every library of the program' image_has_all_libraries
