#include "actors/leadership/leader.hpp"

#include "core/metrics/leader_metrics.hpp"
#include "kube/objects/resource_version.hpp"
#include "sys/log/log.hpp"
#include "sys/time/clock.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace actors::leadership {

using core::leadership::leadership_stage;
namespace lease_effect = core::leadership::lease_effect;
namespace lease_input = core::leadership::lease_input;

namespace {

/// With another holder no time is left for the work, and the operator itself has this time to end in order.
constexpr std::chrono::seconds end_in_order_within{2};

std::string rfc3339(std::int64_t us) {
  return sys::time::rfc3339(sys::time::wall_time(std::chrono::microseconds(us)),
                            sys::time::time_precision::microseconds);
}

} // namespace

leader_state::leader_state(framework::actor_base<messages::leader_actor>* self, election setup,
                           messages::supervisor_actor supervisor)
  : self_(self), setup_(std::move(setup)), supervisor_(std::move(supervisor)),
    machine_({.identity = setup_.identity, .terms = setup_.terms, .is_older = kube::objects::is_older}) {}

leader_state::~leader_state() {
  if (transfer_ != 0) setup_.transport->cancel(transfer_);
}

void leader_state::step(const core::leadership::lease_machine_input& input) {
  for (const auto& effect : machine_.step(input, setup_.boot_time()))
    std::visit([this](const auto& x) { perform(x); }, effect);
}

std::string leader_state::lease_text() const {
  return setup_.lease.namespace_name + "/" + setup_.lease.name;
}

// -- effects -------------------------------------------------------------------

void leader_state::perform(const lease_effect::open_watch&) {
  const auto to = messages::leader_actor(self_);
  const auto shared = self_->shared_ptr();
  const auto number = ++watch_;
  auto inbox = std::make_shared<messages::line_inbox>(messages::line_inbox::bounds{.max = messages::line_bytes_max});
  kube::api::response_events events;
  events.on_begin = [=] { framework::post(shared, to, messages::stream_begun{{}, number}); };
  events.on_line = [=](std::string_view line) {
    if (inbox->put(std::string(line), line.size()).begins())
      framework::post(shared, to, messages::stream_lines{{}, number, inbox});
  };
  events.on_done = [=](base::result<kube::api::http_response> response) {
    framework::post(shared, to, messages::stream_ended{{}, number, std::move(response)});
  };
  transfer_ = setup_.transport->start(cluster::records::lease_watch_request(setup_.lease), std::move(events));
}

template <class Read>
void leader_state::send(kube::api::http_request request, Read read) {
  request.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(setup_.terms.try_for);
  auto on_done = [shared = self_->shared_ptr(), to = messages::leader_actor(self_), read, method = request.method,
                  target = request.target, accept = request.accept](base::result<kube::api::http_response> response) {
    if (response) {
      response->method = method;
      response->target = target;
      response->accept = accept;
    }
    framework::post(shared, to, messages::lease_answered{{}, read(std::move(response))});
  };
  setup_.transport->start(std::move(request), {nullptr, std::move(on_done)});
}

void leader_state::perform(const lease_effect::read_lease& x) {
  send(cluster::records::lease_read_request(setup_.lease),
       [call = x.call](auto response) { return cluster::records::read_lease_answer(call, std::move(response)); });
}

void leader_state::perform(const lease_effect::write_lease& x) {
  const cluster::records::lease_content content{setup_.identity, setup_.terms.duration,
                                                rfc3339(self_->shared().wall_time_us())};
  send(cluster::records::lease_write_request(setup_.lease, x, content),
       [call = x.call](auto response) { return cluster::records::written_lease_answer(call, std::move(response)); });
}

void leader_state::perform(const lease_effect::lead_until& x) {
  setup_.permit->set_term(machine_.transitions());
  setup_.permit->extend(x.deadlines.begin_until, x.deadlines.lead_until);
  // The work has ended, so no process has to be ended by force.
  if (asked_) return setup_.on_deadline(core::leadership::instant{0});
  const core::leadership::instant soonest = setup_.boot_time() + end_in_order_within;
  setup_.on_deadline(std::max(x.deadlines.lead_until, soonest));
}

void leader_state::perform(const lease_effect::wake_at& x) {
  // A reminder cannot be cancelled. An earlier reminder comes first and brings the next time.
  if (due_ && *due_ <= x.time) return;
  due_ = x.time;
  const auto wait = std::max<core::leadership::instant>(x.time - setup_.boot_time(), core::leadership::instant{0});
  self_->remind(wait, messages::lease_time_came{{}, x.time});
}

