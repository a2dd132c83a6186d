#pragma once

#include "base/value_change.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace {

/// What a line is about, by name: `module`, `queue`, `waited_us`. docs/tracing.md has the names.
using trace_facts = std::vector<std::pair<std::string, std::string>>;

/// One handled message or one span of work, with what caused it.
struct event {
  std::uint64_t id = 0;     ///< unique within a run of the operator, rising with time
  std::uint64_t cause = 0;  ///< id of the event whose handling led to this one; 0: something outside the operator
  std::int64_t time_us = 0; ///< wall clock, microseconds since the Unix epoch; of a span its beginning
  std::string sender;
  std::string receiver;
  std::string type;                          ///< name of the message or of the span, see `trace_span`
  std::string summary;                       ///< one line for people, without secrets
  int step = 0;                              ///< lifecycle step 1..16 (LIFECYCLE-STEPS), 0: none
  std::int64_t duration_us = -1;             ///< of a span; -1: a message, or a span that has not ended
  std::vector<std::uint64_t> also{};         ///< further causes, where several have met in one piece of work
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
/// Not a span but a note: in `also` stands what else has led to the task that its cause asks for. The note of a step of a
/// reload names the reasons of this round, which count in place of those for which the reload once began.
inline constexpr std::string_view reasons = "reasons";
} // namespace trace_span

} // namespace trace
