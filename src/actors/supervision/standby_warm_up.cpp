#include "actors/supervision/standby_warm_up.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/module.hpp"
#include "actors/messages/values.hpp"

#include <utility>

namespace actors::supervision {

void standby_warm_up::begin(std::function<void()> done) {
  done_ = std::move(done);
  self_->ask(
    peers_->global_hooks, messages::ask_hooks_early{}, [this](const messages::hooks_asked_early&) { find_modules(); },
    [](const std::string&) {});
}

/// Enabled scripts and hooks decide about modules, too, and do not run on a standby. So a module counts as
/// wanted unless a source switches it off.
void standby_warm_up::find_modules() {
  if (!is_wanted_()) return;
  self_->ask(
    peers_->values, messages::read_flags{},
    [this](const messages::flags_read& flags) {
      for (auto i = setup_.modules.rbegin(); i != setup_.modules.rend(); ++i)
        if (!i->source.hooks.found.hooks.empty() && !flags.switched_off.contains(i->source.name))
          left_.push_back(i->source.name);
      ask_next();
    },
    [](const std::string&) {});
}

/// One module at a time, so that a standby takes few processors from the programs beside it.
void standby_warm_up::ask_next() {
  if (!is_wanted_()) return;
  if (left_.empty()) return done_();
  const auto name = std::move(left_.back());
  left_.pop_back();
  self_->ask(
    peers_->modules.at(name), messages::ask_hooks_early{}, [this](const messages::hooks_asked_early&) { ask_next(); },
    [](const std::string&) {});
}

void standby_warm_up::end(std::function<void()> then) {
  if (!setup_.election) return then();
  const auto recall = [this, then = std::move(then)] {
    self_->ask(
      peers_->helm, messages::recall_records{}, [then](const messages::records_recalled&) { then(); },
      [](const std::string&) {});
  };
  self_->ask(
    peers_->config, messages::lead_configuration{}, [recall](const messages::configuration_read&) { recall(); },
    [](const std::string&) {});
}

} // namespace actors::supervision
