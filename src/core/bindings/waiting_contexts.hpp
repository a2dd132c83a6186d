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

/// So much waits for a hook as it came. A hook that works keeps far below it; a hook that hangs or fails must
/// not take the memory of all others.
inline constexpr waiting_size waiting_max{10'000, std::size_t{16} << 20};

/// Numbers of contexts by queue, rising.
using runs_by_queue = std::map<std::string, std::vector<std::uint64_t>>;

/// The contexts that wait for a hook, in queues or beside them, under their numbers in tasks. Beyond `limit`
/// they are compacted (`outdated_contexts`). Contexts that a run shows now are no part of that: whether the
/// hook has seen them is known when the run has ended.
class waiting_contexts {
public:
  explicit waiting_contexts(waiting_size limit) : bound_(limit) {}

  /// @param number above all numbers before
  void put(std::uint64_t number, kept_context x);
  /// The context of that number; null if it has been shown or is outdated.
  [[nodiscard]] const context* find(std::uint64_t number) const;
  [[nodiscard]] bool empty() const noexcept { return contexts_.empty(); }
  /// The contexts that no run shows now.
  [[nodiscard]] const waiting_size& size() const noexcept { return size_; }

  /// A run begins to show these.
  void begin(const std::vector<std::uint64_t>& numbers);
  /// A run has not shown these, because it did not begin.
  void put_back(const std::vector<std::uint64_t>& numbers);
  /// The run that has shown these has failed: they wait for the next.
  void fail(const std::vector<std::uint64_t>& numbers);
  /// These have been shown, or need not be shown.
  void drop(const std::vector<std::uint64_t>& numbers);

  [[nodiscard]] bool is_full() const noexcept { return bound_.is_exceeded(size_); }
  /// Drops the outdated contexts. @returns their numbers by queue, rising.
  runs_by_queue compact();
  /// An object has gone, and the hook does not want to see its end: if contexts have been left out, the
  /// contexts that show the object need not wait either. @returns their numbers.
  runs_by_queue end_object(const binding_id& binding, std::string_view namespace_name, std::string_view name);

private:
  void end_run(std::uint64_t number, bool has_failed);
  void erase(std::map<std::uint64_t, kept_context>::iterator at);

  std::map<std::uint64_t, kept_context> contexts_;
  waiting_size size_;
  compaction_bound bound_;
  bool is_compacted_ = false; ///< since a context was shown
};

} // namespace core::bindings
