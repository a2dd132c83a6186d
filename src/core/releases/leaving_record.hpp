#pragma once

#include "core/releases/manifest.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The annotation of a revision's record that names the objects which upgrades have left, as a list of JSON
/// (src/helm_worker/worker/left_objects.go). The Helm worker writes it together with the revision.
inline constexpr std::string_view leaving_annotation = "addon-operator.io/leaving";

/// Bound of the annotation. Objects beyond it are known to the running operator only.
inline constexpr std::size_t leaving_bytes_max = std::size_t{64} << 10U;

/// An object as an item of the list: `{"apiVersion":…,"kind":…,"name":…,"namespace":…}`.
[[nodiscard]] text::json leaving_item(const manifest_object& x);

/// Reads such a list. An item without apiVersion, kind or name is skipped.
[[nodiscard]] std::vector<manifest_object> read_leaving_items(const text::json& items);

/// The text of the annotation; empty: there are no objects.
[[nodiscard]] std::string leaving_text(const std::vector<manifest_object>& all);

/// The objects in the annotation of a record. A record without it, and an annotation that is no such list,
/// have no objects.
/// @param record JSON text of the Secret or ConfigMap, metadata is enough
[[nodiscard]] std::vector<manifest_object> objects_leaving_in(std::string_view record);

} // namespace core::releases
