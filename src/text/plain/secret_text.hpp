#pragma once

#include "text/plain/text_range.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace text {

/// Finds the secret that stands behind a mark at `at`. Such a mark is
///  - the `=` or `:` behind a name of a secret: `password=x`, `"apiToken": "x"`, `tls.key: x`;
///  - the space behind an option of that name: `--password x`; behind `-u` of curl and `-p` of sshpass;
///  - the space behind a word such as `password`, if the next word has letters and digits: `password a1b2c3`;
///  - `-p` of MySQL's clients; the `:` behind `Cookie`; the `=` behind the signature of an address;
///  - the `:` in the login of an address: `https://user:x@host`;
///  - a way to log in: `Bearer x`, `Basic x`.
[[nodiscard]] std::optional<text_range> secret_at(std::string_view text, std::size_t at);

/// The position behind the value that begins at `begin`: a quoted text, an object, a list, a word, or a login
/// (`Bearer x`).
[[nodiscard]] std::size_t end_of_value(std::string_view text, std::size_t begin);

/// Returns the part of a text to be hidden if a mark stands at the given place; nullopt: no part.
using part_finder = std::function<std::optional<text_range>(std::string_view text, std::size_t at)>;

/// The text with `<redacted>` in place of each part that is found.
[[nodiscard]] std::string with_parts_hidden(std::string_view text, const part_finder& find);

/// The text with `<redacted>` in place of each secret; in place of the whole text if the text contains a
/// private key or a Secret as YAML or JSON.
[[nodiscard]] std::string without_secrets(std::string_view text);

} // namespace text
