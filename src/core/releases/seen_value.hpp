#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// Knowledge about a value in a template: the places that it may come from, from the root object of Helm
/// (`Values`, `web`), and the members of a list or object that the template has made itself.
struct seen_value {
  using place = std::vector<std::string>;

  std::set<place> places{};
  std::map<std::string, seen_value> members{}; ///< of a list by number: `0`

  /// The value at a key; a key that no place and no member has gives an unknown value.
  [[nodiscard]] seen_value at(const std::string& key) const;
  /// The number of places, also of members; each member counts, too.
  [[nodiscard]] std::size_t weight() const;
  /// Adds everything that the other value may be.
  void add(const seen_value& x);

  friend bool operator==(const seen_value&, const seen_value&) = default;
  friend bool operator<(const seen_value& a, const seen_value& b);
};

} // namespace core::releases