void leader_state::perform(const lease_effect::view_changed& x) {
  const bool is_new = x.view.stage != view_.stage || x.view.holder != view_.holder || view_.since_us == 0;
  const auto since_us = is_new ? self_->shared().wall_time_us() : view_.since_us;
  log_change(x.view);
  view_ = x.view;
  view_.since_us = since_us;
  self_->tell(supervisor_, messages::leadership_changed{{}, view_});
}

void leader_state::perform(const lease_effect::gave_away& x) {
  const bool has_held = setup_.permit->lead_until() > core::leadership::instant{0};
  if (!x.failure.empty() && view_.lost_because.empty())
    sys::log::log_warning("leadership_given_away",
                          {{"lease", lease_text()}, {"identity", setup_.identity}, {"error", x.failure}});
  else if (has_held && x.failure.empty())
    sys::log::log_info("leadership_given_away", {{"lease", lease_text()}, {"identity", setup_.identity}});
  setup_.on_deadline(core::leadership::instant{0});
  given_ = messages::lease_given_away{{}, x.failure};
  if (asked_) self_->answer(*asked_, *given_);
  asked_.reset();
}

void leader_state::log_change(const core::leadership::leadership_view& x) const {
  if (!x.trouble.empty() && view_.trouble.empty())
    sys::log::log_warning(
      "lease_unreachable",
      {{"lease", lease_text()},
       {"error", x.trouble},
       {"hint", "tried again; if a right is missing, allow get, watch and patch of this Lease and create of Leases; "
                "a leader ends its work if this lasts"}});
  if (x.stage == leadership_stage::standby && !x.holder.empty() && x.holder != view_.holder)
    sys::log::log_info("leadership_awaited",
                       {{"lease", lease_text()}, {"identity", setup_.identity}, {"holder", x.holder}});
  if (x.stage == view_.stage) return;
  if (x.stage == leadership_stage::leading)
    sys::log::log_info(
      "leadership_taken",
      {{"lease", lease_text()}, {"identity", setup_.identity}, {"transitions", machine_.transitions()}});
  if (x.stage == leadership_stage::over && !x.lost_because.empty())
    sys::log::log_warning("leadership_lost", {{"lease", lease_text()},
                                              {"identity", setup_.identity},
                                              {"error", x.lost_because},
                                              {"hint", "the operator ends, and starts again as a standby"}});
}

// -- messages ------------------------------------------------------------------

void leader_state::on_lines(const messages::stream_lines& x) {
  if (x.stream != watch_) return;
  const auto lines = x.inbox->take();
  for (const auto& line : lines.items)
    if (const auto seen = cluster::records::read_lease_line(line)) step(*seen);
}

void leader_state::on_watch_end(const messages::stream_ended& x) {
  if (x.stream != watch_) return;
  transfer_ = 0;
  step(lease_input::watch_ended{});
}

void leader_state::on_time(const messages::lease_time_came& x) {
  if (due_ && *due_ == x.time) due_.reset();
  step(lease_input::time_came{});
}

framework::promise<messages::lease_given_away> leader_state::give_away() {
  auto promise = self_->later<messages::lease_given_away>();
  if (!given_) {
    asked_ = promise;
    step(lease_input::work_ended{});
  } else {
    self_->answer(promise, *given_);
  }
  return promise;
}

messages::metrics_measured leader_state::measure() const {
  std::optional<double> age;
  if (const auto renewed = machine_.renewed())
    age = std::chrono::duration<double>(setup_.boot_time() - *renewed).count();
  return {core::metrics::leader_metrics(view_, machine_.transitions(), age)};
}

messages::leader_actor::behavior_type leader_state::make_behavior() {
  step(lease_input::began{});
  return framework::behavior(
    self_,
    [this](const messages::stream_begun& x) {
      if (x.stream == watch_) step(lease_input::watch_began{});
    },
    [this](const messages::stream_lines& x) { on_lines(x); },
    [this](const messages::stream_ended& x) { on_watch_end(x); },
    [this](const messages::lease_answered& x) { step(x.input); },
    [this](const messages::lease_time_came& x) { on_time(x); },
    [this](const messages::give_lease_away&) { return give_away(); },
    [this](const messages::measure_metrics&) { return measure(); });
}

messages::leader_actor leader(caf::actor_system& system, const framework::context_ptr& shared, election setup,
                              messages::supervisor_actor supervisor) {
  return framework::spawn<leader_state>(system, framework::placement::shared, shared, "leader", std::move(setup),
                                        std::move(supervisor));
}

} // namespace actors::leadership
