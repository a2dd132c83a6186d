#pragma once

#include <string_view>

namespace core::hooks {

/// Whether a metric may have that name: any UTF-8 text that is not empty, as with Prometheus 3. For scrapers
/// with stricter names it is escaped, see core/metrics/name_escaping.hpp.
[[nodiscard]] bool is_metric_name(std::string_view name) noexcept;

/// Whether a label may have that name: the same without `:`, which no scraper reads there.
[[nodiscard]] bool is_label_name(std::string_view name) noexcept;

} // namespace core::hooks
