#include "simulation/virtual_cluster.hpp"

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "text/plain/base64.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace simulation {

namespace {

using text::json;

struct usual_kind {
  const char* group;
  const char* version;
  const char* kind;
  const char* plural;
  bool namespaced;
};

/// Kinds that clusters serve besides `built_in_resources`.
constexpr usual_kind usual_kinds[] = {
  {"", "v1", "Endpoints", "endpoints", true},
  {"", "v1", "Event", "events", true},
  {"", "v1", "LimitRange", "limitranges", true},
  {"", "v1", "PersistentVolume", "persistentvolumes", false},
  {"", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", true},
  {"", "v1", "PodTemplate", "podtemplates", true},
  {"", "v1", "ReplicationController", "replicationcontrollers", true},
  {"", "v1", "ResourceQuota", "resourcequotas", true},
  {"apps", "v1", "ControllerRevision", "controllerrevisions", true},
  {"apps", "v1", "ReplicaSet", "replicasets", true},
  {"autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", true},
  {"batch", "v1", "CronJob", "cronjobs", true},
  {"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", true},
  {"networking.k8s.io", "v1", "IngressClass", "ingressclasses", false},
  {"networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies", true},
  {"policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true},
  {"rbac.authorization.k8s.io", "v1", "Role", "roles", true},
  {"rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", true},
  {"scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", false},
  {"storage.k8s.io", "v1", "CSIDriver", "csidrivers", false},
  {"storage.k8s.io", "v1", "StorageClass", "storageclasses", false},
  {"admissionregistration.k8s.io", "v1", "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false},
  {"admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false},
};

json member(const json& object, std::string_view key) {
  const auto* found = object.find(key);
  return found == nullptr ? json::object() : *found;
}

/// Sets a field below a member if the field is absent.
json with_default(const json& object, std::string_view part, std::string_view key, json value) {
  const auto below = member(object, part);
  return below.find(key) != nullptr ? object : object.with(part, below.with(key, std::move(value)));
}

/// `stringData` becomes `data`, as the API server does it.
json with_decoded_strings(const json& secret) {
  const auto* texts = secret.find("stringData");
  if (texts == nullptr || !texts->is_object()) return secret;
  auto data = member(secret, "data");
  for (const auto& [key, value] : texts->as_object())
    if (value.is_string()) data = data.with(key, text::encode_base64(value.as_string()));
  return secret.without("stringData").with("data", data);
}

/// Sets the defaults of an API server that hooks and charts look at. The list is in
/// docs/decisions/scope-of-the-simulation.md.
json admitted(const kube::api::resource& what, json object) {
  if (what.group.empty() && what.kind == "Namespace") {
    object = with_default(object, "status", "phase", "Active");
    const auto metadata = member(object, "metadata");
    const auto labels = member(metadata, "labels").with("kubernetes.io/metadata.name", metadata_text(object, "name"));
    return object.with("metadata", metadata.with("labels", labels));
  }
  if (what.group.empty() && what.kind == "Secret") {
    object = with_decoded_strings(object);
    return object.find("type") != nullptr ? object : object.with("type", "Opaque");
  }
  if (what.group == "apps" && (what.kind == "Deployment" || what.kind == "StatefulSet"))
    return with_default(object, "spec", "replicas", 1);
  return object;
}

kube::api::resource resource_of_definition(const json& definition, const json& version) {
  const auto spec = member(definition, "spec");
  const auto names = member(spec, "names");
  auto made = custom_resource(spec.string_at("group").value_or(""), version.string_at("name").value_or(""),
                              names.string_at("kind").value_or(""), names.string_at("plural").value_or(""));
  made.namespaced = spec.string_at("scope").value_or("Namespaced") != "Cluster";
  if (const auto singular = names.string_at("singular")) made.singular = *singular;
  const auto short_names = member(names, "shortNames");
  if (short_names.is_array())
    for (const auto& x : short_names.as_array())
      if (x.is_string()) made.short_names.push_back(x.as_string());
  return made;
}

/// The kinds that a CustomResourceDefinition defines, a resource for each version that is served.
std::vector<kube::api::resource> resources_of_definition(const json& definition) {
  std::vector<kube::api::resource> all;
  const auto versions = member(member(definition, "spec"), "versions");
  if (!versions.is_array()) return all;
  for (const auto& version : versions.as_array()) {
    const auto* served = version.find("served");
    if (served == nullptr || !served->is_bool() || served->as_bool())
      all.push_back(resource_of_definition(definition, version));
  }
  return all;
}

std::string where_text(const json& object) {
  object_name name{object.string_at("kind").value_or(""), metadata_text(object, "namespace"),
                   metadata_text(object, "name")};
  return name.text();
}

} // namespace

std::string object_name::text() const {
  return kind + " " + (namespace_.empty() ? "" : namespace_ + "/") + name;
}

base::result<object_name> parse_object_name(std::string_view text) {
  const auto space = text.find(' ');
  const auto rest = space == text.npos ? std::string_view() : text.substr(space + 1);
  const auto slash = rest.find('/');
  object_name x;
  x.kind = text.substr(0, space);
  if (slash != rest.npos) x.namespace_ = rest.substr(0, slash);
  x.name = slash == rest.npos ? rest : rest.substr(slash + 1);
  const bool is_clean = x.name.find_first_of(" /") == x.name.npos && (slash == rest.npos || slash > 0);
  if (x.kind.empty() || x.name.empty() || !is_clean)
    return base::fail(base::error_code::invalid_input,
                      "expected 'KIND NAME' or 'KIND NAMESPACE/NAME', got '" + std::string(text) + "'");
  return x;
}

virtual_cluster::virtual_cluster(std::string default_namespace) : default_namespace_(std::move(default_namespace)) {
  for (const auto& x : usual_kinds) {
    auto made = custom_resource(x.group, x.version, x.kind, x.plural);
    made.namespaced = x.namespaced;
    api_.add_resource(std::move(made));
  }
  api_.admit_by(admitted);
  // These namespaces were made before `admit_by`, so they lack defaults.
  for (const auto* name : {"default", "kube-system"})
    static_cast<void>(
      apply(json::object({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::object({{"name", name}})}})));
}

std::size_t virtual_cluster::deliver() {
  follow_definitions();
  const auto events = api_.deliver();
  follow_definitions();
  return events;
}

// -- as an administrator -------------------------------------------------------

kube::api::http_response virtual_cluster::carry_out(const kube::api::http_request& request) {
  auto answer = api_.carry_out(request);
  answer.target = request.target;
  answer.method = request.method;
  answer.accept = request.accept;
  follow_definitions();
  return answer;
}

base::result<kube::api::resource> virtual_cluster::resource_of(const std::string& api_version,
                                                               const std::string& kind) const {
  kube::api::resource_table table;
  for (const auto& x : api_.resources()) table.add(x);
  auto found = table.find(api_version, kind);
  if (auto* what = std::get_if<kube::api::resource>(&found)) return std::move(*what);
  const auto* version = api_version.empty() ? "" : " of ";
  return base::fail(base::error_code::not_found, "the virtual cluster serves no kind '" + kind + "'" + version
                                                   + api_version + ": apply its CustomResourceDefinition first");
}

base::result<void> virtual_cluster::make_namespace(const std::string& name) {
  const object_name space{"Namespace", {}, name};
  const auto found = find(space);
  if (!found) return tl::unexpected(found.error());
  if (*found) return {};
  return apply(
    json::object({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::object({{"name", name}})}}));
}

base::result<void> virtual_cluster::apply(json object) {
  const auto kind = object.string_at("kind").value_or("");
  const auto what = resource_of(object.string_at("apiVersion").value_or(""), kind);
  if (!what) return base::fail(where_text(object), what.error());
  kube::api::object_location where{metadata_text(object, "namespace"), metadata_text(object, "name"), {}};
  if (what->namespaced && where.namespace_.empty()) where.namespace_ = default_namespace_;
  if (what->namespaced)
    if (auto made = make_namespace(where.namespace_); !made) return made;
  if (kind == "Secret") object = with_decoded_strings(object);
  const auto known = carry_out(kube::api::get_request(*what, where));
  const auto answer = known.status == 404 ? carry_out(kube::api::create_request(*what, where, object.dump()))
                                          : carry_out(kube::api::patch_request(*what, where, {.body = object.dump()}));
  if (answer.status >= 300) return base::fail(where_text(object), kube::api::error_of(answer));
  return {};
}

base::result<void> virtual_cluster::take_over(const json& object) {
  const auto what = resource_of(object.string_at("apiVersion").value_or(""), object.string_at("kind").value_or(""));
  if (!what) return base::fail(where_text(object), what.error());
  if (metadata_text(object, "name").empty())
    return base::fail(base::error_code::invalid_input, where_text(object) + ": the object has no metadata.name");
  auto space = metadata_text(object, "namespace");
  if (what->namespaced && space.empty()) space = default_namespace_;
  if (what->namespaced)
    if (auto made = make_namespace(space); !made) return made;
  api_.take_over(*what, what->namespaced
                          ? object.with("metadata", member(object, "metadata").with("namespace", std::move(space)))
                          : object);
  follow_definitions();
  return {};
}

std::vector<json> virtual_cluster::all_objects() const {
  std::vector<json> all;
  std::set<std::pair<std::string, std::string>> kinds; ///< several versions of a kind have the same objects
  for (const auto& x : api_.resources()) {
    if (!kinds.emplace(x.group, x.plural).second) continue;
    for (auto& object : api_.objects_of(x, "")) all.push_back(std::move(object));
  }
  return all;
}

base::result<void> virtual_cluster::remove(const object_name& x) {
  const auto what = resource_of(x.api_version, x.kind);
  if (!what) return base::fail(x.text(), what.error());
  const auto space = what->namespaced && x.namespace_.empty() ? default_namespace_ : x.namespace_;
  const auto answer = carry_out(kube::api::remove_request(*what, {space, x.name, {}}));
  if (answer.status >= 300) return base::fail(x.text(), kube::api::error_of(answer));
  return {};
}

base::result<std::optional<json>> virtual_cluster::find(const object_name& x) const {
  const auto what = resource_of(x.api_version, x.kind);
  if (!what) return base::fail(x.text(), what.error());
  const auto space = what->namespaced && x.namespace_.empty() ? default_namespace_ : x.namespace_;
  for (auto& object : api_.objects_of(*what, what->namespaced ? space : ""))
    if (metadata_text(object, "name") == x.name) return std::optional(std::move(object));
  return std::optional<json>();
}

std::optional<listed_release> virtual_cluster::release(const std::string& name) const {
  std::optional<listed_release> latest;
  for (const auto& secret : api_.objects("Secret", default_namespace_)) {
    if (secret.string_at("type") != "helm.sh/release.v1") continue;
    const auto labels = member(member(secret, "metadata"), "labels");
    if (labels.string_at("name") != name) continue;
    // The leading zero turns a missing label into 0.
    const auto revision = static_cast<std::uint32_t>(std::stoul("0" + labels.string_at("version").value_or("")));
    if (!latest || revision > latest->revision) latest = {revision, labels.string_at("status").value_or("")};
  }
  return latest;
}

// -- kinds that objects define -------------------------------------------------

void virtual_cluster::follow_definitions() {
  auto now = api_.objects("CustomResourceDefinition");
  if (now == definitions_before_) return;
  const auto before = std::exchange(definitions_before_, std::move(now));
  const auto all_of = [](const std::vector<json>& definitions) {
    std::vector<kube::api::resource> all;
    for (const auto& x : definitions)
      for (auto& resource : resources_of_definition(x)) all.push_back(std::move(resource));
    return all;
  };
  const auto old_kinds = all_of(before);
  const auto new_kinds = all_of(definitions_before_);
  const auto is_in = [](const std::vector<kube::api::resource>& all, const kube::api::resource& x) {
    return std::find(all.begin(), all.end(), x) != all.end();
  };
  for (const auto& x : old_kinds)
    if (!is_in(new_kinds, x)) api_.remove_resource(x.group, x.plural);
  // The kind of a copied definition may be served already.
  const auto is_served = [this](const kube::api::resource& x) {
    return std::any_of(api_.resources().begin(), api_.resources().end(), [&](const kube::api::resource& known) {
      return known.group == x.group && known.version == x.version && known.plural == x.plural;
    });
  };
  for (const auto& x : new_kinds)
    if (!is_in(old_kinds, x) && !is_served(x)) api_.add_resource(x);
}

} // namespace simulation
