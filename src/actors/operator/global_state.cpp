#include "actors/operator/global_state.hpp"

#include "actors/messages/values.hpp"

namespace actors {

void read_global_state(base<supervisor_actor>* self, const values_store_actor& values,
                       std::function<void(const std::string&)> then) {
  self->ask(
    values, read_values{},
    [self, values, then](const values_read& global) {
      self->ask(
        values, read_flags{},
        [then, config = global.config_values, text = global.values](const flags_read& flags) {
          // Hooks and `enabled` scripts see both.
          auto state = text ? config->text() + text->text() : std::string();
          for (const auto& [module, enabled] : flags.enabled) state += (enabled ? "+" : "-") + module;
          then(state);
        },
        [then](const std::string&) { then({}); });
    },
    [then](const std::string&) { then({}); });
}

} // namespace actors
