#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// The useful part of the text that a failed helm has written to stderr: its last `Error:` without that word
/// and without the words that only repeat the operation (`UPGRADE FAILED`), on one line. A text of more than
/// 1000 bytes keeps its beginning, which names the place, and its end, which often has the reason. Text
/// without `Error:` is kept whole; log lines (`level=…`, `WARNING: …`) do not count. Empty if no useful text
/// is left.
[[nodiscard]] std::string helm_error_text(std::string_view standard_error);

/// A kind that the API server does not serve in the version of a chart.
struct unmatched_kind {
  std::string api_version; ///< `policy/v1beta1`
  std::string kind;
  bool is_in_record =
    false; ///< it stands in the manifest that the release has stored, perhaps not in the chart any more
};

/// Finds the first kind that helm names (`no matches for kind "K" in version "V"`).
[[nodiscard]] std::optional<unmatched_kind> unmatched_kind_of(std::string_view words);

/// The advice for the end of a message about such a kind.
/// @param served_as the version in which the API server serves the kind; empty: in none
/// @param record kind and name of the record of the latest revision; empty: there is none
[[nodiscard]] std::string advice_on_kind(const unmatched_kind& x, std::string_view served_as, std::string_view record);

/// True if Helm reports that a record exists although it saw no release: Helm skips a record that it cannot
/// read.
[[nodiscard]] bool is_record_unreadable(std::string_view words);

/// True if Helm reports that the manifest in the record of the last revision is no YAML.
[[nodiscard]] bool is_stored_manifest_broken(std::string_view words);

/// The advice for the end of a message if Helm could not write its record of the release; nullopt: it failed
/// for another reason. Either the record does not fit into one object (a Secret may have 1 MiB), or an object
/// of that name exists that Helm cannot read.
[[nodiscard]] std::optional<std::string> record_advice(std::string_view words);

} // namespace core::releases
