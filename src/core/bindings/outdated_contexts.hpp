#pragma once

#include "core/bindings/context.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace core::bindings {

/// An event of an object among other events of the same binding, as far as it matters which of them a hook needs.
struct object_change {
  std::string_view namespace_name;
  std::string_view name;
  watch_event event = watch_event::added;
};

/// Finds the events that a hook needs if it has seen everything before the first of them: of an object the newest state,
/// nothing of one that has come and gone, and both events of one that was deleted and has come back. So at most two
/// events are left for each object that the hook has seen or that exists.
///
/// A Modified that the hook sees without the Added before it becomes Added.
/// @returns the places of these events, rising.
[[nodiscard]] std::vector<std::size_t> newest_changes(std::vector<object_change>& changes);

/// A binding context that waits with others, under the number that its task knows it by.
struct waiting_context {
  std::uint64_t number = 0; ///< rises in the order in which the contexts were made
  std::string_view hook;
  std::string_view queue;
  bool allow_failure = false;
  context* context = nullptr;
};

/// Finds the contexts that tell their hooks nothing beside the others: events of objects by `newest_changes`, and of the
/// ticks of a schedule all but the last, as a tick says nothing but that it is time. The kind of an event may become Added.
///
/// What is left is bounded by the objects that are watched and the bindings of the hooks, however many events come.
/// @param contexts rising by number; each hook has seen what was before its first one.
/// @returns the numbers of these contexts, rising.
[[nodiscard]] std::vector<std::uint64_t> outdated_contexts(const std::vector<waiting_context>& contexts);

} // namespace core::bindings
