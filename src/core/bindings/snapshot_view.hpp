#pragma once

#include "core/bindings/snapshot_dump.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The snapshots with sizes in place of the texts in Secrets, and in the filter results of Secrets: `<24
/// bytes>`. Members that name an object stay: `apiVersion`, `kind`, `metadata`, `type`. A text that cannot be
/// read is replaced as a whole.
[[nodiscard]] snapshots_by_binding without_secret_contents(const hook_registry& hooks, snapshots_by_binding snapshots);

/// The length of all objects in these snapshots.
[[nodiscard]] std::size_t bytes_in(const snapshots_by_binding& snapshots);

/// The names and sizes of the objects in place of their texts, as JSON, for snapshots that are long:
/// `{HOOK: {BINDING: {"bytes": 1150000, "objects": [{"bytes": 620000, "name": "web/green"}, …]}}}`, the
/// largest object first. A binding that is not listed yet is shown as by `snapshot_dump`.
[[nodiscard]] std::string snapshot_sizes(const hook_registry& hooks, const snapshots_by_binding& snapshots);

/// Hooks with their snapshots.
struct hook_snapshots {
  hook_registry hooks;
  snapshots_by_binding snapshots;
};

/// The hook of that name alone; nullopt: there is no such hook.
[[nodiscard]] std::optional<hook_snapshots> only_hook(const hook_registry& hooks, const snapshots_by_binding& snapshots,
                                                      std::string_view name);

} // namespace core::bindings
