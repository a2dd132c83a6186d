#pragma once

#include <string>
#include <string_view>

namespace core::releases {

/// The reason why Helm refuses this name for a release (chartutil.ValidateReleaseName): it has more than 53
/// characters, or is not a DNS subdomain. Empty: the name is valid.
[[nodiscard]] std::string release_name_fault(std::string_view name);

} // namespace core::releases
