#include "actors/supervision/unwanted_webhooks.hpp"

#include "actors/messages/webhooks.hpp"
#include "core/modules/certainly_off.hpp"

namespace actors::supervision {

void give_up_webhooks(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                      const core::modules::discovered_modules& found, const std::set<std::string>& active,
                      const std::set<std::string>& switched_off) {
  for (const auto& [name, module] : peers->modules) {
    if (active.contains(name) || !core::modules::is_certainly_off(found, name)) continue;
    self->ask(
      peers->webhooks, messages::claim_webhooks{{}, name, {}, {}, messages::supervisor_actor(self)},
      [](const messages::webhooks_claimed&) {}, [](const std::string&) {});
  }
  self->tell(peers->webhooks, messages::know_registrar{{}, peers->registrar, {}, switched_off});
}

} // namespace actors::supervision
