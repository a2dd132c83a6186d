#pragma once

#include "base/error.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/snapshot.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace core::bindings {

/// The known objects of an owner's kubernetes bindings. Each binding has its own moment.
using snapshots_by_binding = std::map<binding_id, known_objects>;

/// The snapshots of hooks as JSON, for users that inspect a running operator. It has the form of the
/// predecessor's page `snapshots`: `{HOOK: {BINDING: {"snapshot": [{"filterResult": …, "object": …}, …]}}}`,
/// with sorted keys, and objects byte for byte. A binding that is not listed yet is shown as `{"unknown":
/// REASON}`. Hooks without kubernetes bindings are left out. If bindings of a hook have the same name, the
/// first is shown, as in binding contexts. The predecessor's member `operations` (counters) is left out.
///
/// Fails with `unavailable`, and names the size, if the objects alone are longer than `bytes_max`.
[[nodiscard]] base::result<std::string> snapshot_dump(const hook_registry& hooks, const snapshots_by_binding& snapshots,
                                                      std::size_t bytes_max);

} // namespace core::bindings
