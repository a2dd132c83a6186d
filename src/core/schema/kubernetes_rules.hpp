#pragma once

#include "base/time_zone.hpp"
#include "core/cel/budget.hpp"
#include "core/cel/program.hpp"
#include "core/schema/notes.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::schema {

struct node;

/// A rule in CEL of `x-kubernetes-validations`, as the API server evaluates it: its variables are `self`, the
/// value of the schema, with the types that the schema gives to its parts, and `oldSelf`, the value that the
/// schema has accepted before.
/// See "Validation rules" on the page of Kubernetes about CustomResourceDefinitions.
struct kubernetes_rule {
  cel::program condition;
  std::string message;                           ///< for people; empty: the expression stands for it
  std::optional<cel::program> message_for_value; ///< `messageExpression`; never about secrets
  std::string_view fault;                        ///< `is forbidden`, by the `reason`
  std::vector<std::string> field;                ///< the keys from the value to the place of the violation
  bool compares_old = false;
  bool takes_absent_old = false; ///< `oldSelf` is an optional value (`optionalOldSelf`)
  /// The schema has a part that is marked as secret, or is such a part. Types in a reason show the kind.
  bool is_about_secrets = false;
  base::time_zone_source zones = base::only_utc;
};

/// The schema around rules.
struct rule_surroundings {
  const node& schema;
  bool knows_old_values = true; ///< the value that was accepted before is known in this place
  bool is_about_secrets = false;
  const base::time_zone_source& zones;
};

/// Reads the content of `x-kubernetes-validations`. Mistakes are noted: each names the rule, and line and
/// column of a wrong expression.
/// @param place of the schema
[[nodiscard]] std::vector<kubernetes_rule> read_kubernetes_rules(const text::json& content, const std::string& place,
                                                                 const rule_surroundings& around, notes& mistakes);

/// The verdict of a rule on a value.
struct kubernetes_verdict {
  enum class kind {
    holds,
    broken,       ///< also if the rule fails, or if its result is no truth value
    lacks_member, ///< broken, and members that the rule reads may end this
  };

  kind is = kind::holds;
  std::string rule{};  ///< the broken rule in a sentence; never shows a value
  std::string found{}; ///< the text of `messageExpression`, which may show values
};

/// Judges a value that its schema accepts apart from rules. Without an old value a rule about `oldSelf`
/// holds, unless it takes an absent one.
/// @param old null if there is none
[[nodiscard]] kubernetes_verdict judge(const kubernetes_rule& rule, const node& schema, const text::json& value,
                                       const text::json* old, cel::budget& steps);

} // namespace core::schema
