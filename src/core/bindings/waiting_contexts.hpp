#pragma once

#include "core/bindings/compaction_bound.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/outdated_contexts.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::bindings {

/// The amount of contexts that may wait for a hook before they are compacted. A healthy hook stays far below
/// it. It keeps a hook that hangs or fails from using up the operator's memory.
inline constexpr waiting_size waiting_max{10'000, std::size_t{16} << 20};

/// Numbers of contexts by queue, ascending.
using runs_by_queue = std::map<std::string, std::vector<std::uint64_t>>;

/// The contexts that wait for a hook, in queues or outside of them, by their numbers in tasks. Beyond `limit`
/// they are compacted (`outdated_contexts`). The contexts of a current run are excepted, because only its end
/// decides whether the hook has seen them.
class waiting_contexts {
public:
  explicit waiting_contexts(waiting_size limit) : bound_(limit) {}

  /// @param number greater than all earlier numbers
  void put(std::uint64_t number, kept_context x);
  /// The context with this number; null if it was shown or is outdated.
  [[nodiscard]] const context* find(std::uint64_t number) const;
  [[nodiscard]] bool empty() const noexcept { return contexts_.empty(); }
  /// True if objects or events of objects wait, or are in a current run, among the contexts up to this
  /// number.
  [[nodiscard]] bool has_objects(std::uint64_t last) const;
  /// The size of the contexts that are not in a current run.
  [[nodiscard]] const waiting_size& size() const noexcept { return size_; }

  /// Notes that a run with these contexts begins.
  void begin(const std::vector<std::uint64_t>& numbers);
  /// Notes that the run did not begin after all, so the hook has not seen these contexts.
  void put_back(const std::vector<std::uint64_t>& numbers);
  /// Notes that the run has failed: these contexts wait for the next run.
  void fail(const std::vector<std::uint64_t>& numbers);
  /// Removes contexts that the hook has seen or need not see.
  void drop(const std::vector<std::uint64_t>& numbers);

  [[nodiscard]] bool is_full() const noexcept { return bound_.is_exceeded(size_); }
  /// Drops the outdated contexts. @returns their numbers by queue, rising.
  runs_by_queue compact();
  /// Notes the deletion of an object for a hook that does not want deletions. If contexts were compacted, the
  /// object's waiting events are dropped, except events of a group, and events in a current run.
  /// @returns the numbers of the dropped contexts by queue
  runs_by_queue end_object(const binding_id& binding, std::string_view namespace_name, std::string_view name);

private:
  void end_run(std::uint64_t number, bool has_failed);
  void erase(std::map<std::uint64_t, kept_context>::iterator at);

  std::map<std::uint64_t, kept_context> contexts_;
  waiting_size size_;
  compaction_bound bound_;
  bool is_compacted_ = false; ///< since the last `drop`
};

} // namespace core::bindings
