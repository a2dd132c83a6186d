#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The names of template functions in `text` whose result does not only depend on the values: random (`randAlphaNum`,
/// `genCA`, `uuidv4`, `htpasswd` …), time (`now`, `ago`) or the cluster (`lookup`), and `tpl`, behind which each of these may
/// be hidden: the text that it runs may be made of parts, decoded, or come from the values. Only actions (`{{ … }}`) are looked
/// at, without comments, strings and fields. In the order of appearance, each once.
[[nodiscard]] std::vector<std::string> volatile_functions(std::string_view text);

/// What is written in place of a function for a file that cannot be searched: it may use all of them.
inline constexpr std::string_view any_function = "(any)";

/// Whether a function of that list may show what is in the cluster.
[[nodiscard]] bool may_look_up(std::string_view function) noexcept;

} // namespace core::releases
