#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::schema {

/// The keys in a `fieldPath` of a rule of Kubernetes: `.spec.ports['http-1']`. In brackets `\'` and `\\` are
/// escapes. nullopt if the text is no such path.
[[nodiscard]] std::optional<std::vector<std::string>> read_field_path(std::string_view text);

} // namespace core::schema
