#include "core/releases/reset_values.hpp"

#include <fmt/format.h>

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
  return !x.keys.empty() || !x.config_map_before.empty() || std::any_of(x.lost.begin(), x.lost.end(), fills_objects);
}

objection objection_to_reset(held_upgrade x) {
  std::erase_if(x.lost, [](values::value_source source) { return !fills_objects(source); });
  x.hooks.clear();
  x.globals.clear();
  x.modules.clear();
  auto why = objection_to_loss(x);
  why.reason = fmt::format("helm would reset values in objects of the release, which stays as it is, revision {}: {}",
                           x.revision, why.reason);
  return why;
}

} // namespace core::releases
