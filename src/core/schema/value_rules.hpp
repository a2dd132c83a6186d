#pragma once

#include "core/schema/node.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::schema {

/// A rule that a value breaks, without the place of the value.
struct broken_rule {
  std::string rule;  ///< `must be of type integer`
  std::string found; ///< `got a string`, `has 3`; empty: the rule alone is enough
};

/// Whether the text of a broken rule is needed. Texts cost much if very many values break a rule.
enum class wording { full, none };

/// The kind of the value in a sentence: `got a string`. The value itself is never shown: it may be a secret.
[[nodiscard]] std::string found_text(const node& node, const text::json& value);

/// `type`
[[nodiscard]] std::optional<broken_rule> broken_type(const node& node, const text::json& value,
                                                     wording words = wording::full);

/// The rules that depend on the value alone: `enum`, and the rules for numbers and texts.
[[nodiscard]] std::vector<broken_rule> broken_rules(const node& node, const text::json& value,
                                                    wording words = wording::full);

/// The rules broken by a number of members, items or characters outside its limits.
/// @param what `items`
[[nodiscard]] std::vector<broken_rule> broken_limits(const size_limits& limits, std::uint64_t count, const char* what);

} // namespace core::schema
