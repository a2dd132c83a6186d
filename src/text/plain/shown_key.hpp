#pragma once

#include <string>
#include <string_view>

namespace text {

/// The key of a map for people, as a part of a path or of a message: without the secrets that it contains.
/// Keys are named in places where values are not, and a user may write an address with a login as a key
/// (`https://user:x@host`).
[[nodiscard]] std::string shown_key(std::string_view key);

} // namespace text
