#pragma once

#include <string_view>

namespace core::bindings {

/// Whether a jq program may look at `.metadata.managedFields` of its input. The answer is false only for
/// programs that certainly do not: they look at their input by paths like `.spec` or `.metadata.labels`
/// alone. A bare `.`, a function of the whole input, a variable, an assignment and all syntax that is not
/// known here make it true.
///
/// Managed fields are half of a small object and more of a large one, and reading the input is most of the
/// cost of a filter. Without this analysis a filter by paths takes about 90 ms of processor time for 10 000
/// objects like those of `bench-operator many-objects`, with it about 50 ms; the target for the whole
/// operator is 0.5 s.
[[nodiscard]] bool may_see_managed_fields(std::string_view program);

} // namespace core::bindings
