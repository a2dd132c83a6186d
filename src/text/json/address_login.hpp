#pragma once

#include <string_view>

namespace text {

/// Whether a URL has a login in it: `https://user:password@host`, `https://token@host`. Addresses are in the
/// log, on pages and in metrics, so an address with a login is refused where it is read.
[[nodiscard]] bool has_login(std::string_view url);

} // namespace text
