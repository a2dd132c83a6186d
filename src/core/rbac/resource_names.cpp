#include "core/rbac/resource_names.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace core::rbac {

namespace {

struct built_in_kind {
  std::string_view group;
  std::string_view kind; ///< in lower case
  std::string_view plural;
  std::string_view short_name;
};

/// The resources that a Kubernetes API server serves by itself (reference of the Kubernetes API, v1.37).
constexpr auto built_in = std::to_array<built_in_kind>({
  {"", "configmap", "configmaps", "cm"},
  {"", "endpoints", "endpoints", "ep"},
  {"", "event", "events", "ev"},
  {"", "limitrange", "limitranges", "limits"},
  {"", "namespace", "namespaces", "ns"},
  {"", "node", "nodes", "no"},
  {"", "persistentvolumeclaim", "persistentvolumeclaims", "pvc"},
  {"", "persistentvolume", "persistentvolumes", "pv"},
  {"", "pod", "pods", "po"},
  {"", "podtemplate", "podtemplates", ""},
  {"", "replicationcontroller", "replicationcontrollers", "rc"},
  {"", "resourcequota", "resourcequotas", "quota"},
  {"", "secret", "secrets", ""},
  {"", "serviceaccount", "serviceaccounts", "sa"},
  {"", "service", "services", "svc"},
  {"admissionregistration.k8s.io", "mutatingwebhookconfiguration", "mutatingwebhookconfigurations", ""},
  {"admissionregistration.k8s.io", "validatingadmissionpolicy", "validatingadmissionpolicies", ""},
  {"admissionregistration.k8s.io", "validatingadmissionpolicybinding", "validatingadmissionpolicybindings", ""},
  {"admissionregistration.k8s.io", "validatingwebhookconfiguration", "validatingwebhookconfigurations", ""},
  {"apiextensions.k8s.io", "customresourcedefinition", "customresourcedefinitions", "crd"},
  {"apiregistration.k8s.io", "apiservice", "apiservices", ""},
  {"apps", "controllerrevision", "controllerrevisions", ""},
  {"apps", "daemonset", "daemonsets", "ds"},
  {"apps", "deployment", "deployments", "deploy"},
  {"apps", "replicaset", "replicasets", "rs"},
  {"apps", "statefulset", "statefulsets", "sts"},
  {"autoscaling", "horizontalpodautoscaler", "horizontalpodautoscalers", "hpa"},
  {"batch", "cronjob", "cronjobs", "cj"},
  {"batch", "job", "jobs", ""},
  {"certificates.k8s.io", "certificatesigningrequest", "certificatesigningrequests", "csr"},
  {"coordination.k8s.io", "lease", "leases", ""},
  {"discovery.k8s.io", "endpointslice", "endpointslices", ""},
  {"events.k8s.io", "event", "events", "ev"},
  {"flowcontrol.apiserver.k8s.io", "flowschema", "flowschemas", ""},
  {"flowcontrol.apiserver.k8s.io", "prioritylevelconfiguration", "prioritylevelconfigurations", ""},
  {"networking.k8s.io", "ingressclass", "ingressclasses", ""},
  {"networking.k8s.io", "ingress", "ingresses", "ing"},
  {"networking.k8s.io", "networkpolicy", "networkpolicies", "netpol"},
  {"node.k8s.io", "runtimeclass", "runtimeclasses", ""},
  {"policy", "poddisruptionbudget", "poddisruptionbudgets", "pdb"},
  {"rbac.authorization.k8s.io", "clusterrolebinding", "clusterrolebindings", ""},
  {"rbac.authorization.k8s.io", "clusterrole", "clusterroles", ""},
  {"rbac.authorization.k8s.io", "rolebinding", "rolebindings", ""},
  {"rbac.authorization.k8s.io", "role", "roles", ""},
  {"scheduling.k8s.io", "priorityclass", "priorityclasses", "pc"},
  {"storage.k8s.io", "csidriver", "csidrivers", ""},
  {"storage.k8s.io", "csinode", "csinodes", ""},
  {"storage.k8s.io", "storageclass", "storageclasses", "sc"},
  {"storage.k8s.io", "volumeattachment", "volumeattachments", ""},
});

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

std::string plural_of(const std::string& singular) {
  const auto ends_with = [&](std::string_view end) { return singular.ends_with(end); };
  if (ends_with("s") || ends_with("x") || ends_with("ch") || ends_with("sh")) return singular + "es";
  const bool has_vowel_before = ends_with("ay") || ends_with("ey") || ends_with("oy") || ends_with("uy");
  if (ends_with("y") && !has_vowel_before) return singular.substr(0, singular.size() - 1) + "ies";
  return singular + "s";
}

} // namespace

void resource_names::add_definition(const text::json& object) {
  const auto* spec = object.find("spec");
  const auto* names = spec == nullptr ? nullptr : spec->find("names");
  const auto group = spec == nullptr ? std::nullopt : spec->string_at("group");
  if (names == nullptr || !group) return;
  const auto kind = names->string_at("kind");
  const auto plural = names->string_at("plural");
  if (!kind || !plural) return;
  defined_kind made{*group, *plural, {lower_case(*kind), lower_case(*plural)}};
  if (const auto singular = names->string_at("singular")) made.names.push_back(lower_case(*singular));
  if (const auto* shorts = names->find("shortNames"); shorts != nullptr && shorts->is_array())
    for (const auto& x : shorts->as_array())
      if (x.is_string()) made.names.push_back(lower_case(x.as_string()));
  defined_.push_back(std::move(made));
}

named_resource resource_names::find(std::string_view api_version, std::string_view kind) const {
  const auto slash = api_version.find('/');
  const bool is_group_known = !api_version.empty();
  const std::string group(slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash));
  const auto name = lower_case(kind);
  for (const auto& x : built_in)
    if ((!is_group_known || x.group == group) && (x.kind == name || x.plural == name || x.short_name == name))
      return {std::string(x.group), std::string(x.plural)};
  // As for kubectl, the groups of the API server itself come before the groups of definitions.
  for (const auto& x : defined_)
    if ((!is_group_known || x.group == group) && base::contains(x.names, name)) return {x.group, x.plural};
  return {group, plural_of(name), true};
}

} // namespace core::rbac
