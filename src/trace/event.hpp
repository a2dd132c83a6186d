#pragma once

#include "base/value_change.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace {

/// The facts of an event, by name: `module`, `queue`, `waited_us`. docs/tracing.md lists the names.
using trace_facts = std::vector<std::pair<std::string, std::string>>;

/// A handled message or a span of work, with its causes.
struct event {
  std::uint64_t id = 0;     ///< unique within a run of the operator, rising with time
  std::uint64_t cause = 0;  ///< id of the event whose handling led to this event; 0: an event outside the operator
  std::int64_t time_us = 0; ///< wall clock, microseconds since the Unix epoch; of a span its beginning
  std::string sender;
  std::string receiver;
  std::string type;                          ///< name of the message or of the span, see `trace_span`
  std::string summary;                       ///< a line for people, without secrets
  int step = 0;                              ///< lifecycle step 1..16 (LIFECYCLE-STEPS), 0: no step
  std::int64_t duration_us = -1;             ///< of a span; -1: a message, or a span that has not ended
  std::vector<std::uint64_t> also{};         ///< further causes, if several have met in the same work
  trace_facts facts{};                       ///< without secrets, each name once
  std::vector<base::value_change> changes{}; ///< of a values commit

  /// The fact of that name, or an empty text.
  [[nodiscard]] std::string_view fact(std::string_view name) const noexcept {
    for (const auto& [key, text] : facts)
      if (key == name) return text;
    return {};
  }

  friend bool operator==(const event&, const event&) = default;
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
/// The end of a discovery: its facts are the modules that are not enabled, and why.
inline constexpr std::string_view discovery = "discovery";
/// Not a span but a note: `also` lists the further causes of the task that its cause asks for. For a reload
/// step, these are the reasons of the current round; they replace the reasons of the first round.
inline constexpr std::string_view reasons = "reasons";
} // namespace trace_span

} // namespace trace
