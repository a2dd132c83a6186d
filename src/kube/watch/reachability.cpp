#include "kube/watch/reachability.hpp"

#include "kube/api/response.hpp"

#include <utility>

namespace kube::watch {

namespace {

/// The limit of a probe. A longer wait has no use, because the next probe may find the server.
constexpr std::chrono::milliseconds probe_timeout{10000};

} // namespace

bool may_be_outage(const base::error& reason) noexcept {
  return reason.code == base::error_code::unavailable || reason.code == base::error_code::timeout;
}

api::http_request probe_request() {
  api::http_request request;
  request.target = "/version";
  request.timeout = probe_timeout;
  // The connection may be dead while the server works, so the probe uses a new connection.
  request.fresh_connection = true;
  return request;
}

reachability_effects reachability::failed(std::int64_t now_us) {
  if (state_ != state::answers) return {};
  // A single probe decides for all watches, so further failures of the same outage need no other probe.
  state_ = state::in_doubt;
  since_us_ = now_us;
  return {next_probe()};
}

reachability_effects reachability::answered(std::int64_t now_us) {
  const auto before = std::exchange(state_, state::answers);
  if (before == state::answers) return {};
  delay_.reset();
  if (before == state::in_doubt) return {reachability_effect::doubt_cleared{}};
  return {reachability_effect::outage_ended{std::chrono::microseconds(now_us - since_us_)}};
}

reachability_effects reachability::probed(std::uint64_t probe, const base::result<api::http_response>& outcome,
                                          std::int64_t now_us) {
  if (!wants(probe)) return {};
  // A page of a proxy is no sign of life: the API server behind it may be away.
  if (outcome && api::is_of_api_server(*outcome)) return answered(now_us);
  const auto next = next_probe();
  // An outage is reported once, with its first probe that failed; later probes only wait for its end.
  if (std::exchange(state_, state::silent) == state::silent) return {next};
  return {reachability_effect::outage_began{outcome ? api::error_of(*outcome) : outcome.error(), next.time}, next};
}

reachability_effect::probe_after reachability::next_probe() {
  return {delay_.next(), ++probe_};
}

} // namespace kube::watch
