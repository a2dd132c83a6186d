#include "cluster/records/hook_key_requests.hpp"

#include "kube/api/request.hpp"
#include "text/plain/base64.hpp"

#include <utility>

namespace cluster::records {

namespace {

kube::api::resource secrets() {
  return {"", "v1", "Secret", "secrets", true, {}, "secret", {}};
}

kube::api::resource config_maps() {
  return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {}};
}

constexpr const char* member = "keys";

/// Applies an object with this content of `member`.
kube::api::http_request write_request(const kube::api::resource& what, const config_map_place& place,
                                      const std::string& content) {
  kube::api::patch_options options;
  options.kind = kube::api::patch_kind::apply;
  options.force = true;
  options.body =
    text::json::object(
      {{"apiVersion", "v1"},
       {"kind", what.kind},
       {"metadata", text::json::object({{"name", name_of_hook_keys(place)}, {"namespace", place.namespace_name}})},
       {"data", text::json::object({{member, content}})}})
      .dump();
  return kube::api::patch_request(what, {place.namespace_name, name_of_hook_keys(place), {}}, std::move(options));
}

} // namespace

std::string name_of_hook_keys(const config_map_place& place) {
  return place.name + "-hook-keys";
}

kube::api::http_request read_hook_keys_request(const config_map_place& place) {
  return kube::api::get_request(secrets(), {place.namespace_name, name_of_hook_keys(place), {}});
}

std::string hook_keys_of(const text::json& secret) {
  const auto* data = secret.find("data");
  const auto text = data == nullptr ? std::nullopt : data->string_at(member);
  return text::decode_base64(text.value_or("")).value_or("");
}

kube::api::http_request write_hook_keys_request(const config_map_place& place, const std::string& record) {
  return write_request(secrets(), place, text::encode_base64(record));
}

kube::api::http_request read_hook_key_marks_request(const config_map_place& place) {
  return kube::api::get_request(config_maps(), {place.namespace_name, name_of_hook_keys(place), {}});
}

std::string hook_key_marks_of(const text::json& config_map) {
  const auto* data = config_map.find("data");
  return data == nullptr ? std::string() : data->string_at(member).value_or("");
}

kube::api::http_request write_hook_key_marks_request(const config_map_place& place, const std::string& marks) {
  return write_request(config_maps(), place, marks);
}

} // namespace cluster::records
