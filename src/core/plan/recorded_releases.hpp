#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core::plan {

/// The latest revision of a release, from Helm's record.
struct recorded_release {
  std::uint32_t revision = 0;
  std::string status;  ///< in Helm's spelling
  text::json object{}; ///< the Secret or ConfigMap that holds the record
};

/// True if Helm keeps a revision in this object.
[[nodiscard]] bool is_helm_record(const text::json& object);

/// The latest revisions in these objects, by release. A release that Helm has uninstalled and whose history
/// it keeps is left out.
[[nodiscard]] std::map<std::string, recorded_release> recorded_releases(const std::vector<text::json>& objects);

/// The values that Helm got for the revision. Errors as for `releases::read_payload`.
[[nodiscard]] base::result<text::json> values_of(const recorded_release& x);

} // namespace core::plan
