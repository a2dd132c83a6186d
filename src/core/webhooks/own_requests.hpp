#pragma once

#include "core/webhooks/registration.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::webhooks {

/// The service account of a Pod.
struct service_account {
  std::string namespace_name;
  std::string name;
};

/// The service account with this user name, `system:serviceaccount:NAMESPACE:NAME`; empty: the user is a
/// person or another program. (kubernetes.io, Service account tokens)
[[nodiscard]] std::optional<service_account> service_account_of(std::string_view user);

/// The names of the conditions that the operator adds to webhooks (ValidatingWebhook, `matchConditions`).
namespace own_condition {
inline constexpr auto bookkeeping = "not-the-operators-bookkeeping";
inline constexpr auto comeback = "not-the-operators-return";
inline constexpr auto closed = "not-the-operators-own";
} // namespace own_condition

/// Whether the hook of a webhook answers reviews.
enum class hook_answers { now, not_yet };

/// The conditions that leave requests of the operator out of a webhook, because the webhook could block the
/// operator that has to answer it. Each condition is a CEL expression that is false for these requests:
///
/// * `bookkeeping`: the operator's ConfigMap, the Secret of its certificate, Helm's records, and Leases and
///   Events, in its namespace, whoever writes them.
/// * `comeback`: the objects that bring the operator's Pod back: Pods of its service account, and their
///   Deployment and ReplicaSet, Bindings, tokens and endpoints in its namespace; nodes, by the programs of
///   Kubernetes; Leases of nodes and of Kubernetes; reviews of tokens and rights.
/// * `closed`: all requests of the operator, as long as the hook does not answer. Not for the login of a
///   person, which other clients may have too.
///
/// `comeback` and `closed` need a service account. `bookkeeping` and `comeback` are left out if no rule of
/// the webhook can match their requests.
/// @param rules `rules` of the webhook
/// @param user of the operator; empty: not known
/// @returns items of `matchConditions`
[[nodiscard]] text::json::array_type own_conditions(const text::json& rules, const registration& place,
                                                    std::string_view user, hook_answers answers);

/// The items of `matchConditions` of a webhook: own conditions before those of the hook. Beyond the number
/// that the API server allows, the last conditions of the hook are joined into one.
[[nodiscard]] text::json::array_type with_own(text::json::array_type own, const text::json& of_hook);

} // namespace core::webhooks
