#pragma once

#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <functional>

namespace actors::webhooks {

using registrar_self = framework::actor_base<messages::webhook_registrar_actor>*;

/// Sends a request of the WEBHOOK REGISTRAR. The object in the answer goes to `then`, or the failure.
void call_for_object(registrar_self self, const messages::kube_client_actor& kube, kube::api::http_request request,
                     std::function<void(base::result<text::json>)> then);

} // namespace actors::webhooks
