#pragma once

#include "core/crds/crd.hpp"

#include <string_view>
#include <vector>

namespace core::crds {

/// The CustomResourceDefinitions of `apiextensions.k8s.io/v1` in a rendered chart, in its order, also as
/// items of a list. Definitions without a name or without `spec` are left out, because the API server refuses
/// them; so are hooks of Helm (annotation `helm.sh/hook`), which are not updated. A text that cannot be read
/// gives no definition.
/// @param manifest a stream of YAML documents. Members `file` and `labels` of the result are empty
[[nodiscard]] std::vector<definition> rendered_definitions(std::string_view manifest);

} // namespace core::crds
