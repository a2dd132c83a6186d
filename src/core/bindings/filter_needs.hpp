#pragma once

#include <string_view>

namespace core::bindings {

/// Whether a jq program may read `.metadata.managedFields` of its input. False only for a program that reads
/// its input solely through paths like `.spec` or `.metadata.labels`. True for a bare `.`, a function of the
/// whole input, a variable, an assignment, and for all syntax that this scan does not know.
///
/// Managed fields are half of a small object and more than half of a large object, and parsing the input is
/// most of the cost of a filter. For 10 000 objects of `bench-operator many-objects`, a filter by paths takes
/// about 50 ms of processor time with this analysis, and about 90 ms without it; the target for the whole
/// operator is 0.5 s.
[[nodiscard]] bool may_see_managed_fields(std::string_view program);

} // namespace core::bindings
