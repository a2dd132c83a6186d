#pragma once

#include <concepts>

namespace base {

/// Combines functions for `std::visit(overload{…}, x)`, which does not compile until every alternative is
/// handled.
template <class... Fs>
struct overload : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overload(Fs...) -> overload<Fs...>;

/// For alternatives that are handled alike: `[](const one_of<a, b> auto&) {…}`. A generic default would also
/// accept alternatives that are added later.
template <class T, class... Ts>
concept one_of = (std::same_as<T, Ts> || ...);

} // namespace base
