#pragma once

#include "core/releases/manifest.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The annotation of a revision's record that names the objects which upgrades have left, as a list of JSON
/// (src/helm_worker/worker/left_objects.go). The Helm worker writes it together with the revision.
inline constexpr std::string_view leaving_annotation = "addon-operator.io/leaving";

/// The annotation beside it: the grace of these objects in seconds, `600`. An operator that starts without
/// the option may have lost it.
inline constexpr std::string_view leaving_grace_annotation = "addon-operator.io/leaving-grace";

/// The grace without the option `--removal-grace`.
inline constexpr std::chrono::seconds default_removal_grace{10};

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

/// The grace of the objects in the annotation of a record; 0: not known.
/// @param record as in `objects_leaving_in`
[[nodiscard]] std::chrono::seconds leaving_grace_in(std::string_view record);

} // namespace core::releases
