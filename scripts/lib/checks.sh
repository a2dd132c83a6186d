#!/usr/bin/env bash
# Tests of what no test program sees: the form of the sources, the chart, the image. Reports in TAP. Needs KUBECONFIG of
# a cluster, KUBECTL_BIN, HELM_BIN, OPERATOR_BIN and REPOSITORY.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

namespace=chart-check
account=system:serviceaccount:$namespace:addon-operator
chart=$REPOSITORY/charts/addon-operator

refused() { ! "$@"; }

may() { "$KUBECTL_BIN" auth can-i --as "$account" "$@"; }

may_do_what_the_quickstart_needs() {
  may watch namespaces && may watch nodes && may create secrets -n default && may delete secrets -n default &&
    may update configmaps -n "$namespace" && may create deployments.apps -n "$namespace" &&
    may create poddisruptionbudgets.policy -n "$namespace" && may patch networkpolicies.networking.k8s.io -n "$namespace"
}

may_do_nothing_else() {
  refused may impersonate users && refused may create pods && refused may delete nodes && refused may create roles -n "$namespace"
}

modules_may_do_everything() {
  "$HELM_BIN" install admin "$chart" -n "$namespace" --set rbac.clusterAdmin=true
  "$KUBECTL_BIN" auth can-i --as "system:serviceaccount:$namespace:admin-addon-operator" '*' '*' -A
}

works_with_its_token() {
  "$KUBECTL_BIN" --token "$("$KUBECTL_BIN" -n "$namespace" create token addon-operator)" \
    --server "$(server)" --certificate-authority <(authority) --kubeconfig /dev/null get namespaces
}

server() { "$KUBECTL_BIN" config view --raw -o jsonpath='{.clusters[0].cluster.server}'; }
authority() { "$KUBECTL_BIN" config view --raw -o jsonpath='{.clusters[0].cluster.certificate-authority-data}' | base64 -d; }

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
installed_by_image() { sed -n '/^FROM .* AS image$/,$p' "$REPOSITORY/container/Containerfile" | tr -s ' \\' '\n'; }

# The names with a prefix overrule the plain ones, so a platform that sets those would be looked for elsewhere.
image_sets_the_weakest_names() {
  local image=$REPOSITORY/container/Containerfile
  grep -qE '^ENV MODULES_DIR=/modules ' "$image" && grep -qE '^ +GLOBAL_HOOKS_DIR=/global-hooks ' "$image" &&
    ! grep -qE 'ADDON_OPERATOR_(MODULES|GLOBAL_HOOKS)_DIR|SHELL_OPERATOR_HOOKS_DIR' "$image"
}

# The file system of the Pod is read-only and its user may not write to /var/run: chart and image make a place.
default_socket_has_a_place() {
  local directory
  directory=$(dirname "$(sed -n 's/.* debug_socket = "\(.*\)";.*/\1/p' "$REPOSITORY/src/cli/options.hpp")")
  "$HELM_BIN" template addon-operator "$chart" --kube-version 1.36 | grep -qF "mountPath: $directory}" &&
    installed_by_image | grep -qxF "$directory"
}

claim 'every C++ file has the form that .clang-format describes' "$REPOSITORY/scripts/format" --check
claim 'the chart has nothing that helm lint complains about' "$HELM_BIN" lint --strict "$chart"
claim 'a value of the wrong type is refused by the chart' \
  refused "$HELM_BIN" template addon-operator "$chart" --set service.port=http
claim 'the API server accepts an install of the chart' \
  "$HELM_BIN" install addon-operator "$chart" -n "$namespace" --create-namespace -f "$REPOSITORY/examples/quickstart/rights.yaml"
claim 'the API server accepts an install confined to a namespace' \
  "$HELM_BIN" install confined "$chart" -n "$namespace" --set rbac.clusterWide=false
claim 'the service account may do what the quickstart needs' may_do_what_the_quickstart_needs
claim 'the service account may do nothing else' may_do_nothing_else
claim 'modules may do everything if somebody says so' modules_may_do_everything
claim 'a token of the service account works' works_with_its_token
claim 'the debug socket has a place in a Pod' default_socket_has_a_place
claim 'whatever an image on top of this one sets counts before its directories' image_sets_the_weakest_names
claim 'the image installs every library of the program' image_has_all_libraries
