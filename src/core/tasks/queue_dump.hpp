#pragma once

#include "core/tasks/queue_order.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace core::tasks {

/// A module's run in a group that runs, for people.
struct dumped_member {
  std::string module;
  group_member::state now = group_member::state::ready;
  std::chrono::microseconds lasts{0}; ///< of the run, or of the wait for a place; after a failure the wait that is left
  unsigned failures = 0;              ///< in a row
  std::string failure{};              ///< why the last try failed
};

/// A task of a queue, for people.
struct dumped_task {
  std::string description; ///< by `describe`
  std::string type;        ///< by `type_name`
  std::string module;      ///< empty: no module
  std::string hook;        ///< empty: no hook
  int step = 0;            ///< lifecycle step; 0: no step
  std::chrono::microseconds waits{
    0};                  ///< since it was appended, or since its last try; of a running head: how long it runs
  unsigned failures = 0; ///< in a row
  std::string failure{}; ///< why the last try failed, without text that a hook or helm has written
  std::vector<dumped_member> members{}; ///< of a group that runs
};

/// The state of a queue, for people.
struct queue_dump {
  std::string name;
  queue_order::head_state head = queue_order::head_state::idle;
  std::chrono::microseconds wait_left{0}; ///< of a head that waits, is postponed or gathers
  bool draining = false;                  ///< the operator stops: no task begins any more
  std::vector<dumped_task> tasks;
  std::vector<dumped_task> aside{}; ///< others pass them; `waits`: the time until their next try
  std::string paused{};             ///< since when and by whom a person holds it; empty: it is not held
};

/// The part of a dumped task that the task itself knows.
[[nodiscard]] dumped_task dump_of(const task& x, const std::string& queue);

[[nodiscard]] dumped_member dump_of(const group_member& x, const retry_rule& rule, std::int64_t now_us);

/// The state of the head: `running for 12 s`, `waits 18 s after failure 3`. Empty for an empty queue.
[[nodiscard]] std::string head_status(const queue_dump& x);

/// Whether queues without tasks are shown, or only counted.
enum class empty_queues { counted, shown };

/// All queues in the form of the predecessor's `queue list`: `active`, `empty` and `summary`, with more facts
/// about each task.
[[nodiscard]] text::json dump_of_queues(std::vector<queue_dump> queues, empty_queues empty);
/// The same as lines of at most 80 columns where words allow that.
[[nodiscard]] std::string text_of_queues(std::vector<queue_dump> queues, empty_queues empty);

/// A queue, as an element of `active`.
[[nodiscard]] text::json dump_of_queue(const queue_dump& x);
/// The same as lines.
[[nodiscard]] std::string text_of_queue(const queue_dump& x);

} // namespace core::tasks
