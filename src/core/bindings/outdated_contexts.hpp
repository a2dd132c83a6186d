#pragma once

#include "core/bindings/context.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::bindings {

/// The facts about an event that decide whether a hook still needs it.
struct object_change {
  std::string_view namespace_name;
  std::string_view name;
  watch_event event = watch_event::added;
  bool has_failed = false; ///< a failed run has shown this event, or an earlier event that it replaces
};

/// Finds the events that a hook still needs, if it has seen everything before the first event. A changed
/// object keeps its newest state. An object that was added and then deleted keeps no event. An object that
/// was deleted and then added keeps both events. If a failed run has shown an added object that was deleted
/// since, both events stay until a run has shown the deletion, too, because the hook may have acted on the
/// object. So at most three events remain for an object: an Added that a failed run has shown, a Deleted, and
/// the newest state. No event remains for an object that came and went without having been shown.
///
/// A Modified event becomes Added if the Added event before it is dropped.
/// @returns the positions of the needed events, ascending.
[[nodiscard]] std::vector<std::size_t> newest_changes(std::vector<object_change>& changes);

/// A binding context that waits for a successful run of its hook.
struct kept_context {
  context shown;
  std::string queue;
  bool allow_failure = false;
  bool has_failed = false; ///< a failed run has shown this context, or a context that it replaces
  bool is_running = false; ///< a run shows it now
};

/// A waiting context of a hook, with its number in the task.
struct waiting_context {
  std::uint64_t number = 0; ///< grows in the order in which contexts are created
  kept_context* kept = nullptr;
};

/// Finds the contexts of a hook that later contexts make superfluous: events of objects according to
/// `newest_changes`; all ticks of a schedule except the last tick, because a tick has no data; all events and
/// ticks of a group except the last, because they only show the snapshots. A remaining Modified event may
/// become Added.
///
/// The number of remaining contexts is bounded by the number of watched objects and bindings, not by the
/// number of events.
/// @param contexts sorted by number; the hook has seen the state before the first context.
/// @returns the numbers of the superfluous contexts, ascending.
[[nodiscard]] std::vector<std::uint64_t> outdated_contexts(const std::vector<waiting_context>& contexts);

} // namespace core::bindings
