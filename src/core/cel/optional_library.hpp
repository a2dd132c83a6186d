#pragma once

#include "core/cel/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace core::cel {

/// A value that may be absent, such as `oldSelf` of a rule with `optionalOldSelf`.
class optional_value final : public opaque {
public:
  explicit optional_value(std::optional<value> content) : content(std::move(content)) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "optional_type"; }
  [[nodiscard]] bool equals(const opaque& other, budget& steps) const override;
  [[nodiscard]] std::optional<std::string> text() const override { return std::nullopt; }

  const std::optional<value> content;
};

[[nodiscard]] value optional_of(std::optional<value> content);

} // namespace core::cel
