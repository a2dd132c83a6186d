#include "actors/values/config_map_requests.hpp"

#include "core/text/base64.hpp"
#include "kube/request.hpp"
#include "kube/resource_version.hpp"

#include <map>
#include <utility>

namespace actors {

namespace {

kube::resource config_maps() {
  return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {"cm"}};
}

/// The texts of `data` or `binaryData`.
std::map<std::string, std::string> texts_of(const core::json& object, const char* member) {
  std::map<std::string, std::string> texts;
  const auto* found = object.find(member);
  if (found == nullptr || !found->is_object()) return texts;
  for (const auto& [key, value] : found->as_object())
    if (value.is_string()) texts.emplace(key, value.as_string());
  return texts;
}

} // namespace

core::configuration configuration_of(const core::json& object, const core::configuration& previous) {
  auto read = core::read_configuration(texts_of(object, "data"), previous);
  read.version = kube::resource_version_of(object);
  for (const auto& [key, content] : texts_of(object, "binaryData"))
    read.ignored.push_back({key, "binaryData is not read: values are texts, in data"});
  return read;
}

std::size_t bytes_with(const core::json* object, const std::string& key, const std::string& text) {
  auto bytes = text.size();
  if (object == nullptr) return bytes;
  for (const auto& [other, content] : texts_of(*object, "data"))
    if (other != key) bytes += content.size();
  for (const auto& [other, content] : texts_of(*object, "binaryData"))
    bytes += core::decode_base64(content).value_or("").size();
  return bytes;
}

kube::http_request read_request(const config_map_place& place) {
  return kube::get_request(config_maps(), {place.namespace_name, place.name, {}});
}

kube::http_request write_request(const config_map_place& place, const core::json* known, const std::string& key,
                                 const std::string& text) {
  const auto data = core::json::object({{key, text}});
  if (known == nullptr) {
    const auto metadata = core::json::object({{"name", place.name}, {"namespace", place.namespace_name}});
    const auto object =
      core::json::object({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}});
    return kube::create_request(config_maps(), {place.namespace_name, {}, {}}, object.dump());
  }
  // The resourceVersion makes sure that nobody has written since it was read.
  const auto metadata = core::json::object({{"resourceVersion", kube::resource_version_of(*known)}});
  kube::patch_options options;
  options.body = core::json::object({{"metadata", metadata}, {"data", data}}).dump();
  return kube::patch_request(config_maps(), {place.namespace_name, place.name, {}}, std::move(options));
}

} // namespace actors
