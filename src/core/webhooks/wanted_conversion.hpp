#pragma once

#include "core/webhooks/wanted_configuration.hpp"
#include "core/webhooks/wanted_webhook.hpp"
#include "text/json/json.hpp"

#include <string>
#include <variant>

namespace core::webhooks {

/// The annotation of a CustomResourceDefinition with the platform that converts its objects.
inline constexpr auto conversion_annotation = "addon-operator/conversion-platform";

namespace definition_step {
/// The API server asks this operator.
struct none {};
/// Server-side apply, by force: the conversion is missing or differs. It fails if the definition was deleted
/// and created anew (`uid`).
struct apply {
  text::json object;
};
/// Another client has set a conversion webhook, or the definition has the mark of another platform.
struct leave {
  std::string by; ///< for people: `service cert/webhook, written by kubectl`
};
/// The API server has changed the conversion that was written.
struct changed {};
} // namespace definition_step

using definition_change =
  std::variant<definition_step::none, definition_step::apply, definition_step::leave, definition_step::changed>;

/// Compares `spec.conversion` of a CustomResourceDefinition with the wish of an operator whose hooks convert
/// its objects. A conversion webhook belongs to another client, unless it leads to the path of this
/// definition, and the definition has either the mark of this platform, or no mark and a Service in the
/// operator's namespace (flant/shell-operator).
/// @param now the definition in the API server
[[nodiscard]] definition_change next_change(const webhook_terms& terms, const text::json& now, earlier_write before);

/// The platform whose mark a CustomResourceDefinition has; empty: none.
[[nodiscard]] std::string conversion_platform_of(const text::json& definition);

/// Whether a conversion webhook is set in a definition with the mark of this platform.
[[nodiscard]] bool is_converted_by(const text::json& definition, const std::string& platform);

} // namespace core::webhooks
