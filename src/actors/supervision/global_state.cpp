#include "actors/supervision/global_state.hpp"

#include "actors/messages/values.hpp"

namespace actors::supervision {

void read_global_state(framework::actor_base<messages::supervisor_actor>* self,
                       const messages::values_store_actor& values, std::function<void(const std::string&)> then) {
  self->ask(
    values, messages::read_values{},
    [self, values, then](const messages::values_read& global) {
      self->ask(
        values, messages::read_flags{},
        [then, config = global.config_values, text = global.values](const messages::flags_read& flags) {
          // Hooks and `enabled` scripts see the global values and, in `global.enabledModules`, the effect of
          // flags.
          auto state = text ? config->text() + text->text() : std::string();
          for (const auto& [module, enabled] : flags.enabled) state += (enabled ? "+" : "-") + module;
          then(state);
        },
        [then](const std::string&) { then({}); });
    },
    [then](const std::string&) { then({}); });
}

} // namespace actors::supervision
