#include "core/releases/object_owner.hpp"

#include "text/json/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace core::releases {

namespace {

constexpr std::string_view name_annotation = "meta.helm.sh/release-name";
constexpr std::string_view namespace_annotation = "meta.helm.sh/release-namespace";
constexpr std::string_view policy_annotation = "helm.sh/resource-policy";
constexpr std::size_t named_objects_max = 5;

std::string annotation_of(const text::json& object, std::string_view key) {
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata != nullptr ? metadata->find("annotations") : nullptr;
  return annotations != nullptr ? annotations->string_at(key).value_or("") : std::string();
}

bool is_written_by_helm(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* writes = metadata == nullptr ? nullptr : metadata->find("managedFields");
  if (writes == nullptr || !writes->is_array()) return false;
  return std::any_of(writes->as_array().begin(), writes->as_array().end(), [](const text::json& write) {
    auto manager = write.string_at("manager").value_or("");
    std::transform(manager.begin(), manager.end(), manager.begin(), [](unsigned char c) { return std::tolower(c); });
    return manager.find("helm") != manager.npos;
  });
}

std::string words_of(const std::vector<object_of_another>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += fmt::format("{}{}, which belongs to release '{}' in namespace '{}'", i == 0 ? "" : "; ",
                        describe(objects[i].object), objects[i].owner.release, objects[i].owner.namespace_name);
  return objects.size() > named_objects_max ? text + fmt::format("; and {} more", objects.size() - named_objects_max)
                                            : text;
}

} // namespace

std::optional<object_owner> other_owner_of(const text::json& object, const object_owner& self) {
  auto owner = self;
  if (auto name = annotation_of(object, name_annotation); !name.empty()) owner.release = std::move(name);
  if (auto name = annotation_of(object, namespace_annotation); !name.empty()) owner.namespace_name = std::move(name);
  return owner == self ? std::nullopt : std::optional(std::move(owner));
}

bool is_left_by(const text::json& object, const object_owner& owner) {
  const auto* metadata = object.find("metadata");
  return metadata != nullptr && metadata->find("deletionTimestamp") == nullptr
         && annotation_of(object, name_annotation) == owner.release
         && annotation_of(object, namespace_annotation) == owner.namespace_name;
}

std::optional<std::string> reason_to_stay(const text::json& object, const object_owner& self) {
  if (const auto other = other_owner_of(object, self))
    return fmt::format("it belongs to release '{}' in namespace '{}'", other->release, other->namespace_name);
  if (is_kept_by_upgrade(object)) return fmt::format("it has the annotation {}: keep", policy_annotation);
  if (!annotation_of(object, name_annotation).empty() || is_written_by_helm(object)) return std::nullopt;
  return fmt::format("it names no release (annotation {}), and no Helm has written it", name_annotation);
}

bool is_kept_by_upgrade(const text::json& object) {
  return annotation_of(object, policy_annotation) == "keep";
}

objection objection_to_upgrade(std::string_view release, const std::vector<object_of_another>& objects) {
  return {
    fmt::format("helm would delete {}, so release '{}' stays as it is", words_of(objects), release),
    fmt::format("Give each of them the annotation {}=keep (`kubectl annotate`), and the next run of the module "
                "leaves it out; or use the Helm of this program, which checks the owners of objects (unset $HELM_BIN)",
                policy_annotation)};
}

std::string words_of_uninstallation(std::string_view release, const std::vector<object_of_another>& objects) {
  return fmt::format(
    "nothing was uninstalled, because this version of helm would delete {}. Use Helm 4.3 or later, or "
    "the Helm of this program (unset $HELM_BIN); or remove the remaining objects of release '{}' by hand, "
    "and then its records (labels owner=helm, name={})",
    words_of(objects), release, release);
}

} // namespace core::releases
