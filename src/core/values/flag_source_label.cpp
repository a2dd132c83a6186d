#include "core/values/flag_source_label.hpp"

namespace core::values {

std::string label_of(std::optional<flag_source> source) {
  if (!source) return {};
  switch (*source) {
    case flag_source::common_values: return "modulesValues";
    case flag_source::module_values: return "moduleValues";
    case flag_source::hook_patch: return "hook";
    case flag_source::config_map: return "configMap";
  }
  return {};
}

std::optional<flag_source> read_label(std::string_view label) {
  for (const auto source : default_flag_order())
    if (label_of(source) == label) return source;
  return std::nullopt;
}

std::string describe_label(std::string_view label) {
  const auto source = read_label(label);
  return source ? describe(*source) : std::string();
}

} // namespace core::values
