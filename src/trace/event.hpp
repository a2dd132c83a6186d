#pragma once

#include "base/value_change.hpp"
#include "trace/format_names.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace {

/// A fact of an event: `module`, `queue`, `waited_us`.
struct fact {
  std::string name;
  std::string text;

  fact(fact_name known, std::string about) : name(known.view()), text(std::move(about)) {}
  /// A fact with a name that the program does not know at compile time: it was read, or it is the name of a
  /// module.
  static fact named(std::string name, std::string text) { return {std::move(name), std::move(text), 0}; }

  friend bool operator==(const fact&, const fact&) = default;

private:
  fact(std::string other, std::string about, int) : name(std::move(other)), text(std::move(about)) {}
};

using trace_facts = std::vector<fact>;

/// A handled message or a span of work, with its causes.
struct event {
  std::uint64_t id = 0;    ///< unique within a run of the operator, rising with time
  std::uint64_t cause = 0; ///< id of the event whose handling led to this event; 0: an event outside the operator
  /// Wall clock, microseconds since the Unix epoch. For a span: its begin.
  std::int64_t time_us = 0;
  std::string sender;
  std::string receiver;
  recorded_type type;                        ///< name of the message or of the span, see `trace_span`
  std::string summary;                       ///< a line for people, without secrets
  int step = 0;                              ///< lifecycle step 1..16 (LIFECYCLE-STEPS), 0: no step
  std::int64_t duration_us = -1;             ///< of a span; -1: a message, or a span that has not ended
  std::vector<std::uint64_t> also{};         ///< further causes, if several have met in the same work
  trace_facts facts{};                       ///< without secrets, each name once
  std::vector<base::value_change> changes{}; ///< of a values commit

  /// The text of that fact, or an empty text.
  [[nodiscard]] std::string_view fact(fact_name name) const noexcept { return fact_named(name.view()); }

  /// The text of a fact with a name that is not known at compile time, such as the name of a module.
  [[nodiscard]] std::string_view fact_named(std::string_view name) const noexcept {
    for (const auto& x : facts)
      if (x.name == name) return x.text;
    return {};
  }

  friend bool operator==(const event&, const event&) = default;
};

/// The types of events that are spans of work (`event::type`). `trace order` shows a run by its spans.
namespace trace_span {
inline constexpr event_type task = "task_run";
inline constexpr event_type hook = "hook_run";
inline constexpr event_type enabled_script = "enabled_script_run";
inline constexpr event_type helm = "helm_run";
inline constexpr event_type values_commit = "values_commit";
inline constexpr event_type http_request = "http_request";
inline constexpr event_type object_operation = "object_operation";
/// The end of a discovery: its facts are the modules that are not enabled, and why.
inline constexpr event_type discovery = "discovery";
/// A review of the API server, from its arrival to its answer.
inline constexpr event_type review = "review";
/// A note about a task, not a span. Its cause is the request of the task, and `also` lists further causes of
/// the task. For a reload step, these are the reasons of the current round; they replace the reasons of the
/// first round.
inline constexpr event_type reasons = "reasons";
} // namespace trace_span

} // namespace trace
