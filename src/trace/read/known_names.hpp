#pragma once

#include "base/error.hpp"

#include <functional>
#include <set>
#include <string>

namespace trace::read {

/// Names of a kind that a trace has: modules, queues, keys of values.
using known_names = std::set<std::string, std::less<>>;

/// The answer to a question about an unknown name: an error that lists the known names.
/// @param what `no run of a module 'x'`
[[nodiscard]] base::result<std::string> nothing_of(const std::string& what, const known_names& known);

} // namespace trace::read
