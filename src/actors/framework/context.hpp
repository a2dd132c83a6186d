#pragma once

#include "actors/framework/actor_failure.hpp"
#include "base/time_zone.hpp"
#include "trace/packed_event.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace actors::framework {

/// The state that all actors of an operator share. Thread-safe.
struct context {
  /// Source of message ids.
  std::atomic<std::uint64_t> last_id{0};
  /// The wall clock, which may be changed, in microseconds since the epoch, for messages and crontabs.
  /// Virtual in tests.
  std::function<std::int64_t()> wall_time_us = [] { return std::int64_t{0}; };
  /// A steady clock in microseconds, for durations and ages. Virtual in tests.
  std::function<std::int64_t()> steady_time_us = [] { return std::int64_t{0}; };
  /// The time zones of crontabs.
  base::time_zone_source time_zones = base::only_utc;
  /// Called with each handled message; empty: messages are not recorded. Must not block.
  std::function<void(trace::packed_event)> record;
  /// Random numbers for jitter, from a seed.
  std::function<std::uint64_t()> random = [] { return std::uint64_t{0}; };
  /// Called on the thread of an actor that was ended by a bug: a handler has thrown, or CAF has ended it.
  std::function<void(const std::string& actor, const std::string& reason)> on_actor_failed = end_process_for;
  /// Called on the thread of an actor after an exception in work for a report.
  std::function<void(const std::string& actor, const std::string& report, const std::string& reason)> on_report_failed =
    log_failed_report;
};
using context_ptr = std::shared_ptr<context>;

} // namespace actors::framework
