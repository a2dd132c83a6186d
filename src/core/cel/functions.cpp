#include "core/cel/functions.hpp"

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <vector>

namespace core::cel {
namespace {

auto key_of(const function& x) {
  return std::tuple(x.name, x.form, x.count);
}

using function_table = std::span<const function>;

/// The functions of several tables, sorted for the search by name.
std::vector<function> sorted(std::initializer_list<function_table> tables, std::vector<function> all = {}) {
  for (const auto& table : tables) all.insert(all.end(), table.begin(), table.end());
  std::sort(all.begin(), all.end(), [](const function& a, const function& b) { return key_of(a) < key_of(b); });
  return all;
}

const std::vector<function>& functions_of(function_set set) {
  static const auto standard = sorted({arithmetic_functions(), relation_functions(), collection_functions(),
                                       conversion_functions(), text_functions(), time_functions()});
  static const auto kubernetes = sorted({string_extension(), format_functions(), list_library(), regex_library(),
                                         set_library(), url_library(), ip_library(), cidr_library(), quantity_library(),
                                         semver_library(), order_library(), named_formats(), optional_library()},
                                        standard);
  return set == function_set::standard ? standard : kubernetes;
}

} // namespace

const function* find_function(std::string_view name, call_form form, std::size_t count, function_set set) {
  const auto& all = functions_of(set);
  const auto wanted = std::tuple(name, form, count);
  const auto at = std::lower_bound(all.begin(), all.end(), wanted,
                                   [](const function& a, const auto& key) { return key_of(a) < key; });
  return at != all.end() && key_of(*at) == wanted ? &*at : nullptr;
}

} // namespace core::cel
