#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

/// One handled message or one span of work, with what caused it.
struct trace_event {
  std::uint64_t id = 0;     ///< unique within a run of the operator, rising with time
  std::uint64_t cause = 0;  ///< id of the event whose handling led to this one; 0: something outside the operator
  std::int64_t time_us = 0; ///< wall clock, microseconds since the Unix epoch; of a span its beginning
  std::string sender;
  std::string receiver;
  std::string type;              ///< name of the message or of the span, see `trace_span`
  std::string summary;           ///< one line for people, without secrets
  int step = 0;                  ///< lifecycle step 1..16 (LIFECYCLE-STEPS), 0: none
  std::int64_t duration_us = -1; ///< of a span; -1: a message, or a span that has not ended

  friend bool operator==(const trace_event&, const trace_event&) = default;
};

/// Types of events that are spans of work, as they stand in `trace_event::type`. `trace order` shows a run by them.
namespace trace_span {
inline constexpr std::string_view task = "task_run";
inline constexpr std::string_view hook = "hook_run";
inline constexpr std::string_view enabled_script = "enabled_script_run";
inline constexpr std::string_view helm = "helm_run";
inline constexpr std::string_view values_commit = "values_commit";
inline constexpr std::string_view http_request = "http_request";
inline constexpr std::string_view object_operation = "object_operation";
} // namespace trace_span

} // namespace core
