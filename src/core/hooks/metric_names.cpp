#include "core/hooks/metric_names.hpp"

#include "text/plain/utf8.hpp"

namespace core::hooks {

bool is_metric_name(std::string_view name) noexcept {
  for (auto rest = name; !rest.empty();) {
    const auto length = text::utf8_length(rest);
    if (length == 0) return false;
    rest.remove_prefix(length);
  }
  return !name.empty();
}

bool is_label_name(std::string_view name) noexcept {
  return is_metric_name(name) && name.find(':') == std::string_view::npos;
}

} // namespace core::hooks
