#pragma once

#include "base/error.hpp"
#include "core/releases/release.hpp"
#include "text/json/json.hpp"

#include <set>
#include <string>
#include <string_view>

namespace core::releases {

/// The parts of a revision's record that decisions need.
struct release_record {
  std::string manifest;            ///< stream of YAML documents, without Helm hooks
  std::set<std::string> files{};   ///< files with text in its chart, except templates, values.yaml and subcharts
  std::set<std::string> modules{}; ///< `global.enabledModules` of its values
  /// Digest of the files in `openapi` of its chart, see `schemas_digest`; empty: no such files.
  std::string schemas{};
  std::string version{}; ///< of its chart; empty: not known
};

/// Decodes the payload of a record, an object with a member `info`: gzipped JSON in base64, which a Secret
/// encodes in base64 once more (Helm's storage drivers, `helm.sh/release.v1`).
/// @param secret JSON text of the whole Secret or ConfigMap.
/// @returns `invalid_input` for an object that is not a release, and for a record that is too large when it
///   is unpacked; the message names the Secret.
[[nodiscard]] base::result<text::json> read_payload(std::string_view secret);

/// Decodes the record of a revision. Errors as for `read_payload`.
[[nodiscard]] base::result<release_record> read_record(std::string_view secret);

/// The manifest in a record. Errors as in `read_record`.
[[nodiscard]] base::result<std::string> read_manifest(std::string_view secret);

/// Decodes the status inside the record, which Helm uses; the label `status` is only a copy for searches.
/// Errors as in `read_manifest`.
[[nodiscard]] base::result<release_status> read_status_inside(std::string_view secret);

} // namespace core::releases
