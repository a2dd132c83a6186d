#include "actors/supervision/lead_gate.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/leadership/leader.hpp"
#include "actors/messages/observation.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::supervision {

using core::leadership::leadership_stage;

namespace {

/// From the end of the work of a leader that cannot renew its Lease to SIGKILL for its programs; below
/// `lease_terms::lead_for` - `lease_terms::work_for`. With another holder there is no such time: the work of
/// that operator may have begun.
constexpr std::chrono::milliseconds lost_lead_grace{1500};

} // namespace

void lead_gate::begin(const messages::metrics_actor& metrics) {
  if (!setup_.election) return;
  view_.emplace();
  view_->since_us = self_->shared().wall_time_us();
  leader_ =
    leadership::leader(self_->system(), self_->shared_ptr(), *setup_.election, messages::supervisor_actor(self_));
  self_->tell(metrics, messages::add_metric_source{leader_});
}

void lead_gate::pass(std::function<void()> work) {
  if (!view_ || view_->stage == leadership_stage::leading) return work();
  if (view_->stage != leadership_stage::standby) return;
  waiting_ = std::move(work);
  note_standby();
}

void lead_gate::note_standby() {
  if (is_noted_ || !waiting_ || view_->holder.empty()) return;
  is_noted_ = true;
  sys::log::log_info("standby_ready", {{"holder", view_->holder}});
}

void lead_gate::take(const messages::leadership_changed& x) {
  view_ = x.view;
  if (x.view.stage == leadership_stage::standby) note_standby();
  if (x.view.stage == leadership_stage::leading)
    if (const auto work = std::exchange(waiting_, {})) work();
  if (x.view.stage == leadership_stage::over && !x.view.lost_because.empty()) {
    waiting_ = {};
    lost_(x.view.has_other_holder ? std::chrono::milliseconds(0) : lost_lead_grace);
  }
}

void lead_gate::give_away(std::function<void()> then) {
  if (!leader_) return then();
  waiting_ = {};
  const auto end = [this, then = std::move(then)] {
    framework::stop_now(leader_);
    then();
  };
  self_->ask(
    leader_, messages::give_lease_away{}, [end](const messages::lease_given_away&) { end(); },
    [end](const std::string&) { end(); });
}

core::status::lead_facts lead_gate::facts() const {
  if (!view_) return {};
  return {.text = core::leadership::describe(*view_, framework::time_text(view_->since_us)),
          .is_standby = is_waiting(),
          .leader_pod = core::leadership::pod_of(view_->holder),
          .trouble = view_->trouble};
}

} // namespace actors::supervision
