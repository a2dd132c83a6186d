#pragma once

#include "core/metrics/registry.hpp"

#include <cstddef>
#include <string_view>

namespace core::metrics {

/// The bytes that a series takes in memory and on the page together. It is an estimate, made for bounds: the
/// names of a family are counted with each of its series.
/// @param buckets of a histogram, without +Inf; 0 for other types
[[nodiscard]] std::size_t series_weight(std::string_view name, const metric_labels& labels,
                                        std::size_t buckets) noexcept;

} // namespace core::metrics
