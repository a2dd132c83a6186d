#pragma once

#include "core/bindings/context.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::bindings {

/// An event of an object, reduced to the facts that decide whether a hook still needs it.
struct object_change {
  std::string_view namespace_name;
  std::string_view name;
  watch_event event = watch_event::added;
  bool has_failed = false; ///< a failed run has shown it, or an earlier state of the object that it stands for
};

/// Finds the events that a hook needs if it has seen everything before the first of them: of a changed object
/// the newest state, no event of an object that was added and deleted again, and both events of an object
/// that was deleted and added again. If a failed run has shown an object that is deleted since, both events
/// stay until a run has shown the deletion, too: the hook may have acted on the object. So at most three
/// events are left for each object that the hook has seen, that a failed run has shown, or that exists.
///
/// A Modified becomes Added if the hook does not see the Added before it.
/// @returns the places of these events, rising.
[[nodiscard]] std::vector<std::size_t> newest_changes(std::vector<object_change>& changes);

/// A binding context that waits for a successful run of its hook.
struct kept_context {
  context shown;
  std::string queue;
  bool allow_failure = false;
  bool has_failed = false; ///< a failed run has shown it, or a context that it stands for
  bool is_running = false; ///< a run shows it now
};

/// A context of a hook that waits with other contexts, under its number in the task.
struct waiting_context {
  std::uint64_t number = 0; ///< rises in the order in which the contexts were made
  kept_context* kept = nullptr;
};

/// Finds the contexts of a hook that later contexts make superfluous: events of objects by `newest_changes`;
/// all ticks of a schedule except the last, as a tick carries no other data; and of each group all events and
/// ticks except the last, which show the snapshots alone. The kind of an event may become Added.
///
/// The number of remaining contexts is bounded by the number of watched objects and bindings, however many
/// events come.
/// @param contexts rising by number; the hook has seen the state before its first context.
/// @returns the numbers of these contexts, rising.
[[nodiscard]] std::vector<std::uint64_t> outdated_contexts(const std::vector<waiting_context>& contexts);

} // namespace core::bindings
