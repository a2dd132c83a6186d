#include "core/schema/repeated_items.hpp"

#include "text/json/json_order.hpp"

#include <algorithm>
#include <numeric>

namespace core::schema {

std::vector<std::size_t> repeated_items(const text::json::array_type& items) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The sort is stable: of equal items, the first stays first.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return text::compare(items[a], items[b]) < 0; });
  std::vector<std::size_t> repeated;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (text::compare(items[order[i - 1]], items[order[i]]) == 0) repeated.push_back(order[i]);
  std::sort(repeated.begin(), repeated.end());
  return repeated;
}

} // namespace core::schema
