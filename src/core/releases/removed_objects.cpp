#include "core/releases/removed_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;

} // namespace

std::vector<manifest_object> objects_without(const std::vector<manifest_object>& released,
                                             const std::vector<manifest_object>& rendered) {
  const auto group_of = [](const std::string& api_version) {
    const auto slash = api_version.find('/');
    return slash == api_version.npos ? std::string() : api_version.substr(0, slash);
  };
  const auto is_same = [&](const manifest_object& a, const manifest_object& b) {
    // Another version of the same group shows the same object.
    return a.kind == b.kind && a.name == b.name && a.namespace_name == b.namespace_name
           && group_of(a.api_version) == group_of(b.api_version);
  };
  std::vector<manifest_object> gone;
  for (const auto& x : released)
    if (std::none_of(rendered.begin(), rendered.end(), [&](const auto& y) { return is_same(x, y); })) gone.push_back(x);
  return gone;
}

std::string words_of_objects(const std::vector<manifest_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += (i == 0 ? "" : ", ") + describe(objects[i]);
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

} // namespace core::releases
