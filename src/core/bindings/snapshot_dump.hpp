#pragma once

#include "base/error.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/snapshot.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace core::bindings {

/// The known objects of an owner's kubernetes bindings, at one moment for each binding.
using snapshots_by_binding = std::map<binding_id, known_objects>;

/// The snapshots of hooks as JSON for people who look into a running operator, in the form of the
/// predecessor's page `snapshots`: `{HOOK: {BINDING: {"snapshot": [{"filterResult": …, "object": …}, …]}}}`,
/// keys sorted, objects byte for byte. A binding whose objects have not been listed shows `{"unknown":
/// REASON}`. Hooks without kubernetes bindings are left out; if bindings of a hook have the same name, the
/// first is shown, as in binding contexts. The predecessor's member `operations` (counters) is not part of
/// it.
///
/// Fails (`unavailable`) with the size if the objects alone are longer than `bytes_max`.
[[nodiscard]] base::result<std::string> snapshot_dump(const hook_registry& hooks, const snapshots_by_binding& snapshots,
                                                      std::size_t bytes_max);

} // namespace core::bindings
