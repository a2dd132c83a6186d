#include "actors/api/api_outage.hpp"

#include "kube/api/api_path.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace actors::api {

namespace {

/// The waits between probes. The end of an outage is noticed after 10 s at the latest. A small request serves
/// all watches.
constexpr kube::transport::growing_delay_options probe_delay{std::chrono::milliseconds(800),
                                                             std::chrono::milliseconds(10000)};

/// The path of a second probe. Every API server serves it to every user.
constexpr auto other_probe_path = "/api";

} // namespace

std::string describe(const time_without_answers& x, std::int64_t wall_us) {
  const auto when = kube::watch::describe(x.time, wall_us);
  if (x.refused_with == 0) return "did not answer the operator " + when;
  return fmt::format("did not let the operator in {} ({})", when,
                     x.refused_with == 401 ? "401 Unauthorized" : "403 Forbidden");
}

api_outage::api_outage(outage_seams seams, std::uint64_t seed, const std::string& own_namespace)
  : seams_(std::move(seams)), reachability_(probe_delay, seed), outages_(seams_.now_us()),
    refusals_(seams_.now_us(), own_namespace) {}

void api_outage::await(std::chrono::milliseconds retry_in, on_verdict done) {
  const auto number = ++last_waiter_;
  waiters_.emplace(number, waiter{std::move(done)});
  failed();
  seams_.wait(retry_in, [this, number] { end_wait(number); });
}

void api_outage::end_wait(std::uint64_t number) {
  const auto found = waiters_.find(number);
  if (found == waiters_.end()) return;
  found->second.time_is_over = true;
  // It is not known yet whether the server answers, so the verdict waits: this may be an outage.
  if (!reachability_.answers()) return;
  const auto node = waiters_.extract(found);
  node.mapped().done(kube::watch::outage_verdict::alone);
}

void api_outage::heard(const std::string& target, const base::result<kube::api::http_response>& outcome) {
  // A response of a proxy does not prove that the API server answers, nor that it is down.
  if (outcome && kube::api::is_of_api_server(*outcome)) {
    broken_.answered(kube::api::path_template(target), seams_.now_us());
    outages_.answered(seams_.now_us());
    refusals_.heard(*outcome, seams_.now_us());
    perform(reachability_.answered(seams_.now_us()));
  } else if (!outcome && kube::watch::may_be_outage(outcome.error())) {
    // A request without an answer in time may be about a single group whose server hangs. Such a group may
    // hang for days, and must not put all long runs in doubt.
    const bool is_broken = outcome.error().code == base::error_code::unavailable;
    // The same holds for a path whose connections break each time.
    if (is_broken && broken_.broke(kube::api::path_template(target), seams_.now_us())) return;
    if (is_broken) outages_.failed(seams_.now_us());
    failed();
  }
}

bool api_outage::is_broken(const std::string& target) const {
  return broken_.is_broken(kube::api::path_template(target));
}

void api_outage::failed() {
  perform(reachability_.failed(seams_.now_us()));
}

std::optional<time_without_answers> api_outage::known_during(std::int64_t began_us, std::int64_t ended_us) const {
  if (const auto known = outages_.during(began_us, ended_us)) return time_without_answers{*known};
  if (const auto known = refusals_.during(began_us, ended_us)) return time_without_answers{known->time, known->status};
  return std::nullopt;
}

std::optional<time_without_answers> api_outage::outage_during(std::int64_t began_us, std::int64_t ended_us) const {
  if (auto known = known_during(began_us, ended_us)) return known;
  // The server was not heard since the run, so the present failure may have begun during the run.
  if (!outages_.has_answered_since(ended_us)) return time_without_answers{{ended_us, {}}};
  return std::nullopt;
}

void api_outage::find(std::int64_t began_us, std::int64_t ended_us, on_found done) {
  const auto known = known_during(began_us, ended_us);
  // A refusal that lasts is asked about, because it may have ended without a request that shows it.
  const bool is_open = known && known->refused_with != 0 && !known->time.end_us;
  const bool is_settled = outages_.has_answered_since(ended_us) && refusals_.is_settled_since(ended_us);
  if (!is_open && (known || is_settled)) return done(known);
  ask(refusals_.probe(), [this, began_us, ended_us, done = std::move(done)](const auto& outcome) {
    // A page of a proxy, or a 500: the server behind it may be away.
    if (!outcome || !kube::api::is_of_api_server(*outcome)) failed();
    done(outage_during(began_us, ended_us));
  });
}

void api_outage::ask(const kube::api::http_request& probe, kube::api::on_response done) {
  seams_.send(probe, [this, probe, done = std::move(done)](const auto& outcome) {
    if (!outcome || kube::api::is_of_api_server(*outcome)) return done(outcome);
    auto other = probe;
    other.target = other_probe_path;
    seams_.send(std::move(other), done);
  });
}

void api_outage::perform(const kube::watch::reachability_effects& effects) {
  for (const auto& effect : effects) std::visit([this](const auto& x) { perform(x); }, effect);
}

void api_outage::perform(const kube::watch::reachability_effect::probe_after& x) {
  seams_.wait(x.time, [this, probe = x.probe] {
    // The response to another request may have shown meanwhile whether the server answers.
    if (!reachability_.wants(probe)) return;
    ask(kube::watch::probe_request(), [this, probe](const base::result<kube::api::http_response>& outcome) {
      perform(reachability_.probed(probe, outcome, seams_.now_us()));
    });
  });
}

void api_outage::perform(const kube::watch::reachability_effect::outage_began& x) {
  outages_.confirmed();
  sys::log::log_warning(
    "api_server_unreachable",
    {{"error", x.reason.message}, {"watches_waiting", waiters_.size()}, {"retry_in_seconds", x.retry_in}});
}

void api_outage::perform(const kube::watch::reachability_effect::doubt_cleared&) {
  auto waiting = std::exchange(waiters_, {});
  for (auto& [number, x] : waiting) {
    if (x.time_is_over)
      x.done(kube::watch::outage_verdict::alone);
    else
      waiters_.emplace(number, std::move(x));
  }
}

void api_outage::perform(const kube::watch::reachability_effect::outage_ended& x) {
  const auto waiting = std::exchange(waiters_, {});
  sys::log::log_info("api_server_reachable", {{"seconds", x.duration}, {"watches_waiting", waiting.size()}});
  for (const auto& [number, entry] : waiting) entry.done(kube::watch::outage_verdict::outage);
  seams_.on_over(x.duration);
}

} // namespace actors::api
