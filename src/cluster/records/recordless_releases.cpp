#include "cluster/records/recordless_releases.hpp"

#include "kube/api/request.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace cluster::records {

namespace {

constexpr std::string_view record_prefix = "sh.helm.release.v1.";

/// The objects of a page. A release nearly always has an object of these kinds.
constexpr std::size_t page_size = 500;

std::array<kube::api::resource, 3> kinds() {
  return {kube::api::resource{"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {}},
          kube::api::resource{"", "v1", "Service", "services", true, {}, "service", {}},
          kube::api::resource{"apps", "v1", "Deployment", "deployments", true, {}, "deployment", {}}};
}

/// The items; null: the answer is no list of the API server.
const text::json* items_of(const text::json& answer) {
  const auto* metadata = answer.find("metadata");
  const auto* items = answer.find("items");
  const bool is_list = answer.string_at("kind").value_or("").ends_with("List") && metadata != nullptr
                       && !metadata->string_at("resourceVersion").value_or("").empty();
  return is_list && items != nullptr && items->is_array() ? items : nullptr;
}

} // namespace

std::vector<kube::api::http_request> records_requests(const std::string& namespace_name) {
  kube::api::list_options secrets;
  secrets.namespace_ = namespace_name;
  secrets.selectors.fields = "type=helm.sh/release.v1";
  secrets.limit = page_size;
  secrets.content = kube::api::object_content::metadata;
  auto config_maps = secrets;
  config_maps.selectors = {.labels = "owner=helm", .fields = {}};
  return {
    kube::api::list_request(kube::api::resource{"", "v1", "Secret", "secrets", true, {}, "secret", {}}, secrets),
    kube::api::list_request(kinds().front(), config_maps),
  };
}

std::vector<kube::api::http_request> objects_of_helm_requests(const std::string& namespace_name) {
  std::vector<kube::api::http_request> all;
  for (const auto& place : {std::string(), namespace_name})
    for (const auto& kind : kinds()) {
      kube::api::list_options options;
      options.namespace_ = place;
      options.selectors.labels = "app.kubernetes.io/managed-by=Helm";
      options.limit = page_size;
      options.content = kube::api::object_content::metadata;
      all.push_back(kube::api::list_request(kind, options));
    }
  return all;
}

std::optional<bool> has_record(const text::json& answer, const std::set<std::string>& releases) {
  const auto* items = items_of(answer);
  if (items == nullptr) return std::nullopt;
  for (const auto& item : items->as_array()) {
    const auto* metadata = item.find("metadata");
    const auto name = metadata == nullptr ? std::string() : metadata->string_at("name").value_or("");
    const auto end = name.rfind(".v");
    if (name.starts_with(record_prefix) && end != name.npos && end >= record_prefix.size()
        && releases.contains(name.substr(record_prefix.size(), end - record_prefix.size())))
      return true;
  }
  const bool is_whole = answer.find("metadata")->string_at("continue").value_or("").empty();
  return is_whole ? std::optional(false) : std::nullopt;
}

std::set<std::string> releases_named_in(const text::json& answer, const std::string& namespace_name,
                                        const std::set<std::string>& releases) {
  std::set<std::string> named;
  const auto* items = items_of(answer);
  if (items == nullptr) return named;
  for (const auto& item : items->as_array()) {
    const auto* metadata = item.find("metadata");
    const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
    if (annotations == nullptr || annotations->find("helm.sh/resource-policy") != nullptr) continue;
    const auto release = annotations->string_at("meta.helm.sh/release-name").value_or("");
    if (annotations->string_at("meta.helm.sh/release-namespace") == namespace_name && releases.contains(release))
      named.insert(release);
  }
  return named;
}

} // namespace cluster::records
