#pragma once

#include "base/error.hpp"
#include "core/hooks/metric_batch.hpp"

#include <string_view>

namespace core::hooks {

/// Reads the file at METRICS_PATH: a stream of JSON objects, each one operation. Empty text is none. The file is read as a
/// stream: an operation is the most that is in memory as a tree.
/// The error message lists everything that is wrong, each with the number of its document; of very many the first ones.
[[nodiscard]] base::result<metric_batch> parse_hook_metrics(std::string_view text);

} // namespace core::hooks
