#pragma once

#include "core/plan/plan.hpp"

#include <cstdint>
#include <string>

namespace core::plan {

/// Whether a text has colours of a terminal (ECMA-48).
enum class colouring : std::uint8_t { plain, coloured };

/// Lines for people: uninstalled releases first, a line for each field, a sum at the end.
[[nodiscard]] std::string as_text(const plan& x, colouring colours);

/// An object of JSON; docs/planning.md has its members.
[[nodiscard]] std::string as_json(const plan& x);

/// A comment for a merge request.
[[nodiscard]] std::string as_markdown(const plan& x);

/// The sum of a plan: `1 release uninstalled, 2 upgraded, 3 objects of no release`.
[[nodiscard]] std::string sum_of(const plan& x);

/// A line without line break: `spec.replicas: 2 -> 3`. A changed secret is `changed (hidden)`.
[[nodiscard]] std::string line_of(const planned_field& x);

} // namespace core::plan
