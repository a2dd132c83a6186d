#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The reason to refuse a jq program that compiles: it contains a form that cannot work in a filter, or that
/// gives another result than gojq, which the predecessor uses. The text names the form and its replacement;
/// nullopt if the program is accepted. A function that the program itself defines is never refused.
[[nodiscard]] std::optional<std::string> refused_form(std::string_view program);

} // namespace core::bindings
