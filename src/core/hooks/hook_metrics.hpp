#pragma once

#include "core/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core {

/// One change of the metrics that a hook owns.
struct metric_operation {
  enum class action { add, set, observe, expire };

  std::string name; ///< may have `{PREFIX}` in it; empty only for `expire`, which concerns the whole group
  action what = action::set;
  double value = 0;                                        ///< not for `expire`
  std::vector<double> buckets;                             ///< upper bounds, rising; for `observe` only
  std::vector<std::pair<std::string, std::string>> labels; ///< sorted by name
  std::string group; ///< empty: none; a group's metrics are replaced by each run that mentions the group
};

/// Parses the file at METRICS_PATH: a stream of JSON objects, each one operation. Empty text is none.
/// The error message lists everything that is wrong, each with the number of its document.
[[nodiscard]] result<std::vector<metric_operation>> parse_hook_metrics(std::string_view text);

} // namespace core
