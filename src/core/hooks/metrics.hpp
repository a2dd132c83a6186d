#pragma once

#include "base/error.hpp"
#include "core/hooks/metric_batch.hpp"

#include <string_view>

namespace core::hooks {

/// Reads the file at METRICS_PATH: a stream of JSON objects, each of which is an operation. An empty file has
/// no operations. The file is read as a stream: at most one operation is in memory as a tree. The error
/// message lists all faults, each with the number of its document; a long list is cut.
[[nodiscard]] base::result<metric_batch> parse_hook_metrics(std::string_view text);

} // namespace core::hooks
