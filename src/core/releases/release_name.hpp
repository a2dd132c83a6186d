#pragma once

#include <string>
#include <string_view>

namespace core::releases {

/// The reason why Helm refuses a release of that name (chartutil.ValidateReleaseName): it is longer than 53
/// characters, or no DNS subdomain. Empty: the name is valid.
[[nodiscard]] std::string release_name_fault(std::string_view name);

} // namespace core::releases
