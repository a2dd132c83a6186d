// Modules that wait until the sources of their values are complete again.
#include "actors/values/values_store.hpp"

#include <string>
#include <utility>

namespace actors::values {

void values_store_state::note_held(const messages::note_held_release& x) {
  if (!x.standing) {
    awaited_.release(x.module);
    return;
  }
  awaited_.hold(x.module, *x.standing);
  // An edit, or the end of a hook, may have come after the values for Helm were read. No later change would
  // run the module, so this is checked now.
  run_held("ConfigMap");
}

void values_store_state::run_held(const std::string& by) {
  messages::values_changed message;
  message.by = by;
  for (const auto& module : decided_again()) message.modules.push_back(module);
  if (!message.modules.empty()) self_->tell(supervisor_, std::move(message));
}

void values_store_state::note_doubted(const messages::note_doubted_modules& x) {
  awaited_.doubt(x.modules);
  // A source may have come back after the scripts were run. No later change would run them again, so this is
  // checked now.
  ask_doubted("the discovery");
}

void values_store_state::ask_doubted(const std::string& by) {
  if (!awaited_.take_settled([this](const std::string& module) { return standing_of(module); })) return;
  messages::values_changed message;
  message.by = by;
  message.places = true;
  self_->tell(supervisor_, std::move(message));
}

std::set<std::string> values_store_state::decided_again() {
  // A flag that is no longer `true` causes no discovery if no module has its name, so its entry is removed
  // here.
  const auto wanted = wanted_without_module();
  std::erase_if(missing_modules_, [&](const auto& entry) { return !wanted.contains(entry.first); });
  return awaited_.take_changed([this](const std::string& module) { return standing_of(module); });
}

void values_store_state::note_end(const messages::note_hook_end& x) {
  if (!x.is_success) return hooks_.failed({x.module, x.hook});
  // The reason for the doubt also appears in the message of a held release.
  if (x.doubt.empty())
    hooks_.ended_well({x.module, x.hook}, x.occasion);
  else
    hooks_.doubted({x.module, x.hook}, x.occasion, x.doubt);
  run_held(x.hook);
  ask_doubted(x.hook);
}

} // namespace actors::values
