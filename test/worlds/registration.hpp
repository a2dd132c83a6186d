#pragma once

#include "actors/webhooks/registrar_options.hpp"
#include "simulation/fake_api_server.hpp"
#include "worlds/plan.hpp"

#include <set>
#include <string>

namespace worlds {

/// The object in which the operator registers webhooks of hooks.
inline constexpr auto webhook_configuration = "worlds-hooks";

/// Whether a module of the world has webhooks. Then the operator registers them.
[[nodiscard]] bool has_webhooks(const plan& x);
/// Lets the API server serve configurations of webhooks.
void serve_webhook_configurations(simulation::fake_api_server& api);
[[nodiscard]] actors::webhooks::registrar_options registration_of_worlds();

/// The name of the module's webhook.
[[nodiscard]] std::string webhook_of(const std::string& module);
/// The names of the webhooks that are registered.
[[nodiscard]] std::set<std::string> registered_webhooks(const simulation::fake_api_server& api);

} // namespace worlds
