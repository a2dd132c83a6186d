#pragma once

#include "base/error.hpp"
#include "core/config/section_record.hpp"
#include "core/store/values_state.hpp"

#include <string>
#include <vector>

namespace core::store {

/// A module with a chart, and the records of the sections that the chart gets; null: not known.
struct chart_sections {
  values::values_owner owner;
  const config::section_record* global = nullptr;
  const config::section_record* own = nullptr;
};

/// The values of a module's chart as JSON that YAML reads too. Members that hooks have removed are null where
/// the chart's own values.yaml has them. An error (`invalid_input`) if the schemas for Helm do not allow the
/// values.
[[nodiscard]] base::result<std::string> values_for_chart(const chart_sections& of, const values_state& state,
                                                         const std::vector<std::string>& enabled_modules);

} // namespace core::store
