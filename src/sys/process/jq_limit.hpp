#pragma once

#include "base/evaluation_limit.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace sys::process {

/// The resources that an evaluation may use.
struct jq_limit_options {
  std::chrono::milliseconds processor_time{1000}; ///< of its thread
  /// The growth of the memory of the process that is allowed during an evaluation. The memory of other
  /// threads counts, too, so the limit is far above the need of an evaluation.
  std::size_t memory_bytes = std::size_t{256} << 20;
};

/// Limits evaluations by a timer on the processor time of each thread that evaluates, and its signal
/// (SIGRTMIN), which goes to that thread. (timer_create(2), CLOCK_THREAD_CPUTIME_ID, SIGEV_THREAD_ID)
///
/// The timer ticks while a thread evaluates and stops at the first tick between two evaluations, so that an
/// evaluation of a few microseconds costs no system call. A slow or busy machine does not end an evaluation.
/// If the kernel gives no timer, the evaluations of the thread have no limit, which the log says
/// (`evaluations_unlimited`).
/// Why so: docs/decisions/jq-filters-are-bounded.md
class jq_limit final : public base::evaluation_limit {
public:
  /// Takes over the signal in this process for its whole life.
  explicit jq_limit(jq_limit_options options = {});

  void begin(stop_function stop, void* evaluation) override;
  std::string end() override;

private:
  jq_limit_options options_;
};

} // namespace sys::process
