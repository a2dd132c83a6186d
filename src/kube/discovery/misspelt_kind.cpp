#include "kube/discovery/misspelt_kind.hpp"

#include "base/edit_distance.hpp"
#include "kube/discovery/well_known_group.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace kube::discovery {

namespace {

constexpr std::size_t slips_max = 2;
/// Shorter kinds differ by few letters from each other: Job, Pod, Node.
constexpr std::size_t shortest_kind = 6;
/// Shorter groups differ by few letters from each other.
constexpr std::size_t shortest_group = 8;

std::string capitals(std::string_view name) {
  std::string found;
  std::copy_if(name.begin(), name.end(), std::back_inserter(found), [](char c) { return c >= 'A' && c <= 'Z'; });
  return found;
}

std::string_view group_of(std::string_view api_version) {
  const auto slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view{} : api_version.substr(0, slash);
}

bool is_slip_of(std::string_view group, std::string_view served) {
  if (api::is_own_group(group) && api::is_own_group(served)) return true;
  // A kind in a well-known group may be optional, and the group with the similar name may belong to another
  // author.
  if (is_well_known_group(group)) return false;
  return std::min(group.size(), served.size()) >= shortest_group && base::edit_distance(group, served) <= slips_max;
}

} // namespace

std::optional<std::string> slip_in_kind(std::string_view api_version, std::string_view name,
                                        const api::kind_absent& as) {
  const auto own = capitals(name);
  if (!as.near.empty() && name.size() >= shortest_kind && (own.empty() || own == capitals(as.near)))
    return "the API server does not serve the kind; did you mean " + as.near + "?";
  if (api_version.empty()) return std::nullopt;
  const std::string_view all = as.served_as;
  for (std::size_t begin = 0; begin < all.size();) {
    const auto end = std::min(all.find(", ", begin), all.size());
    const auto served = all.substr(begin, end - begin);
    if (is_slip_of(group_of(api_version), group_of(served)))
      return "the API server serves the kind as " + std::string(served) + " only: take that for apiVersion";
    begin = end + 2;
  }
  return std::nullopt;
}

} // namespace kube::discovery
