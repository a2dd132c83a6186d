#pragma once

#include "core/bindings/binding.hpp"

#include <compare>
#include <set>
#include <string>
#include <vector>

namespace core::bindings {

/// The objects that one watch of a binding covers. A binding has a watch for each namespace and name that it
/// picks, so that the operator needs no more rights than the binding asks for, and keeps no more objects.
/// Why so: docs/decisions/one-watch-for-each-place.md
struct watch_place {
  std::string namespace_name; ///< empty: all namespaces
  std::string object_name;    ///< empty: all names

  friend auto operator<=>(const watch_place&, const watch_place&) = default;
};

/// The places of a binding that picks namespaces by name, or all of them; sorted, each once.
[[nodiscard]] std::vector<watch_place> places_of(const kubernetes_binding& binding);

/// The places of a binding in a namespace.
[[nodiscard]] std::vector<watch_place> places_in(const kubernetes_binding& binding, const std::string& namespace_name);

/// The binding of kind Namespace by which a binding that picks namespaces by labels watches the namespaces.
/// @pre `binding.namespaces.labels`.
[[nodiscard]] kubernetes_binding namespaces_of(const kubernetes_binding& binding);

/// The bindings of a hook, as positions in `hook_definition::kubernetes`, whose objects a start waits for:
/// bindings with `waitForSynchronization`, and bindings whose snapshots a run shows that holds up queue
/// `main` or the start. The lists of all other bindings may come later.
/// Why so: docs/decisions/unknown-is-never-empty.md
[[nodiscard]] std::set<std::size_t> awaited_lists(const hook_definition& hook);

} // namespace core::bindings
