#include "core/schema/repeated_items.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>

namespace core {
namespace {

/// Equal for values that are equal; of containers only the size counts.
std::size_t rough_hash(const json& value) {
  switch (value.type()) {
    case json::kind::number: return std::hash<double>{}(value.as_double());
    case json::kind::string: return std::hash<std::string>{}(value.as_string());
    case json::kind::array: return value.as_array().empty() ? 1 : 31 * rough_hash(value.as_array().front()) + 2;
    case json::kind::object: {
      std::size_t hash = value.as_object().size();
      for (const auto& [key, member] : value.as_object())
        hash = 31 * hash + (member.is_object() ? 3 : rough_hash(member));
      return hash;
    }
    default: return value.is_bool() && value.as_bool() ? 5 : 4;
  }
}

} // namespace

std::vector<std::size_t> repeated_items(const json::array_type& items) {
  std::vector<std::size_t> repeated;
  std::unordered_multimap<std::size_t, const json*> seen;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto hash = rough_hash(items[i]);
    const auto [first, last] = seen.equal_range(hash);
    if (std::any_of(first, last, [&](const auto& x) { return *x.second == items[i]; })) repeated.push_back(i);
    seen.emplace(hash, &items[i]);
  }
  return repeated;
}

} // namespace core
