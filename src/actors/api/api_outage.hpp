#pragma once

#include "actors/api/known_kinds.hpp"
#include "kube/watch/broken_paths.hpp"
#include "kube/watch/outages.hpp"
#include "kube/watch/own_refusals.hpp"
#include "kube/watch/reachability.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace actors::api {

/// The functions of the owning actor that `api_outage` needs. Callbacks run as handlers of the actor.
struct outage_seams {
  kube::api::send_request send;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> wait;
  std::function<std::int64_t()> now_us;
  std::function<void(std::chrono::microseconds)> on_over; ///< called at the end of a reported outage, with its duration
};

/// A time in which the operator got no answer that counts.
struct time_without_answers {
  kube::watch::outage_time time;
  int refused_with = 0; ///< the status of a refusal of the operator itself: 401 or 403; 0: no answer came
};

/// The time for people: `did not answer the operator since …`.
/// @param wall_us the wall clock at the beginning of the steady clock
[[nodiscard]] std::string describe(const time_without_answers& x, std::int64_t wall_us);

/// Follows outages of the API server for all actors that wait for it. Instead of tries and log lines of each
/// actor there is a single probe, a single report and a single wake-up for all. A part of the KUBE CLIENT.
class api_outage {
public:
  /// @param seed of the random part of delays.
  /// @param own_namespace of the ConfigMap; empty: there is none
  api_outage(outage_seams seams, std::uint64_t seed, const std::string& own_namespace);

  using on_verdict = std::function<void(kube::watch::outage_verdict)>;
  /// Waits after a failure that may be an outage. `done` is called once: at the end of the outage, or, if
  /// there is no outage, after `retry_in`. Bound: an entry for each lost watch.
  void await(std::chrono::milliseconds retry_in, on_verdict done);

  /// Learns from the outcome of any request whether the server answers.
  void heard(const std::string& target, const base::result<kube::api::http_response>& outcome);
  /// True if the connections for this target break, while the server answers other requests.
  [[nodiscard]] bool is_broken(const std::string& target) const;

  using on_found = std::function<void(const std::optional<time_without_answers>&)>;
  /// Finds the outage during a run that has ended; a time in which the server has refused the operator itself
  /// counts, too. If the server has answered no such request since the end of the run, a request finds out
  /// whether it answers now. Bound: one request for each run, and a run that changes something costs far
  /// more.
  void find(std::int64_t began_us, std::int64_t ended_us, on_found done);

private:
  [[nodiscard]] std::optional<time_without_answers> known_during(std::int64_t began_us, std::int64_t ended_us) const;
  [[nodiscard]] std::optional<time_without_answers> outage_during(std::int64_t began_us, std::int64_t ended_us) const;
  void failed();
  /// Sends a probe. If a page of a proxy is the answer, which may stand for this path alone, another path is
  /// asked for, and its outcome counts.
  void ask(const kube::api::http_request& probe, kube::api::on_response done);
  struct waiter {
    on_verdict done;
    bool time_is_over = false;
  };

  void perform(const kube::watch::reachability_effects& effects);
  void perform(const kube::watch::reachability_effect::probe_after& x);
  void perform(const kube::watch::reachability_effect::outage_began& x);
  void perform(const kube::watch::reachability_effect::doubt_cleared& x);
  void perform(const kube::watch::reachability_effect::outage_ended& x);
  void end_wait(std::uint64_t number);

  outage_seams seams_;
  kube::watch::reachability reachability_;
  kube::watch::outages outages_;
  kube::watch::own_refusals refusals_;
  kube::watch::broken_paths broken_;
  std::map<std::uint64_t, waiter> waiters_;
  std::uint64_t last_waiter_ = 0;
};

} // namespace actors::api
