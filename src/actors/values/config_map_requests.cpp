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

/// Annotation with the same for each section that hooks have made: a JSON object of checksums of their texts.
constexpr const char* sections_of_hooks = "addon-operator/sections-of-hooks";

std::string checksum_of(const core::json& data) {
  return core::md5_hex(data.dump());
}

std::optional<std::string> annotation_of(const core::json& object, const char* name) {
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  return annotations == nullptr ? std::nullopt : annotations->string_at(name);
}

core::json data_of(const core::json& object) {
  const auto* data = object.find("data");
  return data != nullptr && data->is_object() ? *data : core::json::object();
}

core::config_map_state state_of(const core::json& object) {
  const auto checksum = annotation_of(object, data_of_hooks);
  const bool is_of_hooks = checksum && *checksum == checksum_of(data_of(object));
  return is_of_hooks ? core::config_map_state::made_by_hooks : core::config_map_state::written;
}

/// The marks of sections that fit: nobody else has edited those.
core::json marks_of(const core::json& object) {
  const auto marks = core::parse_json(annotation_of(object, sections_of_hooks).value_or("{}"));
  if (!marks || !marks->is_object()) return core::json::object();
  core::json::object_type fitting;
  const auto data = data_of(object);
  for (const auto& [key, mark] : marks->as_object()) {
    const auto* text = data.find(key);
    if (text != nullptr && mark == core::json(checksum_of(*text))) fitting.emplace_back(key, mark);
  }
  return core::json::object(std::move(fitting));
}

/// The annotations after a hook has set this key; null takes one away. A mark that does not fit any more must go, because the
/// next patch of a hook may bring back the text that it was made for.
/// @param data after the write
core::json annotations_after_write(const core::json& known, const std::string& key, const core::json& data) {
  auto marks = marks_of(known);
  const bool is_of_hooks = marks.find(key) != nullptr || data_of(known).find(key) == nullptr;
  marks = is_of_hooks ? marks.with(key, core::json(checksum_of(*data.find(key)))) : marks.without(key);
  auto after = core::json::object();
  if (marks.as_object().size() > 0)
    after = after.with(sections_of_hooks, core::json(marks.dump()));
  else if (annotation_of(known, sections_of_hooks))
    after = after.with(sections_of_hooks, core::json());
  if (state_of(known) == core::config_map_state::made_by_hooks)
    after = after.with(data_of_hooks, core::json(checksum_of(data)));
  else if (annotation_of(known, data_of_hooks))
    after = after.with(data_of_hooks, core::json());
  return after;
}

} // namespace

core::configuration configuration_of(const core::json& object, const core::configuration& previous,
                                     const std::set<std::string>& known) {
  auto read = core::read_configuration(texts_of(object, "data"), previous, known);
  read.version = kube::resource_version_of(object);
  read.state = state_of(object);
  const auto marks = marks_of(object);
  for (const auto& [key, mark] : marks.as_object()) read.of_hooks.insert(key);
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
    const auto annotations =
      annotations_after_write(core::json::object(), key, data).with(data_of_hooks, core::json(checksum_of(data)));
    const auto metadata =
      core::json::object({{"name", place.name}, {"namespace", place.namespace_name}, {"annotations", annotations}});
    const auto object =
      core::json::object({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}});
    return kube::create_request(config_maps(), {place.namespace_name, {}, {}}, object.dump());
  }
  // The resourceVersion makes sure that nobody has written since it was read.
  auto metadata = core::json::object({{"resourceVersion", kube::resource_version_of(*known)}});
  const auto annotations = annotations_after_write(*known, key, data_of(*known).with(key, core::json(text)));
  if (annotations.as_object().size() > 0) metadata = metadata.with("annotations", annotations);
  kube::patch_options options;
  options.body = core::json::object({{"metadata", metadata}, {"data", data}}).dump();
  return kube::patch_request(config_maps(), {place.namespace_name, place.name, {}}, std::move(options));
}

} // namespace actors
