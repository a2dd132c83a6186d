#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The names of template functions in `text` whose result does not only depend on the values: random
/// (`randAlphaNum`, `genCA`, `uuidv4`, `htpasswd` …), time (`now`, `ago`) or the cluster (`lookup`), and
/// `tpl`, which may hide each of these: the text that it runs may be put together, decoded, or come from the
/// values. Only actions (`{{ … }}`) are looked at, without comments, strings and fields. In the order of
/// appearance, each once.
[[nodiscard]] std::vector<std::string> volatile_functions(std::string_view text);

/// Stands for a function in a file that cannot be searched: the file may use all of them.
inline constexpr std::string_view any_function = "(any)";

/// Whether a function of that list may show content of the cluster.
[[nodiscard]] bool may_look_up(std::string_view function) noexcept;

} // namespace core::releases
