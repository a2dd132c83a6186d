#pragma once

#include "core/values/enabled_flags.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::values {

/// The source as the value of a label: `configMap`. Empty: no source.
[[nodiscard]] std::string label_of(std::optional<flag_source> source);

/// Reads such a value; nullopt: the label names no source.
[[nodiscard]] std::optional<flag_source> read_label(std::string_view label);

/// The source in words, as `describe` writes it; empty: the label names no source.
[[nodiscard]] std::string describe_label(std::string_view label);

} // namespace core::values
