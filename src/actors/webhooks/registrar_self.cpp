#include "actors/webhooks/registrar_self.hpp"

#include "actors/messages/kube_client.hpp"
#include "kube/api/response.hpp"

#include <utility>

namespace actors::webhooks {

void call_for_object(registrar_self self, const messages::kube_client_actor& kube, kube::api::http_request request,
                     std::function<void(base::result<text::json>)> then) {
  self->ask(
    kube, messages::call_api{{}, std::move(request)},
    [then](const messages::api_answered& x) { then(kube::api::object_of(x.response)); },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

} // namespace actors::webhooks
