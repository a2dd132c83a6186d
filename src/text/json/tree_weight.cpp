#include "text/json/tree_weight.hpp"

namespace text {
namespace {

/// Adds the weight of the value to `sum`, part by part, until `sum` is more than `enough`.
void add_weight(const json& value, std::size_t enough, std::size_t& sum) {
  switch (value.type()) {
    case json::kind::null:
    case json::kind::boolean: sum += weight_of_scalar; return;
    case json::kind::number: sum += weight_of_scalar + value.number_text().size(); return;
    case json::kind::string: sum += weight_of_block + value.as_string().size(); return;
    case json::kind::array:
      sum += weight_of_block;
      for (const auto& item : value.as_array()) {
        if (sum > enough) return;
        add_weight(item, enough, sum);
      }
      return;
    case json::kind::object:
      sum += weight_of_block;
      for (const auto& [key, member] : value.as_object()) {
        if (sum > enough) return;
        sum += weight_of_name + key.size();
        add_weight(member, enough, sum);
      }
      return;
  }
}

} // namespace

std::size_t weight_of(const json& value, std::size_t enough) {
  std::size_t sum = 0;
  add_weight(value, enough, sum);
  return sum;
}

} // namespace text
