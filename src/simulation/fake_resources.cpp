#include "simulation/fake_resources.hpp"

#include <algorithm>
#include <functional>

namespace simulation {

namespace {

const std::vector<std::string> all_verbs = {"create", "delete", "get", "list", "patch", "update", "watch"};

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

struct short_entry {
  const char* group;
  const char* version;
  const char* kind;
  const char* plural;
  bool namespaced;
  std::vector<std::string> short_names;
};

text::json texts(const std::vector<std::string>& items) {
  return text::json::array({items.begin(), items.end()});
}

text::json resource_document(const kube::api::resource& x) {
  return text::json::object(
    {{"resource", x.plural},
     {"responseKind", text::json::object({{"group", x.group}, {"version", x.version}, {"kind", x.kind}})},
     {"scope", x.namespaced ? "Namespaced" : "Cluster"},
     {"singularResource", x.singular},
     {"verbs", texts(x.verbs)},
     {"shortNames", texts(x.short_names)}});
}

text::json discovery_document(const std::vector<kube::api::resource>& resources,
                              const std::function<bool(const kube::api::resource&)>& belongs) {
  struct version_entry {
    std::string group, version;
    text::json::array_type resources;
  };
  std::vector<version_entry> versions;
  for (const auto& x : resources) {
    if (!belongs(x)) continue;
    auto place = std::find_if(versions.begin(), versions.end(),
                              [&](const version_entry& v) { return v.group == x.group && v.version == x.version; });
    if (place == versions.end())
      place = versions.insert(place, {.group = x.group, .version = x.version, .resources = {}});
    place->resources.push_back(resource_document(x));
  }
  text::json::array_type items;
  for (auto& v : versions) {
    auto version = text::json::object(
      {{"version", v.version}, {"freshness", "Current"}, {"resources", text::json::array(std::move(v.resources))}});
    items.push_back(text::json::object(
      {{"metadata", text::json::object({{"name", v.group}})}, {"versions", text::json::array({std::move(version)})}}));
  }
  return text::json::object({{"kind", "APIGroupDiscoveryList"},
                             {"apiVersion", "apidiscovery.k8s.io/v2"},
                             {"metadata", text::json::object()},
                             {"items", text::json::array(std::move(items))}});
}

} // namespace

std::vector<kube::api::resource> built_in_resources() {
  const std::vector<short_entry> table = {
    {"", "v1", "Namespace", "namespaces", false, {"ns"}},
    {"", "v1", "ConfigMap", "configmaps", true, {"cm"}},
    {"", "v1", "Secret", "secrets", true, {}},
    {"", "v1", "Pod", "pods", true, {"po"}},
    {"", "v1", "Service", "services", true, {"svc"}},
    {"", "v1", "Event", "events", true, {"ev"}},
    {"", "v1", "ServiceAccount", "serviceaccounts", true, {"sa"}},
    {"", "v1", "Node", "nodes", false, {"no"}},
    {"apps", "v1", "Deployment", "deployments", true, {"deploy"}},
    {"apps", "v1", "StatefulSet", "statefulsets", true, {"sts"}},
    {"apps", "v1", "DaemonSet", "daemonsets", true, {"ds"}},
    {"batch", "v1", "Job", "jobs", true, {}},
    {"networking.k8s.io", "v1", "Ingress", "ingresses", true, {"ing"}},
    {"rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", false, {}},
    {"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", false, {}},
    {"coordination.k8s.io", "v1", "Lease", "leases", true, {}},
    {"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", false, {"crd", "crds"}},
    {"apiregistration.k8s.io", "v1", "APIService", "apiservices", false, {}},
  };
  std::vector<kube::api::resource> out;
  for (const auto& x : table) {
    auto entry = custom_resource(x.group, x.version, x.kind, x.plural);
    entry.namespaced = x.namespaced;
    entry.short_names = x.short_names;
    out.push_back(std::move(entry));
  }
  return out;
}

kube::api::resource custom_resource(std::string group, std::string version, std::string kind, std::string plural) {
  auto singular = lower_case(kind);
  return {.group = std::move(group),
          .version = std::move(version),
          .kind = std::move(kind),
          .plural = std::move(plural),
          .namespaced = true,
          .verbs = all_verbs,
          .singular = std::move(singular),
          .short_names = {}};
}

text::json core_discovery(const std::vector<kube::api::resource>& resources) {
  return discovery_document(resources, [](const kube::api::resource& x) { return x.group.empty(); });
}

text::json group_discovery(const std::vector<kube::api::resource>& resources,
                           const std::vector<std::pair<std::string, std::string>>& away) {
  const auto document = discovery_document(resources, [](const kube::api::resource& x) { return !x.group.empty(); });
  auto items = document.find("items")->as_array();
  for (const auto& [group, name] : away) {
    auto version =
      // Aggregated discovery shows a group in this way while the server behind its APIService is away.
      text::json::object({{"version", name}, {"freshness", "Stale"}, {"resources", text::json::array({})}});
    items.push_back(text::json::object(
      {{"metadata", text::json::object({{"name", group}})}, {"versions", text::json::array({std::move(version)})}}));
  }
  return document.with("items", text::json::array(std::move(items)));
}

} // namespace simulation
