#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

namespace cluster::operations {

namespace pass_step {
/// The operation with this index must be tried now.
struct try_operation {
  std::size_t index = 0;
};
/// A further pass over the operations that were put off begins after this time.
struct pause {
  std::chrono::milliseconds time{0};
};
/// No operation has succeeded for too long. `index` is the first operation that is left.
struct give_up {
  std::size_t index = 0;
};
/// There are no further passes. Each operation has succeeded or failed, or is in `waiting` and counts as
/// failed.
struct finish {};
} // namespace pass_step

/// The passes of a run over its operations on objects, and the time limit of the run. Pure.
///
/// The limit counts the time since the last success, and not the time of the whole run: a run that failed
/// after half of its operations would begin with the first operation again, and would never reach its last
/// operation. For the same reason a long run puts off an operation whose failure may pass (an overloaded
/// server, no answer), and tries it again in a further pass. A short run fails, because its repetition costs
/// little.
///
/// Bound: a further pass begins only while the time since the last success is shorter than the limit, and
/// shorter than the run had worked until that success. Each success leaves an operation less.
/// Why so: docs/decisions/progress-of-operations-counts.md
class operation_passes {
public:
  /// @param idle_max the time without a success after which no operation begins
  operation_passes(std::size_t operations, std::chrono::microseconds idle_max, std::int64_t now_us);

  /// The step after the previous operation was noted. After `pause`, the call that follows begins the pass.
  [[nodiscard]] std::variant<pass_step::try_operation, pass_step::pause, pass_step::give_up, pass_step::finish>
  next(std::int64_t now_us);

  // The result of the operation that `next` has returned; one call for each.

  void note_success(std::int64_t now_us);
  void note_failure();
  /// The operation is tried again in the next pass. @pre `may_put_off`
  void note_put_off();

  /// True if the run has worked for so long that it must not fail for a reason that may pass.
  [[nodiscard]] bool may_put_off() const noexcept;
  /// The API server has answered no request until now, so this time does not count for the limit.
  void note_outage_over(std::int64_t now_us) noexcept { active_us_ = now_us; }

  [[nodiscard]] std::size_t succeeded() const noexcept { return succeeded_; }
  /// Operations that were put off and wait for the next pass.
  [[nodiscard]] const std::vector<std::size_t>& waiting() const noexcept { return put_off_; }

private:
  [[nodiscard]] bool is_patient(std::int64_t now_us) const noexcept;

  std::vector<std::size_t> left_; ///< operations of this pass
  std::size_t at_ = 0;            ///< the current operation, in `left_`
  std::vector<std::size_t> put_off_;
  std::chrono::microseconds idle_max_;
  std::int64_t began_us_;
  std::int64_t active_us_;     ///< the last success, or the end of an outage
  std::int64_t worked_us_ = 0; ///< from the start to the last success
  std::size_t succeeded_ = 0;
  std::size_t succeeded_before_ = 0; ///< at the start of this pass
  std::uint64_t idle_passes_ = 0;    ///< in a row without a success
  bool has_failed_ = false;
  bool is_pausing_ = false;
};

} // namespace cluster::operations
