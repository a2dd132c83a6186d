#pragma once

#include "core/bindings/selector.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::bindings {

/// Whether a webhook only admits or refuses objects, or may also change them.
enum class webhook_kind { validating, mutating };

/// The type of its contexts as hooks see it, for example `Validating`.
[[nodiscard]] const char* name(webhook_kind kind) noexcept;
/// The key of its bindings in a hook's configuration, for example `kubernetesValidating`.
[[nodiscard]] const char* key_of(webhook_kind kind) noexcept;

/// The requests for which the API server asks a webhook (admissionregistration.k8s.io/v1,
/// RuleWithOperations).
struct webhook_rule {
  std::vector<std::string> api_groups;
  std::vector<std::string> api_versions;
  std::vector<std::string> resources;
  std::vector<std::string> operations; ///< CREATE, UPDATE, DELETE, CONNECT or *
  std::string scope;                   ///< Cluster, Namespaced or *; empty: not given, which means *
};

/// A CEL expression that must be true for a request (admissionregistration.k8s.io/v1, MatchCondition).
struct match_condition {
  std::string name;
  std::string expression;
};

/// The consequence of a review without a usable answer.
enum class failure_policy { fail, ignore };

/// Runs the hook for each review of a request to the API server, and answers with the hook's decision.
struct webhook_binding {
  webhook_kind kind = webhook_kind::validating;
  std::string name; ///< three DNS labels or more
  std::string group;
  std::vector<std::string> snapshots_from; ///< see `schedule_binding`
  std::vector<webhook_rule> rules;
  failure_policy on_failure = failure_policy::fail;
  std::string side_effects = "None";       ///< None or NoneOnDryRun
  std::string match_policy = "Equivalent"; ///< Exact or Equivalent
  std::string reinvocation = "Never";      ///< Never or IfNeeded; for mutating webhooks only
  std::chrono::seconds timeout{10};        ///< that the API server is to wait for an answer, 1 to 30
  std::optional<label_selector> objects;
  std::optional<label_selector> namespaces;
  std::vector<match_condition> conditions;
};

} // namespace core::bindings
