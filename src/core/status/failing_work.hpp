#pragma once

#include "core/status/status_facts.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// The failing work of a queue: its head, a member of the group at its head, a task that other tasks pass, or
/// a task whose next try is due and stands behind the head.
struct failing_work {
  std::string subject; ///< `module 'web'`
  std::string name;    ///< for `trace why run`; may be empty
  unsigned failures = 0;
  std::string failure;
  std::optional<std::chrono::microseconds> next_try; ///< empty: it is being tried, or stands behind other work
  std::string module{};                              ///< empty: of no module
  std::string hook{};                                ///< that has failed; empty: not known, or no hook
  bool is_aside = false;                             ///< other tasks pass it
  bool is_of_hook = false;                           ///< the task runs that hook, and not its module
  std::string behind{}; ///< of a task behind the head: `waits for module 'db', which runs for 7 s`; else empty
};

[[nodiscard]] std::vector<failing_work> failing_work_of(const tasks::queue_dump& x);

/// The hooks that fail in any queue, each once, and of very many only the first.
[[nodiscard]] std::vector<hook_place> failing_hooks(const std::vector<tasks::queue_dump>& queues);

/// The first failure of Helm in the row, if the last one may be its consequence and hides it: an object that
/// the first try has made is being deleted. Else empty.
[[nodiscard]] std::string hidden_failure_of(const failing_work& x, const status_facts& all);

/// The texts of all failures of queues, and of problems with a lost watch.
[[nodiscard]] std::vector<std::string> failure_texts(const status_facts& x);

/// The modules whose runs wait behind the head. Neither a further run of the failing module nor a run of its
/// hooks is a victim; and work that stands behind the head itself holds up no module.
[[nodiscard]] std::vector<std::string> held_up_by(const tasks::queue_dump& x, const failing_work& failing);

} // namespace core::status
