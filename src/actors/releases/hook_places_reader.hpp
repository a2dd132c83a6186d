#pragma once

#include "actors/releases/helm_parts.hpp"
#include "base/error.hpp"
#include "core/releases/hook_places.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <string>

namespace actors::releases {

/// Asks the VALUES STORE for the places in the values of a module, and in `global`, that hooks have set. A
/// place that a hook has set since the values were read is left out. Errors: the store cannot give the
/// values.
/// @param values of the module's chart, by section
void read_hook_places(helm_parts& parts, const std::string& module, text::json values,
                      std::function<void(base::result<core::releases::hook_places>)> then);

} // namespace actors::releases
