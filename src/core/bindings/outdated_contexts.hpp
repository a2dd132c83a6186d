#pragma once

#include "core/bindings/context.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace core::bindings {

/// An event of an object, reduced to the facts that decide whether a hook still needs it.
struct object_change {
  std::string_view namespace_name;
  std::string_view name;
  watch_event event = watch_event::added;
};

/// Finds the events that a hook needs if it has seen everything before the first of them: of a changed object
/// the newest state, no event of an object that was added and deleted again, and both events of an object
/// that was deleted and added again. So at most two events are left for each object that the hook has seen or
/// that exists.
///
/// A Modified becomes Added if the hook does not see the Added before it.
/// @returns the places of these events, rising.
[[nodiscard]] std::vector<std::size_t> newest_changes(std::vector<object_change>& changes);

/// A binding context that waits with other contexts, under its number in the task.
struct waiting_context {
  std::uint64_t number = 0; ///< rises in the order in which the contexts were made
  std::string_view hook;
  std::string_view queue;
  bool allow_failure = false;
  context* context = nullptr;
};

/// Finds the contexts that later contexts make superfluous: events of objects by `newest_changes`, and all
/// ticks of a schedule except the last, as a tick carries no other data. The kind of an event may become
/// Added.
///
/// The number of remaining contexts is bounded by the number of watched objects and bindings, however many
/// events come.
/// @param contexts rising by number; each hook has seen the state before its first context.
/// @returns the numbers of these contexts, rising.
[[nodiscard]] std::vector<std::uint64_t> outdated_contexts(const std::vector<waiting_context>& contexts);

} // namespace core::bindings
