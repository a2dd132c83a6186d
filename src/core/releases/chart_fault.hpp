#pragma once

#include <string>
#include <string_view>

namespace core::releases {

/// The part of Helm's words that every reader may see, if the words say that a chart cannot be loaded or
/// rendered: `error unpacking subchart redis-1.0.0.tgz in db: unexpected EOF`. It consists of paths,
/// positions, names and phrases of a fixed list, whatever else the words contain. The texts of `fail` and
/// `required`, the code of templates and values are left out.
/// @param words see `helm_error_text`
/// @return empty if the words are about something else, such as an answer of the API server
[[nodiscard]] std::string chart_fault(std::string_view words);

} // namespace core::releases
