#pragma once

#include <string_view>

namespace core::hooks {

/// Whether a metric may have this name: any UTF-8 text that is not empty, as in Prometheus 3. For a scraper
/// with stricter rules the name is escaped, see core/metrics/name_escaping.hpp.
[[nodiscard]] bool is_metric_name(std::string_view name) noexcept;

/// Whether a label may have this name: like a metric's name, but without `:`, which no scraper accepts in
/// labels.
[[nodiscard]] bool is_label_name(std::string_view name) noexcept;

} // namespace core::hooks
