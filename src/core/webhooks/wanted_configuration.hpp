#pragma once

#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/entry_choice.hpp"
#include "core/webhooks/wanted_webhook.hpp"
#include "core/webhooks/webhook_wish.hpp"
#include "text/json/json.hpp"

#include <string>
#include <variant>

namespace core::webhooks {

/// The annotation of a configuration with the platform that keeps it. Another operator leaves the
/// configuration alone.
inline constexpr auto platform_annotation = "addon-operator/platform";
/// The annotation by which cert-manager writes the authority of a certificate into a configuration
/// (cert-manager.io, CA injector).
inline constexpr auto injection_annotation = "cert-manager.io/inject-ca-from";

/// The field manager that writes configurations and conversions. The operator's other manager of fields
/// writes definitions of modules, so that a definition and its conversion leave each other's fields alone.
inline constexpr auto registration_manager = "addon-operator-webhooks";

/// `ValidatingWebhookConfiguration` or `MutatingWebhookConfiguration`.
[[nodiscard]] const char* configuration_kind(bindings::webhook_kind kind) noexcept;

/// The platform that keeps a configuration; empty: no operator has written it.
[[nodiscard]] std::string platform_of(const text::json& configuration);

namespace configuration_step {
/// No write: the configuration is as wanted, or no hook wants a webhook in it and the operator must not (yet)
/// remove it.
struct none {};
/// Server-side apply, by force: the configuration is missing or differs.
struct apply {
  text::json object;
};
/// A JSON Patch (RFC 6902), because a server-side apply leaves fields and entries of other clients. It fails
/// if the configuration has changed.
struct replace {
  text::json patch;
};
/// No webhook is wanted, the configuration has the mark of this platform, and no entry of another client is
/// in it.
struct remove {
  std::string uid;
  std::string resource_version;
};
/// The configuration belongs to another operator.
struct leave {
  std::string platform;
};
} // namespace configuration_step

using configuration_change =
  std::variant<configuration_step::none, configuration_step::apply, configuration_step::replace,
               configuration_step::remove, configuration_step::leave>;

/// The write after which the configuration still differs from the wish. After `applied`, the next write is
/// `replace`.
enum class earlier_write { none, applied };

/// Compares a configuration with the wish of an operator. A registered webhook that the wish lacks stays
/// until the wish is complete and its owner has given it up. Only a configuration with the mark of this
/// platform is removed.
/// @param now the configuration in the API server; null: it does not exist
/// @param verdicts entries that the API server refuses, see `choose_entries`
[[nodiscard]] configuration_change next_change(bindings::webhook_kind kind, const webhook_wish& wish,
                                               const webhook_terms& terms, const text::json* now, earlier_write before,
                                               const entry_verdicts& verdicts = {});

/// Whether an API server has dropped the `matchConditions` of all webhooks that were written, because it does
/// not know them or has them switched off.
[[nodiscard]] bool drops_conditions(const text::json& written, const text::json& kept);

/// The names in `wish` of this kind, for people; empty: none is wanted.
[[nodiscard]] std::string names_of(bindings::webhook_kind kind, const webhook_wish& wish);

} // namespace core::webhooks
