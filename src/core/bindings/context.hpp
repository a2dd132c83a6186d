#pragma once

#include "base/error.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot.hpp"
#include "text/plain/text_pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace core::bindings {

/// The hook runs because the lifecycle has reached a point. At each point except onStartup it sees the
/// snapshots of all its bindings.
struct lifecycle_context {
  lifecycle_point point = lifecycle_point::on_startup;
};

/// The hook runs because its schedule is due.
struct schedule_context {
  std::string binding;
  std::string group;
  std::vector<std::string> snapshots_from;
};

/// The hook runs to see the objects of a binding for the first time.
struct synchronization_context {
  binding_id id;
  std::string binding;
  std::string group;
  std::vector<std::string> snapshots_from;
  known_objects objects;
};

/// The hook runs because an object has changed.
struct event_context {
  binding_id id;
  std::string binding;
  std::string group;
  std::vector<std::string> snapshots_from;
  watch_event event = watch_event::added;
  std::string kind;       ///< kind of the object, for hooks of v0
  snapshot_object object; ///< for a deletion, the last known object
};

/// A reason to run a hook.
using context = std::variant<lifecycle_context, schedule_context, synchronization_context, event_context>;

/// The snapshots of a hook's kubernetes bindings by binding name, read when the run begins.
using snapshots_by_name = std::map<std::string, known_objects, std::less<>>;

/// The group of a context, empty if it has no group.
[[nodiscard]] const std::string& group_of(const context& context) noexcept;

/// The maximal length of a file of binding contexts. Contexts share the memory of a snapshot, but the file
/// repeats it for each context. So a few objects in many contexts could fill the disk, which may be memory
/// (tmpfs).
inline constexpr std::size_t binding_context_bytes_max = std::size_t{1} << 30;

/// The limits of a file of binding contexts.
struct context_limits {
  std::size_t several = binding_context_bytes_max; ///< of a file with several contexts; beyond it they get several runs
  std::size_t single = binding_context_bytes_max;  ///< of a file with a single context
};

/// The limits for files on a file system of this size. A quarter for several contexts leaves room for runs at
/// the same time, and for Helm; a single context may take half, because it cannot be divided.
[[nodiscard]] context_limits context_limits_for(std::uint64_t file_system_bytes) noexcept;

/// The text of the file at BINDING_CONTEXT_PATH: a JSON array with sorted keys. Objects appear byte for byte,
/// and their texts are shared. Errors: `unavailable` if the list for a needed snapshot is not complete;
/// `invalid_input` if the text would be longer than `bytes_max` (fewer contexts may fit). (LIFECYCLE-STEPS,
/// inputs)
[[nodiscard]] base::result<text::text_pieces> context_text(hook_version version, const std::vector<context>& contexts,
                                                           const snapshots_by_name& snapshots,
                                                           std::size_t bytes_max = binding_context_bytes_max);

} // namespace core::bindings
