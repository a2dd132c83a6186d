#include "core/releases/shared_objects.hpp"

#include "core/releases/removed_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;

std::string new_owner_of(const shared_object& x) {
  if (x.other == definitions_owner) return "crds/ of a module";
  switch (x.by) {
    case sharing::released: return fmt::format("release '{}'", x.other);
    case sharing::in_templates: return fmt::format("templates of module '{}'", x.other);
    case sharing::in_templates_off: return fmt::format("templates of module '{}', which is off", x.other);
  }
  return {};
}

} // namespace

std::vector<manifest_object> definition_objects(const std::vector<std::string>& names,
                                                const std::string& namespace_name) {
  std::vector<manifest_object> all;
  // The reader of manifests does not know that the kind has no namespaces.
  for (const auto& name : names)
    all.push_back({"apiextensions.k8s.io/v1", "CustomResourceDefinition", namespace_name, name});
  return all;
}

std::vector<shared_object> shared_with(const std::vector<manifest_object>& objects, const released_objects& others) {
  std::vector<shared_object> shared;
  auto left = objects;
  for (const auto& [release, released] : others) {
    if (!released) continue;
    const auto without = objects_without(left, *released);
    for (const auto& object : left)
      if (std::find(without.begin(), without.end(), object) == without.end()) shared.push_back({object, release});
    // The first release gets the object, because an object has a single owner.
    left = without;
  }
  const auto place = [&](const shared_object& x) { return std::find(objects.begin(), objects.end(), x.object); };
  std::sort(shared.begin(), shared.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return shared;
}

std::vector<manifest_object> without_shared(std::vector<manifest_object> objects,
                                            const std::vector<shared_object>& shared) {
  std::erase_if(objects, [&](const auto& object) {
    return std::any_of(shared.begin(), shared.end(), [&](const auto& x) { return x.object == object; });
  });
  return objects;
}

text::json patch_of_owner(const object_owner& to) {
  auto annotations = text::json::object(
    {{"meta.helm.sh/release-name", to.release}, {"meta.helm.sh/release-namespace", to.namespace_name}});
  // A helm that is started for each task looks at this annotation only.
  if (to.release == definitions_owner) annotations = annotations.with("helm.sh/resource-policy", "keep");
  return text::json::object({{"metadata", text::json::object({{"annotations", annotations}})}});
}

std::string words_of(const std::vector<shared_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += fmt::format("{}{} (to {})", i == 0 ? "" : ", ", describe(objects[i].object), new_owner_of(objects[i]));
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

std::string hint_of_shared(std::string_view release, const std::vector<shared_object>& objects) {
  if (std::all_of(objects.begin(), objects.end(), [](const auto& x) { return x.other == definitions_owner; }))
    return "files in crds/ of modules have them, too, so they stay, and belong to no release any more; definitions in "
           "crds/ are never deleted";
  const auto is_any = [&](sharing by) {
    return std::any_of(objects.begin(), objects.end(), [&](const auto& x) { return x.by == by; });
  };
  if (is_any(sharing::in_templates_off))
    return "templates of the other module have them, and that module is off, so they stay with their content, and "
           "belong to no release until the module is on; if they are to go, delete them with kubectl";
  if (is_any(sharing::in_templates))
    return "templates of the other module have them, so they stay with their content, and the next upgrade of that "
           "module takes them over; if its values leave them out, delete them with kubectl";
  return fmt::format(
    "the chart of the other module has them, too, so they stay, with the content of release '{}' until the "
    "next upgrade of that module; if they are to go, leave them out of both charts",
    release);
}

} // namespace core::releases
