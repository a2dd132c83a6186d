#pragma once

#include "core/bindings/reached_paths.hpp"

#include <string_view>

namespace core::bindings {

/// The paths of its input that a jq program can reach: `{a: .spec.x, b: .metadata.labels}` reaches `.spec.x`
/// and `.metadata.labels`. The program has the same results, and fails or not in the same way, on an input
/// that has only these paths (`object_cut.hpp`).
///
/// The whole input is reached by a program that gives it on (`.`), by a function of it (`to_entries`), and by
/// syntax that this analysis does not know: definitions, labels, assignments, patterns, comments.
///
/// The analysis follows values through pipes: each expression has places of the input for its input and for
/// its results, and a place is reached as a whole when an operator, a constructor or the program's result
/// takes it. Linear in the program; places are at most 1 000, else the whole input is reached.
[[nodiscard]] reached_paths filter_reach(std::string_view program);

} // namespace core::bindings
