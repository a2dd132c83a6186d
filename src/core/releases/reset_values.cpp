#include "core/releases/reset_values.hpp"

#include <algorithm>

namespace core::releases {

bool fills_objects(values::value_source x) {
  switch (x) {
    case values::value_source::config_map:
    case values::value_source::section:
    case values::value_source::global_section:
    case values::value_source::common_file:
    case values::value_source::module_file: return true;
    case values::value_source::section_of_hooks:
    case values::value_source::global_of_hooks:
    case values::value_source::config_schema:
    case values::value_source::values_schema:
    case values::value_source::global_config_schema:
    case values::value_source::global_values_schema:
    case values::value_source::common_section:
    case values::value_source::common_global:
    case values::value_source::module_section: return false;
  }
  return false;
}

bool would_reset(const held_upgrade& x) {
  return !x.config_map_before.empty() || std::any_of(x.lost.begin(), x.lost.end(), fills_objects);
}

} // namespace core::releases
