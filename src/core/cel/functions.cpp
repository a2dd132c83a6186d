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

/// All functions, sorted for the search by name.
std::vector<function> all_functions() {
  std::vector<function> all;
  for (const auto& table :
       {arithmetic_functions(), relation_functions(), collection_functions(), conversion_functions(), text_functions(),
        time_functions(), string_extension(), format_functions()})
    all.insert(all.end(), table.begin(), table.end());
  std::sort(all.begin(), all.end(), [](const function& a, const function& b) { return key_of(a) < key_of(b); });
  return all;
}

} // namespace

const function* find_function(std::string_view name, call_form form, std::size_t count) {
  static const std::vector<function> all = all_functions();
  const auto wanted = std::tuple(name, form, count);
  const auto at = std::lower_bound(all.begin(), all.end(), wanted,
                                   [](const function& a, const auto& key) { return key_of(a) < key; });
  return at != all.end() && key_of(*at) == wanted ? &*at : nullptr;
}

} // namespace core::cel
