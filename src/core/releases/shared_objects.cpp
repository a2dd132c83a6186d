#include "core/releases/shared_objects.hpp"

#include "core/releases/removed_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;

} // namespace

std::vector<shared_object> shared_with(const std::vector<manifest_object>& objects, const released_objects& others) {
  std::vector<shared_object> shared;
  auto left = objects;
  for (const auto& [release, released] : others) {
    if (!released) continue;
    const auto without = objects_without(left, *released);
    for (const auto& object : left)
      if (std::find(without.begin(), without.end(), object) == without.end()) shared.push_back({object, release});
    left = without;
  }
  const auto place = [&](const shared_object& x) { return std::find(objects.begin(), objects.end(), x.object); };
  std::sort(shared.begin(), shared.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return shared;
}

text::json patch_of_owner(const object_owner& to) {
  const auto annotations = text::json::object(
    {{"meta.helm.sh/release-name", to.release}, {"meta.helm.sh/release-namespace", to.namespace_name}});
  return text::json::object({{"metadata", text::json::object({{"annotations", annotations}})}});
}

std::string words_of(const std::vector<shared_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += fmt::format("{}{} (to release '{}')", i == 0 ? "" : ", ", describe(objects[i].object), objects[i].other);
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

std::string hint_of_shared(std::string_view release) {
  return fmt::format(
    "the chart of the other module has them, too, so they stay, with the content of release '{}' until the "
    "next upgrade of that module; if they are to go, leave them out of both charts",
    release);
}

} // namespace core::releases
