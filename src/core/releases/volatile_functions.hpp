#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// The names of template functions in `text` whose result does not only depend on the values: random (`randAlphaNum`,
/// `genCA`, `uuidv4`, `htpasswd` …), time (`now`, `ago`) or the cluster (`lookup`). Only actions (`{{ … }}`) are looked
/// at, without comments, strings and fields. In the order of appearance, each once.
[[nodiscard]] std::vector<std::string> volatile_functions(std::string_view text);

} // namespace core
