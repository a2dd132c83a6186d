#pragma once

#include "text/plain/text_range.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace text {

/// Whether the word is base64 of a printable text, as the data of a Secret mostly are. Identifiers and words
/// of a language decode to bytes that are no text, with rare exceptions.
[[nodiscard]] bool is_base64_of_text(std::string_view word);

/// The value behind the `:` at `at` if the value is base64 of a printable text: `"db": "aHVudGVyMg=="` as
/// `kubectl get secret -o json` and `-o jsonpath={.data}` print it, `map[db:aHVudGVyMg==]` as its templates
/// do.
[[nodiscard]] std::optional<text_range> base64_member(std::string_view text, std::size_t at);

} // namespace text
