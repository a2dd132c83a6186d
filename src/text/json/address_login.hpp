#pragma once

#include <string_view>

namespace text {

/// Whether a URL contains a login, or a part that may hold one: `https://user:password@host`,
/// `https://token@host`, a query or fragment (`https://host?token=x`). A password may hold `/`, `?` or `#`,
/// so an `@` counts at any place. The log, pages and metrics show addresses, so an address with a login is
/// refused where it is read.
[[nodiscard]] bool has_login(std::string_view url);

} // namespace text
