#pragma once

#include "core/text/json.hpp"

#include <optional>
#include <string_view>

namespace core {

/// What a plain (unquoted) YAML scalar means by the rules of sigs.k8s.io/yaml (YAML 1.1 as yaml.v2 reads it).
/// Nothing for `.nan` and the infinities, which JSON cannot say.
[[nodiscard]] std::optional<json> resolve_plain_scalar(std::string_view text);

} // namespace core
