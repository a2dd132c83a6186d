#pragma once

#include "trace/formats/timeline.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace trace::formats {

/// The lane that shows an event.
struct lane_name {
  std::string_view group;
  std::string name;

  /// Groups in their order on a page; `main` before other queues, global hooks before modules.
  friend bool operator<(const lane_name& a, const lane_name& b);
};

/// The lane of an event that is no task; if its group is empty, the event is not shown.
[[nodiscard]] lane_name lane_of(const event& x);
/// The lane of a message that asked for a program.
[[nodiscard]] lane_name lane_of_program(const event& x);
[[nodiscard]] timeline_result result_of(const event& x);
/// The label of a request of a queue: `run web`, `web: hooks/a.sh pods`.
[[nodiscard]] std::string label_of_task(const event& request);
[[nodiscard]] std::string label_of(const event& x);
[[nodiscard]] std::string text_of_span(const event& x);
[[nodiscard]] std::vector<std::string> details_of_span(const event& x);

/// An event without an earlier cause: an object, an edit, a tick, the start, the stop, the return of the API
/// server.
[[nodiscard]] bool is_from_outside(const event& x);
/// An event between two tasks, part of neither: absent objects, a module that wants a run.
[[nodiscard]] bool is_link(const event& x);

} // namespace trace::formats
