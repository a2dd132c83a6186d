#pragma once

#include "base/time_zone.hpp"
#include "core/cel/budget.hpp"
#include "core/cel/program.hpp"
#include "core/schema/notes.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace core::schema {

struct broken_rule;

/// A rule in CEL of `x-deckhouse-validations`, in the dialect of flant/addon-operator: its variables are
/// `self`, the value of the schema, and `oldSelf`, the value that the schema has accepted before.
struct cel_rule {
  cel::program condition;
  std::string message; ///< for people; never shows a value
  bool compares_old = false;
  base::time_zone_source zones = base::only_utc; ///< by name
};

/// Reads the content of `x-deckhouse-validations`: a list of maps with `expression` and `message`. Mistakes
/// are noted: each names the rule, and line and column of a wrong expression.
/// @param place of the schema
/// @param zones the zones that expressions may name
[[nodiscard]] std::vector<cel_rule> read_cel_rules(const text::json& content, const std::string& place, notes& mistakes,
                                                   const base::time_zone_source& zones = base::only_utc);

/// The rule if the value breaks it. A rule that reads an absent field holds, as with flant/addon-operator; a
/// rule about `oldSelf` holds without an old value. A rule that fails, or whose result is no truth value, is
/// broken. Numbers are doubles; where doubles have no operator, whole numbers count as ints.
/// @param old null if there is none
[[nodiscard]] std::optional<broken_rule> broken_cel_rule(const cel_rule& rule, const text::json& value,
                                                         const text::json* old, cel::budget& steps);

} // namespace core::schema
