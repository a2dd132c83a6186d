#pragma once

#include "core/bindings/binding.hpp"

#include <compare>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace core::bindings {

/// The objects that a single watch of a binding covers. A binding has a separate watch for each namespace and
/// name that it selects, so that the operator needs no further permissions and keeps no further objects. Why
/// so: docs/decisions/one-watch-for-each-place.md
struct watch_place {
  std::string namespace_name; ///< empty: all namespaces
  std::string object_name;    ///< empty: all names

  friend auto operator<=>(const watch_place&, const watch_place&) = default;
};

/// The places of a binding that selects namespaces by name, or selects all namespaces. Sorted, without
/// duplicates.
[[nodiscard]] std::vector<watch_place> places_of(const kubernetes_binding& binding);

/// The places of a binding in a namespace.
[[nodiscard]] std::vector<watch_place> places_in(const kubernetes_binding& binding, const std::string& namespace_name);

/// The watches that a binding may have: 1 000 if it names objects, so that each namespace needs many of them,
/// else 5 000. With far more watches the operator would answer no probe while it begins them.
[[nodiscard]] std::size_t watches_max(const kubernetes_binding& binding);

/// The problem of a binding that selects namespaces by labels, if these namespaces need more watches than it
/// may have, with the next step.
[[nodiscard]] std::string describe_excess(const kubernetes_binding& binding, std::size_t namespaces);

/// The additional binding that watches objects of kind Namespace, for a binding that selects namespaces by
/// labels.
/// @pre `binding.namespaces.labels`.
[[nodiscard]] kubernetes_binding namespaces_of(const kubernetes_binding& binding);

/// The bindings of a hook, as positions in `hook_definition::kubernetes`, whose lists must be complete before
/// the start of the hook's owner is over: bindings with `waitForSynchronization`, and bindings whose
/// snapshots are shown by a run that other tasks wait for (a schedule in queue `main`, another awaited
/// Synchronization). A hook with a lifecycle binding other than `onStartup` shows the snapshots of all its
/// bindings, so all its lists are awaited. Any other list may come later.
/// Why so: docs/decisions/unknown-is-never-empty.md
[[nodiscard]] std::set<std::size_t> awaited_lists(const hook_definition& hook);

} // namespace core::bindings
