#pragma once

#include "core/status/status_facts.hpp"
#include "core/status/webhook_status.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::status {

/// The state of a module now.
namespace module_state {
/// No discovery of the enabled modules has ended yet.
struct undecided {};
/// Its last run has succeeded.
struct well {};
/// It is enabled, has not run in this process, and no run of it waits.
struct not_run {};
struct running {
  std::chrono::microseconds lasts{0};
  std::string program{}; ///< the hook or Helm that runs for it; empty: not known
};
struct waiting {
  std::string reason; ///< `waits for module 'db', which has failed 3 times`
};
/// Its last tries have failed.
struct failing {
  unsigned failures = 0;
  std::string failure;
  std::optional<std::chrono::microseconds> next_try{}; ///< empty: it is being tried now, or is behind the head
  std::string behind{}; ///< of a try that waits for other work: `waits for module 'db'`; else empty
};
/// It cannot run until a fault is repaired, or stays as it is although a source switches it off.
struct blocked {
  std::string reason;
};
/// Its release stays as it is, because an upgrade would remove objects that no user has removed.
struct held {
  std::string reason;
};
/// A user holds it: no run, no hook, no deletion.
struct paused {
  std::string remark;    ///< since when, by whom, why; may be empty
  std::string failure{}; ///< of its last run before the pause; empty: it has succeeded, or had no run
};
struct off {
  std::string reason; ///< may be empty
};
} // namespace module_state

using module_state_variant =
  std::variant<module_state::undecided, module_state::well, module_state::not_run, module_state::running,
               module_state::waiting, module_state::failing, module_state::blocked, module_state::held,
               module_state::paused, module_state::off>;

struct module_status {
  std::string name;
  module_state_variant now;
  std::uint32_t revision = 0; ///< of its release; 0: there is no release
  std::string release_status{};
  std::optional<run_end> last_run{};
  std::size_t drifted_objects = 0;     ///< of its release
  webhook_standings webhooks{};        ///< and conversions, of its hooks
  std::vector<std::string> troubles{}; ///< problems about it beside its state: `hook 'a.sh' fails (problem 1)`
};

/// The state of a module. Its first task in queue `main` counts first, then its pause, then whether it is off
/// or not decided yet, then the faults that keep it from running, then its last run.
[[nodiscard]] module_status status_of(const module_facts& x, const status_facts& all);

/// The state as a word for programs: `undecided`, `well`, `notRun`, `running`, `waiting`, `failing`,
/// `cannotRun`, `held`, `paused`, `off`.
[[nodiscard]] const char* name(const module_state_variant& x);

/// Why the module is in its state; may be empty.
[[nodiscard]] std::string reason_of(const module_state_variant& x);

/// The state for people, on a single line: `failed 3 times, next try in 12 s`. Reasons that are listed as
/// problems are not repeated.
[[nodiscard]] std::string text_of(const module_state_variant& x);

/// The head for which the other tasks of a queue wait: `waits for module 'db', which runs for 7 s`.
/// @param x with a task
[[nodiscard]] std::string wait_for_head(const tasks::queue_dump& x);

/// The time until the next try: `the next try is in 12 s`, `it is tried again now`.
[[nodiscard]] std::string next_try_text(std::chrono::microseconds left);

} // namespace core::status
