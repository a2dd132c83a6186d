#pragma once

#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a record of a release: its module is paused. The key of the ConfigMap that pauses a module may be
/// lost while no operator runs, for example with a replaced ConfigMap.
inline constexpr std::string_view pause_label = "modulePaused";
inline constexpr std::string_view pause_label_value = "true";

/// The record of the latest revision of a release.
struct paused_record {
  std::string name;
  bool is_paused = false; ///< has the label
};

/// The latest of the records in a list, by Helm's label `version`; nullopt: there is none.
/// @param list of records, metadata is enough
[[nodiscard]] std::optional<paused_record> latest_record(const text::json& list);

/// A JSON merge patch (RFC 7386) that sets the label. @param value empty: removes it
[[nodiscard]] std::string pause_label_patch(std::string_view value);

} // namespace core::releases
