#pragma once

#include "core/releases/quoted_values.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// The useful part of a failed Helm's stderr, on a single line: the text after the last `Error:`, without
/// words that only repeat the operation (`UPGRADE FAILED`). Of more than 1000 bytes (16 000 if the text lists
/// missing permissions) the middle is removed, because the beginning names the place, and the end often has
/// the reason. Without `Error:` the whole text is used, except log lines (`level=…`, `WARNING: …`). Empty if
/// there is no useful text.
/// @param hidden the values of the release, which Helm may quote
[[nodiscard]] std::string helm_error_text(std::string_view standard_error, const quoted_values& hidden = {});

/// A kind that the API server does not serve in the version that a chart uses.
struct unmatched_kind {
  std::string api_version; ///< `policy/v1beta1`
  std::string kind;
  bool is_in_record =
    false; ///< the kind is in the stored manifest of the release, and perhaps not in the chart any more
};

/// Finds the first kind in an error of Helm (`no matches for kind "K" in version "V"`).
[[nodiscard]] std::optional<unmatched_kind> unmatched_kind_of(std::string_view words);

/// The next step after an error about such a kind, for the end of a message.
/// @param served_as the version in which the API server serves the kind; empty: it does not serve the kind
/// @param record kind and name of the record of the latest revision; empty: no record
[[nodiscard]] std::string advice_on_kind(const unmatched_kind& x, std::string_view served_as, std::string_view record);

/// True if the message shows that Helm has skipped a record of the release, because Helm cannot read it: Helm
/// reports that the record to create exists already, or the upgrade of a known release finds no record.
[[nodiscard]] bool is_record_unreadable(std::string_view words);

/// True if Helm reports that the manifest in the last revision's record is not valid YAML.
[[nodiscard]] bool is_stored_manifest_broken(std::string_view words);

/// The next step if Helm could not write its record of the release, for the end of a message; nullopt: it
/// failed for another reason. Either the record is too large for an object (a Secret may have 1 MiB), or an
/// object of the same name exists that Helm cannot read.
[[nodiscard]] std::optional<std::string> record_advice(std::string_view words);

} // namespace core::releases
