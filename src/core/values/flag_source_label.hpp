#pragma once

#include "core/values/enabled_flags.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::values {

/// The value of the label that names the source: `configMap`. Empty: no source.
[[nodiscard]] std::string label_of(std::optional<flag_source> source);

/// The source that the label's value names; nullopt: it names no source.
[[nodiscard]] std::optional<flag_source> read_label(std::string_view label);

/// The text of `describe` for the source that the label's value names; empty: it names no source.
[[nodiscard]] std::string describe_label(std::string_view label);

} // namespace core::values
