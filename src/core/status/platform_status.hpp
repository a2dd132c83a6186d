#pragma once

#include "core/status/module_status.hpp"
#include "core/status/status_facts.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// A problem with its cause, and the step by which a person goes on.
struct status_problem {
  std::string cause;
  std::string next_step{};                ///< may be empty: `cause` says it
  std::optional<std::int64_t> since_us{}; ///< wall clock; empty: not known, or `cause` says it
  std::string brief{};                    ///< for the headline: `module 'web' fails`; empty: the start of `cause`
  std::string module{};                   ///< whose row it concerns; empty: of no single module
  std::string reads{};                    ///< the objects that the failing hook reads, in words; may be empty
  std::string in_row{};                   ///< for that row: `hook 'a.sh' fails`; empty: the row's state says it
  std::vector<std::string> waiting{};     ///< modules whose runs wait for the end of the problem
  std::string relief{};                   ///< the command that lets them run; may be empty
};

/// A release that was removed in the last hour.
struct removal_status {
  modules::removed_release what;
  std::string cause;
  std::string next_step{}; ///< empty: it was made again
};

/// A queue that is not empty.
struct queue_status {
  std::string name;
  std::size_t length = 0;
  std::string head;
  std::string head_state;
};

/// The state of a platform, for people on call.
struct platform_status {
  std::int64_t now_us = 0; ///< wall clock
  std::string version{};
  std::string platform{};
  std::string namespace_name{};
  bool is_ready = false;
  std::int64_t since_us = 0; ///< wall clock: it is ready, or it was started
  std::string activity{};    ///< the long work of queue `main` now; may be empty
  lead_facts lead{};
  std::vector<std::string> programs{}; ///< that have run for some seconds, a line each
  std::vector<status_problem> problems{};
  std::vector<std::string> remarks{};     ///< may be mistakes, but nothing waits for them; a line each
  std::vector<module_status> modules{};   ///< in the order of execution
  std::vector<queue_status> queues{};     ///< `main` first, the rest by name
  std::vector<removal_status> removals{}; ///< the last first

  /// It is ready, or is a standby, and no problem is to be solved. Modules may run.
  [[nodiscard]] bool is_well() const noexcept { return (is_ready || lead.is_standby) && problems.empty(); }
};

/// Puts the state of a platform together. The problems of failed tasks come first, queue by queue, each with
/// its next try and the modules that wait for the task; then come all other problems. A refused login of the
/// operator (`fold_refused_login`) comes before all of them.
[[nodiscard]] platform_status assemble(const status_facts& x);

} // namespace core::status
