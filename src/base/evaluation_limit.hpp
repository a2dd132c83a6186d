#pragma once

#include <memory>
#include <string>

namespace base {

/// The limit of an evaluation of a hook's program, such as a jq filter. An interface, because
/// `sys::process::jq_limit` measures processor time and memory. Thread-safe; each thread has one evaluation
/// at a time.
class evaluation_limit {
public:
  /// Makes the evaluation end soon. It is called on the evaluating thread in the middle of any statement,
  /// like a signal handler, and may do only what a signal handler may do.
  using stop_function = void (*)(void* evaluation) noexcept;

  virtual ~evaluation_limit() = default;

  /// The calling thread begins an evaluation. If the evaluation exceeds a limit before `end`,
  /// `stop(evaluation)` is called once.
  virtual void begin(stop_function stop, void* evaluation) = 0;

  /// The calling thread has ended its evaluation.
  /// @returns the limit that it has exceeded: `more than 1 s of processor time`; empty if it kept all limits.
  [[nodiscard]] virtual std::string end() = 0;
};
using evaluation_limit_ptr = std::shared_ptr<evaluation_limit>;

/// A limit that is never reached.
[[nodiscard]] evaluation_limit_ptr no_evaluation_limit();

} // namespace base
