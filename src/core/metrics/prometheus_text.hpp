#pragma once

#include "core/metrics/name_escaping.hpp"
#include "core/metrics/registry.hpp"

#include <string>

namespace core::metrics {

/// All series in Prometheus' text format 0.0.4, families in byte order of names. Families without series are
/// left out.
/// @param names the form of names, see `accepted_escaping`.
[[nodiscard]] std::string metrics_text(const metric_registry& registry,
                                       name_escaping names = name_escaping::underscores);

} // namespace core::metrics
