#pragma once

#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/own_requests.hpp"
#include "core/webhooks/registration.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// Whether the API server knows `matchConditions` of webhooks (since Kubernetes 1.28).
/// @param version of the API server: `v1.37.2`
[[nodiscard]] bool has_match_conditions(std::string_view version);

/// The facts that all webhooks of an operator share.
struct webhook_terms {
  registration place{};
  /// The authorities of the listener's certificate in PEM; empty: cert-manager writes them.
  std::string authorities{};
  bool has_conditions = true; ///< see `has_match_conditions`
  /// The user name of the operator for the API server. Empty text: it cannot be known; empty: not asked yet.
  std::optional<std::string> user{};
};

/// The member `clientConfig` of a webhook (admissionregistration.k8s.io/v1, apiextensions.k8s.io/v1).
/// @param path at which the listener is asked: `/hooks/limits-example-com`
/// @param known the present member, whose `caBundle` stays if cert-manager writes it; may be null
[[nodiscard]] text::json client_config(const webhook_terms& terms, const std::string& path, const text::json* known);

/// An entry of `webhooks` in a ValidatingWebhookConfiguration or MutatingWebhookConfiguration, with all
/// defaults of the API server, so that it can be compared with the entry that the API server has.
/// @param known the present entry with this name, or null
[[nodiscard]] text::json wanted_webhook(const bindings::webhook_binding& x, const webhook_terms& terms,
                                        const text::json* known);

/// The present entry of a webhook that stays, because its hook does not answer yet, or its wanted entry is
/// refused. Its `clientConfig` and the operator's own conditions are renewed by `terms`. While the hook does
/// not answer, and the failurePolicy is `Fail`, a condition leaves the operator's own requests out: the hook
/// answers only after the operator has made these requests.
/// @param known the present entry with this name
[[nodiscard]] text::json earlier_webhook(const text::json& known, const std::string& name, const webhook_terms& terms,
                                         hook_answers answers);

} // namespace core::webhooks
