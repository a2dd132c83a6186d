#include "kube/discovery/document.hpp"

#include <algorithm>

namespace kube::discovery {

namespace {

/// The items of an array member; empty without that member.
const text::json::array_type& items_of(const text::json& object, std::string_view key) {
  static const text::json::array_type none;
  const auto* member = object.find(key);
  return member && member->is_array() ? member->as_array() : none;
}

std::vector<std::string> strings_of(const text::json& object, std::string_view key) {
  std::vector<std::string> out;
  for (const auto& item : items_of(object, key))
    if (item.is_string()) out.push_back(item.as_string());
  return out;
}

std::string text_of(const text::json& object, std::string_view key) {
  return object.string_at(key).value_or("");
}

api::resource aggregated_resource(const text::json& item, const discovered_group& group) {
  const auto* response_kind = item.find("responseKind");
  return {.group = group.group,
          .version = group.version,
          .kind = response_kind ? text_of(*response_kind, "kind") : "",
          .plural = text_of(item, "resource"),
          .namespaced = text_of(item, "scope") == "Namespaced",
          .verbs = strings_of(item, "verbs"),
          .singular = text_of(item, "singularResource"),
          .short_names = strings_of(item, "shortNames")};
}

api::resource listed_resource(const text::json& item, const discovered_group& group) {
  const auto* namespaced = item.find("namespaced");
  return {.group = group.group,
          .version = group.version,
          .kind = text_of(item, "kind"),
          .plural = text_of(item, "name"),
          .namespaced = namespaced && namespaced->is_bool() && namespaced->as_bool(),
          .verbs = strings_of(item, "verbs"),
          .singular = text_of(item, "singularName"),
          .short_names = strings_of(item, "shortNames")};
}

/// True for a resource with a kind of its own; `pods/exec` of some aggregated APIs only has subresources.
bool is_usable(const api::resource& x) {
  return !x.kind.empty() && !x.plural.empty() && x.plural.find('/') == std::string::npos;
}

} // namespace

discovery_kind kind_of_document(const text::json& document) {
  const auto kind = text_of(document, "kind");
  if (kind == "APIGroupDiscoveryList") return discovery_kind::aggregated;
  if (kind == "APIVersions") return discovery_kind::core_versions;
  if (kind == "APIGroupList") return discovery_kind::groups;
  return discovery_kind::other;
}

std::vector<discovered_group> read_aggregated(const text::json& document) {
  std::vector<discovered_group> out;
  for (const auto& item : items_of(document, "items")) {
    const auto* metadata = item.find("metadata");
    const auto name = metadata ? text_of(*metadata, "name") : "";
    for (const auto& version : items_of(item, "versions")) {
      discovered_group group{.group = name, .version = text_of(version, "version"), .resources = {}, .failure = {}};
      for (const auto& entry : items_of(version, "resources"))
        if (auto x = aggregated_resource(entry, group); is_usable(x)) group.resources.push_back(std::move(x));
      if (text_of(version, "freshness") == "Stale")
        group.failure = "the API server cannot reach the server of this group at the moment";
      out.push_back(std::move(group));
    }
  }
  return out;
}

std::vector<discovered_group> read_core_versions(const text::json& document) {
  std::vector<discovered_group> out;
  for (auto& version : strings_of(document, "versions"))
    out.push_back({.group = {}, .version = std::move(version), .resources = {}, .failure = {}});
  return out;
}

std::vector<discovered_group> read_groups(const text::json& document) {
  std::vector<discovered_group> out;
  for (const auto& group : items_of(document, "groups")) {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    const auto* preferred = group.find("preferredVersion");
    const auto preferred_version = preferred ? text_of(*preferred, "version") : "";
    for (const auto& version : items_of(group, "versions"))
      out.push_back(
        {.group = text_of(group, "name"), .version = text_of(version, "version"), .resources = {}, .failure = {}});
    // The order is the order of preference for a kind without apiVersion.
    std::stable_partition(out.begin() + first, out.end(),
                          [&](const discovered_group& x) { return x.version == preferred_version; });
  }
  return out;
}

base::result<std::vector<api::resource>> read_resources(const text::json& document, const discovered_group& group) {
  if (text_of(document, "kind") != "APIResourceList")
    return base::fail(base::error_code::invalid_input, "the answer is no APIResourceList");
  const auto id = group.group.empty() ? group.version : group.group + "/" + group.version;
  // A proxy may answer with the list of another group. Its kinds must not stand for the kinds of this
  // group.
  if (const auto of = text_of(document, "groupVersion"); of != id)
    return base::fail(base::error_code::invalid_input, "the answer is of '" + of + "'");
  std::vector<api::resource> out;
  for (const auto& item : items_of(document, "resources"))
    if (auto x = listed_resource(item, group); is_usable(x)) out.push_back(std::move(x));
  if (out.empty() && group.group.empty())
    return base::fail(base::error_code::invalid_input, "the answer lacks what every API server serves");
  return out;
}

} // namespace kube::discovery
