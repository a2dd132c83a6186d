#include "core/releases/removed_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;

std::string group_of(const std::string& api_version) {
  const auto slash = api_version.find('/');
  return slash == api_version.npos ? std::string() : api_version.substr(0, slash);
}

/// Another version of the same group shows the same object.
bool has(const std::vector<manifest_object>& objects, const manifest_object& x) {
  return std::any_of(objects.begin(), objects.end(), [&](const manifest_object& y) {
    return x.kind == y.kind && x.name == y.name && x.namespace_name == y.namespace_name
           && group_of(x.api_version) == group_of(y.api_version);
  });
}

} // namespace

std::vector<manifest_object> objects_without(const std::vector<manifest_object>& released,
                                             const std::vector<manifest_object>& rendered) {
  auto gone = released;
  std::erase_if(gone, [&](const auto& x) { return has(rendered, x); });
  return gone;
}

std::vector<manifest_object> objects_also_in(const std::vector<manifest_object>& released,
                                             const std::vector<manifest_object>& rendered) {
  auto both = released;
  std::erase_if(both, [&](const auto& x) { return !has(rendered, x); });
  return both;
}

std::string words_of_objects(const std::vector<manifest_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += (i == 0 ? "" : ", ") + describe(objects[i]);
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

} // namespace core::releases
