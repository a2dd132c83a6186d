#pragma once

#include "base/error.hpp"
#include "kube/api/transport.hpp"
#include "kube/transport/growing_delay.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kube::watch {

/// True for failures that may have the same reason for every request: no answer came, or the server (or a
/// proxy before it) answered that it cannot answer now. A refusal (403, 404, 422) concerns a single request.
[[nodiscard]] bool may_be_outage(const base::error& reason) noexcept;

/// The cause of such a failure. It is known once the server has answered a request again.
enum class outage_verdict {
  outage, ///< the server did not answer any request
  alone,  ///< the server has answered other requests meanwhile: a failure of a single request
};

/// The request that finds out whether the server answers: small, and allowed to every user.
[[nodiscard]] api::http_request probe_request();

namespace reachability_effect {
/// Send `probe_request` after that time and give the outcome to `probed`, with this number.
struct probe_after {
  std::chrono::milliseconds time;
  std::uint64_t probe = 0;
};
/// The server does not answer: reported once for each outage.
struct outage_began {
  base::error reason;
  std::chrono::milliseconds retry_in;
};
/// The doubt is over: the server works, so the failure was of a single request.
struct doubt_cleared {};
/// The server answers again: all waiting requests can go on at once.
struct outage_ended {
  std::chrono::microseconds duration;
};
} // namespace reachability_effect

using reachability_effects =
  std::vector<std::variant<reachability_effect::probe_after, reachability_effect::outage_began,
                           reachability_effect::doubt_cleared, reachability_effect::outage_ended>>;

/// Whether the API server answers at all. A pure state machine; all times are of a steady clock, in
/// microseconds.
///
/// ```
///            failed                     probe failed
///   answers ────────▶ in_doubt (probes) ────────────▶ silent (probes, less and less often)
///      ▲                 │ answered                     │ answered
///      └─────────────────┴──────────────────────────────┘
/// ```
///
/// A failed request alone proves little (a connection may break, a single API may be down), so a probe
/// decides. Any answer of the server to any request ends doubt and outage; a page of a proxy does not
/// (`is_of_api_server`).
/// Why so: docs/decisions/one-probe-for-an-outage.md
class reachability {
public:
  /// @param seed of the spread of delays.
  reachability(transport::growing_delay_options retry, std::uint64_t seed) : delay_(retry, seed) {}

  /// A request has failed, and `may_be_outage` is true for the reason.
  [[nodiscard]] reachability_effects failed(std::int64_t now_us);
  /// The server has answered some request.
  [[nodiscard]] reachability_effects answered(std::int64_t now_us);
  /// A probe came to an end. Only the outcome of the last requested probe counts.
  [[nodiscard]] reachability_effects probed(std::uint64_t probe, const base::result<api::http_response>& outcome,
                                            std::int64_t now_us);

  /// True while there is no doubt about it.
  [[nodiscard]] bool answers() const noexcept { return state_ == state::answers; }
  /// True for a probe that is still wanted.
  [[nodiscard]] bool wants(std::uint64_t probe) const noexcept { return !answers() && probe == probe_; }

private:
  enum class state { answers, in_doubt, silent };

  [[nodiscard]] reachability_effect::probe_after next_probe();

  state state_ = state::answers;
  transport::growing_delay delay_;
  std::uint64_t probe_ = 0;   ///< the last requested probe
  std::int64_t since_us_ = 0; ///< when doubt began
};

} // namespace kube::watch
