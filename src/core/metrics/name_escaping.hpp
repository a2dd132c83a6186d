#pragma once

#include <string>
#include <string_view>

namespace core::metrics {

/// The form of names with characters outside the old alphabet, `[a-zA-Z_:][a-zA-Z0-9_:]*`. A scraper says
/// which forms it reads by the parameter `escaping` of its header Accept:
///  https://prometheus.io/docs/instrumenting/escaping_schemes/
enum class name_escaping {
  none,        ///< `allow-utf-8`: the name itself, in quotes
  underscores, ///< `underscores`, for scrapers that name no form: `_` for each character that is not allowed
  dots,        ///< `dots`: `_dot_` for `.`, `__` for `_` and other characters
  values,      ///< `values`: `U__` before the name, `_2e_` for `.`, `__` for `_`
};

/// Whether the name is of the old alphabet, which each scraper reads.
[[nodiscard]] bool is_plain_name(std::string_view name) noexcept;

/// The name in that form. Plain names stay as they are.
/// @pre the name is UTF-8 and not empty.
[[nodiscard]] std::string escaped_name(std::string_view name, name_escaping how);

/// The form that a request for metrics asks for.
/// @param accept the value of its header Accept (RFC 9110 §12.5.1); empty: no such header.
[[nodiscard]] name_escaping accepted_escaping(std::string_view accept);

/// The content type of metrics in Prometheus' text format 0.0.4 with such names.
[[nodiscard]] std::string metrics_content_type(name_escaping how);

} // namespace core::metrics
