#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/base/error.hpp"
#include "sys/log.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace actors {

/// What an INFORMER lets others know of its watch: the log, and the SUPERVISOR for readiness. A part of the informer.
///
/// A refusal is logged once until it changes or is over. A failure that may be an outage is not: the KUBE CLIENT reports
/// an outage for all, and a connection that broke is no news if the next try succeeds.
class watch_report {
public:
  watch_report(base<informer_actor>* self, const watch_spec& spec, supervisor_actor supervisor);

  /// The watch does not work and is tried again. `bindings` names for whom it is.
  void failed(const core::error& reason, std::chrono::milliseconds retry_in, const std::string& bindings);
  /// There was no outage: what failed more than once fails for this watch alone.
  void failed_alone(const std::string& bindings);
  /// The API server does not serve the kind, which is no failure.
  void absent(const std::string& bindings);
  /// The watch works (again).
  void works();
  /// Nobody wants it any more.
  void unused();

  [[nodiscard]] bool is_lost() const noexcept { return loss_.has_value(); }
  /// True if the watch does not work for a reason that may be an outage.
  [[nodiscard]] bool may_be_outage() const;

private:
  struct loss {
    core::error reason;
    std::chrono::milliseconds retry_in{0};
    std::int64_t since_us = 0; ///< wall clock
    unsigned failures = 0;     ///< in a row
  };

  /// @param retry_in nothing: as soon as it can work.
  void warn_once(std::string_view event, const sys::log_field& why, std::optional<std::chrono::milliseconds> retry_in,
                 const std::string& bindings);
  void tell(std::variant<watch_well, watch_lost, watch_unused> state);

  base<informer_actor>* self_;
  watch_spec spec_;
  supervisor_actor supervisor_;
  std::optional<loss> loss_; ///< nothing: it works, or the first try is under way
  std::string warned_;       ///< the reason that was logged last; empty: none, or it is over
};

} // namespace actors
