#include "text/json/json_order.hpp"

#include "text/plain/number_text.hpp"

#include <algorithm>

namespace text {
namespace {

int compare_arrays(const json::array_type& a, const json::array_type& b) {
  const auto common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i)
    if (const auto order = compare(a[i], b[i]); order != 0) return order;
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

int compare_objects(const json::object_type& a, const json::object_type& b) {
  const auto common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (const auto order = a[i].first.compare(b[i].first); order != 0) return order;
    if (const auto order = compare(a[i].second, b[i].second); order != 0) return order;
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

} // namespace

int compare(const json& a, const json& b) {
  if (a.type() != b.type()) return a.type() < b.type() ? -1 : 1;
  if (a.same_node(b)) return 0;
  switch (a.type()) {
    case json::kind::null: return 0;
    case json::kind::boolean: return static_cast<int>(a.as_bool()) - static_cast<int>(b.as_bool());
    case json::kind::number: return compare_numbers(a.number_text(), b.number_text());
    case json::kind::string: return a.as_string().compare(b.as_string());
    case json::kind::array: return compare_arrays(a.as_array(), b.as_array());
    case json::kind::object: return compare_objects(a.as_object(), b.as_object());
  }
  return 0;
}

} // namespace text
