#include "contract/rules/rule_cluster.hpp"

#include "kube/access/kubeconfig.hpp"
#include "kube/transport/curl_transport.hpp"
#include "simulation/fake_resources.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

namespace test {

namespace {

base::result<std::string> read_file(const std::string& path) {
  return sys::files::read_file(path);
}

/// Empty if no cluster is given.
std::shared_ptr<kube::api::transport> real_transport() {
  const auto paths = sys::files::environment_variable("KUBECONFIG").value_or("");
  const bool wanted = sys::files::environment_variable("ADDON_OPERATOR_TEST_REAL") == "1";
  if (paths.empty() || !wanted) return nullptr;
  auto cluster = kube::access::load_kubeconfig(
    {.paths = kube::access::split_path_list(paths), .context = {}, .now = std::chrono::system_clock::now()}, read_file);
  if (!cluster) throw std::runtime_error(cluster.error().message);
  return std::make_shared<kube::transport::curl_transport>(
    kube::transport::curl_transport_options{.cluster = std::move(*cluster), .read_file = read_file});
}

kube::api::resource definitions() {
  return {.group = "apiextensions.k8s.io",
          .version = "v1",
          .kind = "CustomResourceDefinition",
          .plural = "customresourcedefinitions",
          .namespaced = false};
}

/// A CustomResourceDefinition for any members, with the subresource `status`.
constexpr auto definition_text = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: PLURAL.GROUP}
spec:
  group: GROUP
  scope: Namespaced
  names: {kind: KIND, plural: PLURAL, singular: SINGULAR, shortNames: [SHORT]}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)";

std::string replaced(std::string text, const std::string& mark, const std::string& by) {
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
    text.replace(at, mark.size(), by);
  return text;
}

text::json definition_of(const kube::api::resource& x) {
  auto text = replaced(definition_text, "PLURAL", x.plural);
  text = replaced(replaced(text, "GROUP", x.group), "KIND", x.kind);
  text = replaced(replaced(text, "SINGULAR", x.singular), "SHORT", x.short_names.front());
  return text::parse_yaml(text).value();
}

bool is_established(const text::json& definition) {
  const auto* status = definition.find("status");
  const auto* conditions = status ? status->find("conditions") : nullptr;
  if (conditions == nullptr || !conditions->is_array()) return false;
  const auto& all = conditions->as_array();
  return std::any_of(all.begin(), all.end(), [](const text::json& x) {
    return x.string_at("type") == "Established" && x.string_at("status") == "True";
  });
}

/// True if `x` has all members of `wanted`, at every depth.
bool has(const text::json& x, const text::json& wanted) {
  if (!wanted.is_object()) return x == wanted;
  const auto& members = wanted.as_object();
  return x.is_object() && std::all_of(members.begin(), members.end(), [&](const text::json::member& member) {
           const auto* found = x.find(member.first);
           return found != nullptr && has(*found, member.second);
         });
}

} // namespace

std::vector<rule_api> rule_apis() {
  static const auto real = real_transport();
  const auto fake = std::make_shared<threaded_api>();
  std::vector<rule_api> all{{"the fake API server", fake, fake}};
  if (real) all.push_back({"a real API server", real, nullptr});
  return all;
}

rule_cluster::rule_cluster(const rule_api& api)
  : api_(api), client_(*api.transport), namespace_(client_.new_namespace("rule")) {}

rule_cluster::~rule_cluster() {
  for (const auto& x : defined_)
    static_cast<void>(client_.try_call(kube::api::remove_request(definitions(), {"", x.plural + "." + x.group}, {})));
}

std::string rule_cluster::filled(std::string text) const {
  text = replaced(std::move(text), "$here", "{nameSelector: {matchNames: [$ns]}}");
  return replaced(std::move(text), "$ns", namespace_);
}

text::json rule_cluster::read(const std::string& yaml) const {
  auto parsed = text::parse_yaml(filled(yaml));
  REQUIRE_MESSAGE(parsed, yaml);
  return parsed->is_null() ? text::json::array() : *parsed;
}

kube::api::resource rule_cluster::resource_of(const text::json& x) const {
  const auto kind = x.string_at("kind").value_or("ConfigMap");
  auto known = defined_;
  for (auto& found : {config_maps(), secrets(), namespaces(), services(), deployments()}) known.push_back(found);
  for (const auto& found : known)
    if (found.kind == kind) return found;
  throw std::runtime_error("rules do not know kind " + kind);
}

kube::api::object_location rule_cluster::place_of(const text::json& x, const char* name) const {
  const bool namespaced = resource_of(x).namespaced;
  return {namespaced ? x.string_at("in").value_or(namespace_) : "", x.string_at(name).value()};
}

void rule_cluster::put(const text::json& x) {
  const auto what = resource_of(x);
  const auto where = place_of(x, "put");
  auto metadata = text::json::object({{"name", where.name}});
  if (what.namespaced) metadata = metadata.with("namespace", where.namespace_);
  if (const auto* labels = x.find("labels")) metadata = metadata.with("labels", *labels);
  auto object =
    text::json::object({{"apiVersion", what.api_version()}, {"kind", what.kind}, {"metadata", std::move(metadata)}});
  if (const auto* data = x.find("data")) object = object.with("data", *data);
  if (const auto* more = x.find("as"))
    for (const auto& [key, value] : more->as_object()) object = object.with(key, value);
  const auto created = client_.try_call(kube::api::create_request(what, {where.namespace_, {}}, object.dump()));
  if (!created) static_cast<void>(client_.call(kube::api::update_request(what, where, object.dump())));
}

void rule_cluster::remove(const text::json& x) {
  static_cast<void>(client_.call(kube::api::remove_request(resource_of(x), place_of(x, "delete"), {})));
}

void rule_cluster::collect(const text::json& x) {
  if (api_.fake) return; // objects go at once there
  const auto what = resource_of(x);
  const auto where = place_of(x, "collect");
  static_cast<void>(client_.await(what, where, [](const text::json& object) {
    return object.find("metadata")->find("deletionTimestamp") != nullptr;
  }));
  const auto patch = text::json::object({{"metadata", text::json::object({{"finalizers", text::json()}})}});
  static_cast<void>(client_.call(kube::api::patch_request(what, where, {.body = patch.dump()})));
}

void rule_cluster::define(const std::string& kind) {
  auto what = simulation::custom_resource(namespace_ + ".example.com", "v1", kind, {});
  what.plural = what.singular + "s";
  what.short_names = {what.singular.substr(0, 2)};
  defined_.push_back(what);
  const auto definition = definition_of(what);
  if (api_.fake) api_.fake->change([&](simulation::fake_api_server& api) { api.add_resource(what); });
  static_cast<void>(client_.call(kube::api::create_request(definitions(), {}, definition.dump())));
  if (!api_.fake) static_cast<void>(client_.await(definitions(), {"", what.plural + "." + what.group}, is_established));
}

void rule_cluster::await(const text::json& x) {
  const auto* wanted = x.find("has");
  static_cast<void>(client_.await(resource_of(x), place_of(x, "object"), [wanted](const text::json& object) {
    return wanted == nullptr || has(object, *wanted);
  }));
}

void rule_cluster::await_absence(const text::json& x) {
  client_.await_absence(resource_of(x), place_of(x, "absent"));
}

} // namespace test
