#include "core/rbac/chart_rights.hpp"

#include "core/releases/object_difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace core::rbac {

namespace {

constexpr std::string_view rbac_group = "rbac.authorization.k8s.io";

/// The verbs that Helm needs for objects of a release, and the operator for its watch of missing objects.
const std::set<std::string> verbs_of_release = {"get", "list", "watch", "create", "patch", "delete"};

std::vector<std::string> texts_at(const text::json& object, std::string_view key) {
  std::vector<std::string> texts;
  const auto* list = object.find(key);
  if (list == nullptr || !list->is_array()) return texts;
  for (const auto& x : list->as_array())
    if (x.is_string()) texts.push_back(x.as_string());
  return texts;
}

bool is_of_rbac(const text::json& object) {
  return object.string_at("apiVersion").value_or("").starts_with(rbac_group);
}

std::string name_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? "" : metadata->string_at("name").value_or("");
}

/// The rights that a Role or ClusterRole grants.
void add_granted(needed_rights& rights, const text::json& role, const std::string& asker) {
  const auto* rules = role.find("rules");
  if (rules == nullptr || !rules->is_array()) return;
  for (const auto& rule : rules->as_array()) {
    const auto words = texts_at(rule, "verbs");
    const std::set<std::string> verbs(words.begin(), words.end());
    if (auto urls = texts_at(rule, "nonResourceURLs"); !urls.empty())
      rights.add({.group = {}, .resource = {}, .names = {}, .urls = std::move(urls)}, verbs, asker);
    for (const auto& group : texts_at(rule, "apiGroups"))
      for (const auto& resource : texts_at(rule, "resources"))
        rights.add({.group = group, .resource = resource, .names = texts_at(rule, "resourceNames")}, verbs, asker);
  }
}

/// The role that a binding refers to, if the chart does not contain it.
std::optional<right_target> foreign_role(const text::json& binding, const std::vector<text::json>& objects) {
  const auto* reference = binding.find("roleRef");
  const auto kind = reference == nullptr ? std::nullopt : reference->string_at("kind");
  const auto name = reference == nullptr ? std::nullopt : reference->string_at("name");
  if (!kind || !name) return std::nullopt;
  // A role of the chart needs no `bind`: the operator gets the rights that the role grants.
  const bool is_here = std::any_of(objects.begin(), objects.end(), [&](const text::json& x) {
    return is_of_rbac(x) && x.string_at("kind") == kind && name_of(x) == *name;
  });
  if (is_here) return std::nullopt;
  return right_target{
    .group = std::string(rbac_group), .resource = *kind == "Role" ? "roles" : "clusterroles", .names = {*name}};
}

} // namespace

void add_rights_of_chart(needed_rights& rights, const resource_names& names, const std::string& module,
                         const std::vector<text::json>& documents) {
  const auto asker = fmt::format("chart of module '{}'", module);
  const auto objects = releases::objects_one_by_one(documents);
  for (const auto& object : objects) {
    const auto kind = object.string_at("kind").value_or("");
    if (kind.empty()) continue;
    const auto version = object.string_at("apiVersion").value_or("");
    const auto resource = names.find(version, kind);
    // Only definitions in the modules are read, so a kind that another tool installs is not known.
    if (resource.is_guess)
      rights.remark(fmt::format("{} has the kind {} of {}, which is not defined in the modules: '{}' is a guess", asker,
                                kind, version, resource.plural));
    rights.add({.group = resource.group, .resource = resource.plural}, verbs_of_release, asker);
    if (!is_of_rbac(object)) continue;
    if (kind == "Role" || kind == "ClusterRole")
      add_granted(rights, object, fmt::format("{}, which grants it by {} '{}'", asker, kind, name_of(object)));
    else if (const auto role = foreign_role(object, objects))
      rights.add(*role, {"bind"}, fmt::format("{}, which binds it by {} '{}'", asker, kind, name_of(object)));
  }
}

} // namespace core::rbac
