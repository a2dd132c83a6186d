#pragma once

#include <string>
#include <string_view>

namespace core::cel {

/// The name of a field that rules of Kubernetes write as an identifier: `__dash__`, `__dot__`, `__slash__`
/// and `__underscores__` stand for `-`, `.`, `/` and `__`; `__in__` is the reserved word `in`.
/// See "Validation expression" on the page of Kubernetes about CustomResourceDefinitions.
[[nodiscard]] std::string unescaped_name(std::string_view name);

} // namespace core::cel
