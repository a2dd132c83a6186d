#pragma once

#include "core/metrics/registry.hpp"

#include <string>
#include <string_view>

namespace core {

inline constexpr std::string_view metrics_content_type = "text/plain; version=0.0.4; charset=utf-8";

/// All series in Prometheus' text format 0.0.4, families in byte order of names. Families without series are left out.
[[nodiscard]] std::string metrics_text(const metric_registry& registry);

} // namespace core
