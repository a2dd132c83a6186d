#include "actors/supervision/lead_gate.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/leadership/leader.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::supervision {

using core::leadership::leadership_stage;

namespace {

/// From the end of the work of a leader that cannot renew its Lease to SIGKILL for its programs; below
/// `lease_terms::lead_for` - `lease_terms::work_for`. With another holder there is no such time: the work of
/// that operator may have begun.
constexpr std::chrono::milliseconds lost_lead_grace{1500};

/// The wait for the last answers of the API server, before the Lease is given away. It begins when all
/// programs have ended, and fits into the time that the process has beyond `--stop-grace-period`
/// (`stop_slack` in `start_command.cpp`).
constexpr std::chrono::seconds last_answers_within{5};

} // namespace

void lead_gate::begin(const messages::metrics_actor& metrics) {
  if (!setup_.election) return;
  view_.emplace();
  view_->since_us = self_->shared().wall_time_us();
  leader_ =
    leadership::leader(self_->system(), self_->shared_ptr(), *setup_.election, messages::supervisor_actor(self_));
  self_->tell(metrics, messages::add_metric_source{leader_});
}

bool lead_gate::leads() const noexcept {
  return !view_ || view_->stage == leadership_stage::leading;
}

void lead_gate::pass(std::function<void()> work, const preparation& prepare) {
  if (leads()) return work();
  if (view_->stage != leadership_stage::standby) return;
  waiting_ = std::move(work);
  prepare([this] {
    is_warm_ = true;
    note_standby();
  });
}

void lead_gate::note_standby() {
  if (is_noted_ || !is_warm() || view_->holder.empty()) return;
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

void lead_gate::await_last_writes(const messages::kube_client_actor& kube, std::function<void()> then) {
  if (!view_ || view_->stage != leadership_stage::leading) return then();
  self_->ask(
    kube, messages::end_writes{{}, last_answers_within},
    [this, then](const messages::writes_ended& x) {
      unanswered_ = x.unanswered;
      then();
    },
    [then](const std::string&) { then(); });
}

void lead_gate::give_away(std::function<void()> then) {
  if (!leader_) return then();
  waiting_ = {};
  if (unanswered_ > 0) {
    const auto& lease = setup_.election->lease;
    sys::log::log_warning(
      "leadership_given_away",
      {{"lease", lease.namespace_name + "/" + lease.name},
       {"identity", setup_.election->identity},
       {"error", fmt::format("not given away, so that the Lease runs out by itself: requests that change "
                             "the cluster have no answer ({})",
                             unanswered_)}});
    framework::stop_now(leader_);
    return then();
  }
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
