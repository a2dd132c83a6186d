#pragma once

#include "base/time_zone.hpp"
#include "core/cel/budget.hpp"
#include "core/cel/program.hpp"
#include "core/schema/notes.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::schema {

/// A rule in CEL of `x-deckhouse-validations`, in the dialect of flant/addon-operator: its variables are
/// `self`, the value of the schema, and `oldSelf`, the value that the schema has accepted before.
struct cel_rule {
  cel::program condition;
  std::string message; ///< for people; never shows a value
  bool compares_old = false;
  /// The schema has a part that is marked as secret, or is such a part. Types in a reason would show the
  /// kind.
  bool is_about_secrets = false;
  base::time_zone_source zones = base::only_utc; ///< by name
};

/// Reads the content of `x-deckhouse-validations`: a list of maps with `expression` and `message`. Mistakes
/// are noted: each names the rule, and line and column of a wrong expression.
/// @param place of the schema
/// @param zones the zones that expressions may name
[[nodiscard]] std::vector<cel_rule> read_cel_rules(const text::json& content, const std::string& place, notes& mistakes,
                                                   const base::time_zone_source& zones = base::only_utc);

/// The verdict of a rule on a value.
struct cel_verdict {
  enum class kind {
    holds,
    skipped, ///< the rule reads an absent field, so it holds, as with flant/addon-operator
    broken,  ///< also if the rule fails, or if its result is no truth value
  };

  kind is = kind::holds;
  std::string rule{}; ///< the broken rule in a sentence; never shows a value
};

/// Judges a value. A rule about `oldSelf` holds without an old value. Numbers are doubles; where doubles have
/// no operator, whole numbers count as ints.
/// @param old null if there is none
[[nodiscard]] cel_verdict judge(const cel_rule& rule, const text::json& value, const text::json* old,
                                cel::budget& steps);

} // namespace core::schema
