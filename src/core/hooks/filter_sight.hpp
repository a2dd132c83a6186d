#pragma once

#include <string_view>

namespace core {

/// Whether a jq program may look at `.metadata.managedFields` of its input. False only if that is certain: what reaches
/// the input does so by paths like `.spec` or `.metadata.labels`. A bare `.`, a function of the whole input, a variable, an
/// assignment and all that is not understood make it true.
[[nodiscard]] bool may_see_managed_fields(std::string_view program);

} // namespace core
