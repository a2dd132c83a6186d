#include "simulation/openapi_document.hpp"

#include "kube/api/api_path.hpp"

#include <string>
#include <utility>

namespace simulation {

namespace {

using text::json;

constexpr std::string_view root = "/openapi/v3";

std::string place_of(const kube::api::resource& x) {
  return (x.group.empty() ? "api/" : "apis/") + x.api_version();
}

json index_of(const std::vector<kube::api::resource>& resources) {
  json::object_type paths;
  for (const auto& x : resources)
    paths.emplace_back(place_of(x), json::object({{"serverRelativeURL", std::string(root) + "/" + place_of(x)}}));
  return json::object({{"paths", json::object(std::move(paths))}});
}

json patch_operation(const kube::api::resource& x) {
  const auto parameter = json::object({{"name", "fieldValidation"},
                                       {"in", "query"},
                                       {"schema", json::object({{"type", "string"}, {"uniqueItems", true}})}});
  const auto type = json::object({{"group", x.group}, {"version", x.version}, {"kind", x.kind}});
  return json::object({{"parameters", json::array({parameter})},
                       {"responses", json::object()},
                       {"x-kubernetes-action", "patch"},
                       {"x-kubernetes-group-version-kind", type}});
}

json document_of(std::string_view place, const std::vector<kube::api::resource>& resources) {
  json::object_type paths;
  for (const auto& x : resources) {
    if (place_of(x) != place) continue;
    const auto path = kube::api::api_path(x, {.namespace_ = "", .name = "", .subresource = ""}) + "/{name}";
    paths.emplace_back(path, json::object({{"patch", patch_operation(x)}}));
  }
  return json::object({{"openapi", "3.0.0"},
                       {"info", json::object({{"title", "Kubernetes"}, {"version", "virtual"}})},
                       {"paths", json::object(std::move(paths))},
                       {"components", json::object({{"schemas", json::object()}})}});
}

} // namespace

std::optional<json> openapi_document(std::string_view path, const std::vector<kube::api::resource>& resources) {
  if (path == root) return index_of(resources);
  if (!path.starts_with(root) || path.size() <= root.size() + 1) return std::nullopt;
  return document_of(path.substr(root.size() + 1), resources);
}

} // namespace simulation
