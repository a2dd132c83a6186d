#pragma once

#include <string>
#include <string_view>

namespace core::cel {

/// The name of a field that rules of Kubernetes write as an identifier: `__dash__`, `__dot__`, `__slash__`
/// and `__underscores__` stand for `-`, `.`, `/` and `__`; `__in__` is the reserved word `in`.
/// (Kubernetes documentation, "Extend the Kubernetes API with CustomResourceDefinitions", "Validation
/// expression")
[[nodiscard]] std::string unescaped_name(std::string_view name);

} // namespace core::cel
