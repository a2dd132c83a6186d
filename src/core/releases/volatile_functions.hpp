#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The template functions in `text` whose result depends on more than the values: random values
/// (`randAlphaNum`, `genCA`, `uuidv4`, `htpasswd` …), the time (`now`, `ago`), the cluster (`lookup`), and
/// `tpl`, which may run any function in a text that was computed or comes from the values. Only actions (`{{
/// … }}`) are searched, without comments, strings and fields. In the order of appearance, each once.
[[nodiscard]] std::vector<std::string> volatile_functions(std::string_view text);

/// The name for a file that cannot be searched, because it may use any function.
inline constexpr std::string_view any_function = "(any)";

/// Whether this function may read the cluster.
[[nodiscard]] bool may_look_up(std::string_view function) noexcept;

} // namespace core::releases
