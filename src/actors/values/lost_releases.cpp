#include "actors/values/lost_releases.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/supervisor.hpp"
#include "cluster/records/recordless_releases.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace actors::values {

lost_releases::lost_releases(framework::actor_base<messages::config_watcher_actor>* self, facts known, caller call,
                             waiter wait, messages::supervisor_actor supervisor)
  : self_(self), known_(std::move(known)), call_(std::move(call)), wait_(std::move(wait)),
    supervisor_(std::move(supervisor)) {}

void lost_releases::look(core::config::stored_keys& keys, std::function<void()> then) {
  if (std::exchange(has_looked_, true) || known_.releases.empty() || known_.grace.count() == 0) return then();
  keys_ = &keys;
  then_ = std::move(then);
  requests_ = cluster::records::records_requests(known_.namespace_name);
  ask_for_records(0);
}

void lost_releases::ask_for_records(std::size_t at) {
  if (at == requests_.size()) {
    requests_ = cluster::records::objects_of_helm_requests(known_.namespace_name);
    return ask_for_objects(0);
  }
  call_(requests_[at], [this, at](const base::result<text::json>& answer) {
    const auto has = answer ? cluster::records::has_record(*answer, known_.releases) : std::nullopt;
    // A list without an answer does not show that there is no record.
    if (has.value_or(true)) return then_();
    ask_for_records(at + 1);
  });
}

void lost_releases::ask_for_objects(std::size_t at) {
  if (at == requests_.size()) return then_();
  call_(requests_[at], [this, at](const base::result<text::json>& answer) {
    // Without the right to one list another list may show the objects.
    const auto lost = answer ? cluster::records::releases_named_in(*answer, known_.namespace_name, known_.releases)
                             : std::set<std::string>();
    if (lost.empty()) return ask_for_objects(at + 1);
    report(lost);
    then_();
  });
}

void lost_releases::report(const std::set<std::string>& lost) {
  for (const auto& release : lost)
    sys::log::log_warning("release_record_lost", {{"module", release}, {"release", release}, {"revision", "all"}});
  const std::chrono::microseconds grace(known_.grace);
  const auto& shared = self_->shared();
  const auto why =
    fmt::format("all records of releases have gone, and objects of {} are there, so keys that hooks had "
                "stored in the ConfigMap may have gone with them. No hook makes a new key until {}. Hint: "
                "bring Secrets and ConfigMaps back from a backup, or write the former values into the "
                "ConfigMap; then find the client that has deleted them",
                fmt::join(lost, ", "), framework::time_text(shared.wall_time_us() + grace.count()));
  keys_->doubt(why, shared.steady_time_us() + grace.count());
  const std::string subject = "records of releases";
  self_->tell(supervisor_, messages::module_state_changed{{}, subject, why});
  wait_(known_.grace, [this, subject] {
    self_->tell(supervisor_, messages::module_state_changed{{}, subject, std::nullopt});
  });
}

} // namespace actors::values
