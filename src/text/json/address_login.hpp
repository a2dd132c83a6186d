#pragma once

#include <string_view>

namespace text {

/// Whether a URL contains a login: `https://user:password@host`, `https://token@host`. The log, pages and
/// metrics show addresses, so an address with a login is refused where it is read.
[[nodiscard]] bool has_login(std::string_view url);

} // namespace text
