#pragma once

#include "core/rbac/needed_rights.hpp"
#include "core/rbac/resource_names.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::rbac {

/// Adds the rights that Helm and the operator need for the objects of a rendered chart, Helm's hooks
/// included: to apply and remove them, and to notice that a user deletes them. Roles need the rights that
/// they grant, and bindings of roles outside the chart need `bind`: an account may only grant rights that it
/// has.
/// @param module its name
void add_rights_of_chart(needed_rights& rights, const resource_names& names, const std::string& module,
                         const std::vector<text::json>& objects);

} // namespace core::rbac
