#pragma once

#include "base/error.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace core::bindings {

/// The hook runs because the lifecycle has reached a point. Hooks at every point but onStartup see the
/// snapshots of all their bindings.
struct lifecycle_context {
  lifecycle_point point = lifecycle_point::on_startup;
};

/// The hook runs because of the time.
struct schedule_context {
  std::string binding;
  std::string group;
  std::vector<std::string> snapshots_from;
};

/// The hook sees the objects of a binding for the first time.
struct synchronization_context {
  binding_id id;
  std::string binding;
  std::string group;
  std::vector<std::string> snapshots_from;
  known_objects objects;
};

/// An object has changed.
struct event_context {
  binding_id id;
  std::string binding;
  std::string group;
  std::vector<std::string> snapshots_from;
  watch_event event = watch_event::added;
  std::string kind;       ///< of the object; v0 hooks see it
  snapshot_object object; ///< deleted: the last known object
};

/// A reason to run a hook.
using context = std::variant<lifecycle_context, schedule_context, synchronization_context, event_context>;

/// The snapshots of a hook's kubernetes bindings by binding name, read when the run begins.
using snapshots_by_name = std::map<std::string, known_objects, std::less<>>;

/// The group of a context, empty if it has no group.
[[nodiscard]] const std::string& group_of(const context& context) noexcept;

/// Drops each context whose successor has the same group: a single run of the hook covers all of them.
[[nodiscard]] std::vector<context> merge_groups(std::vector<context> contexts);

/// Merges the contexts of a long queue that was compacted: contexts without a group keep their order; behind
/// them comes the last context of each group, and these keep their order, too.
[[nodiscard]] std::vector<context> last_of_groups(std::vector<context> contexts);

/// The maximal length of a file of binding contexts. Contexts with the same snapshot share its memory but not
/// its place in the file, so a few objects in many contexts could fill the disk, which may be memory (tmpfs).
inline constexpr std::size_t binding_context_bytes_max = std::size_t{1} << 30;

/// The text of the file at BINDING_CONTEXT_PATH: a JSON array, keys sorted, objects byte for byte and shared.
/// Errors: `unavailable` if a snapshot that a context needs has not been listed completely; `invalid_input`
/// if the text would be longer than `bytes_max` (a text with fewer contexts may fit). (LIFECYCLE-STEPS,
/// inputs)
[[nodiscard]] base::result<text::text_pieces> context_text(hook_version version, const std::vector<context>& contexts,
                                                           const snapshots_by_name& snapshots,
                                                           std::size_t bytes_max = binding_context_bytes_max);

} // namespace core::bindings
