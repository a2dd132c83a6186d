// Losses that wait until hooks have seen their events.
#include "actors/hooks/module.hpp"
#include "actors/messages/module.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

namespace actors::hooks {

namespace {

std::string words_of(const std::vector<std::string>& own, const std::vector<std::string>& global) {
  std::vector<std::string> names;
  for (const auto& hook : own) names.push_back("hook '" + hook + "'");
  for (const auto& hook : global) names.push_back("global hook '" + hook + "'");
  return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

void module_state::find_waiting_events(std::vector<std::string> own, std::function<void(std::string hooks)> then) {
  self_->ask(
    peers_.global_hooks, messages::find_waiting_events{},
    [this, own = std::move(own), then](const messages::waiting_events_found& x) {
      auto hooks = words_of(own, x.hooks);
      if (hooks.empty() || !event_wait_.is_over(self_->shared().steady_time_us())) return then(std::move(hooks));
      sys::log::log_warning("events_not_awaited",
                            {{"module", source_->name},
                             {"hooks", hooks},
                             {"hint", "the hooks fail, hang or are too slow for their events; the task goes on with "
                                      "the values that they have set before"}});
      then({});
    },
    // Without the global hooks no event of them will ever be seen.
    [own, then](const std::string&) { then(words_of(own, {})); });
}

void module_state::put_off_for_events(const std::string& why) {
  const auto number = event_wait_.put_off(self_->shared().steady_time_us());
  sys::log::log_info("loss_put_off", {{"step", deleting_ ? 6 : 5}, {"module", source_->name}, {"reason", why}});
  // Ends the wait if a hook never sees its events. Bound: a reminder for each loss that is put off.
  self_->remind(core::modules::event_wait::patience,
                messages::retry_due{{}, messages::retry_due::reason::events, number});
  const auto await_global = [this, number] {
    self_->ask(
      peers_.global_hooks, messages::await_events{},
      [this, number](const messages::events_seen&) { note_seen(number); },
      [this, number](const std::string&) { note_seen(number); });
  };
  // While a module is off, the events of its own hooks are held.
  deleting_ ? await_global() : bindings_.await_events(await_global);
  supersede(why);
}

void module_state::note_seen(std::uint64_t number) {
  if (event_wait_.take_due(number)) want_run("EventsSeen");
}

} // namespace actors::hooks
