#include "actors/values/config_map_requests.hpp"

#include "core/text/base64.hpp"
#include "core/text/checksum.hpp"
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

/// Annotation of a ConfigMap that hooks have made: the checksum of its data after their last patch. An edit by anybody else
/// changes the data, so that the checksum does not fit any more.
constexpr const char* data_of_hooks = "addon-operator/data-of-hooks";

std::string checksum_of(const core::json& data) {
  return core::md5_hex(data.dump());
}

core::json data_of(const core::json& object) {
  const auto* data = object.find("data");
  return data != nullptr && data->is_object() ? *data : core::json::object();
}

core::config_map_state state_of(const core::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  const auto checksum = annotations == nullptr ? std::nullopt : annotations->string_at(data_of_hooks);
  const bool is_of_hooks = checksum && *checksum == checksum_of(data_of(object));
  return is_of_hooks ? core::config_map_state::made_by_hooks : core::config_map_state::written;
}

core::json annotations_for(const core::json& data) {
  return core::json::object({{data_of_hooks, checksum_of(data)}});
}

} // namespace

core::configuration configuration_of(const core::json& object, const core::configuration& previous,
                                     const std::set<std::string>& known) {
  auto read = core::read_configuration(texts_of(object, "data"), previous, known);
  read.version = kube::resource_version_of(object);
  read.state = state_of(object);
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
    const auto metadata = core::json::object(
      {{"name", place.name}, {"namespace", place.namespace_name}, {"annotations", annotations_for(data)}});
    const auto object =
      core::json::object({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}});
    return kube::create_request(config_maps(), {place.namespace_name, {}, {}}, object.dump());
  }
  // The resourceVersion makes sure that nobody has written since it was read.
  auto metadata = core::json::object({{"resourceVersion", kube::resource_version_of(*known)}});
  if (state_of(*known) == core::config_map_state::made_by_hooks)
    metadata = metadata.with("annotations", annotations_for(data_of(*known).with(key, core::json(text))));
  kube::patch_options options;
  options.body = core::json::object({{"metadata", metadata}, {"data", data}}).dump();
  return kube::patch_request(config_maps(), {place.namespace_name, place.name, {}}, std::move(options));
}

} // namespace actors
