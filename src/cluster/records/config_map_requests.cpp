#include "cluster/records/config_map_requests.hpp"

#include "kube/api/request.hpp"
#include "kube/objects/resource_version.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/checksum.hpp"

#include <map>
#include <utility>

namespace cluster::records {

namespace {

kube::api::resource config_maps() {
  return {"", "v1", "ConfigMap", "configmaps", true, {}, "configmap", {"cm"}};
}

/// The texts of `data` or `binaryData`.
std::map<std::string, std::string> texts_of(const text::json& object, const char* member) {
  std::map<std::string, std::string> texts;
  const auto* found = object.find(member);
  if (found == nullptr || !found->is_object()) return texts;
  for (const auto& [key, value] : found->as_object())
    if (value.is_string()) texts.emplace(key, value.as_string());
  return texts;
}

/// Annotation of a ConfigMap that hooks have made: the checksum of its data after their last patch. An edit
/// by another client changes the data, so that the checksum does not fit any more.
constexpr const char* data_of_hooks = "addon-operator/data-of-hooks";

/// Annotation with a JSON object: section that hooks have made -> checksum of its text.
constexpr const char* sections_of_hooks = "addon-operator/sections-of-hooks";

/// Annotation with the keys that hooks have stored in any section, see `core::config::stored_keys`.
constexpr const char* keys_of_hooks = "addon-operator/keys-of-hooks";

std::string checksum_of(const text::json& data) {
  return text::md5_hex(data.dump());
}

std::optional<std::string> annotation_of(const text::json& object, const char* name) {
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  return annotations == nullptr ? std::nullopt : annotations->string_at(name);
}

text::json data_of(const text::json& object) {
  const auto* data = object.find("data");
  return data != nullptr && data->is_object() ? *data : text::json::object();
}

core::values::config_map_state state_of(const text::json& object) {
  const auto checksum = annotation_of(object, data_of_hooks);
  const bool is_of_hooks = checksum && *checksum == checksum_of(data_of(object));
  return is_of_hooks ? core::values::config_map_state::made_by_hooks : core::values::config_map_state::written;
}

/// The marks whose checksum fits: only hooks have edited these sections.
text::json marks_of(const text::json& object) {
  const auto marks = text::parse_json(annotation_of(object, sections_of_hooks).value_or("{}"));
  if (!marks || !marks->is_object()) return text::json::object();
  text::json::object_type fitting;
  const auto data = data_of(object);
  for (const auto& [key, mark] : marks->as_object()) {
    const auto* text = data.find(key);
    if (text != nullptr && mark == text::json(checksum_of(*text))) fitting.emplace_back(key, mark);
  }
  return text::json::object(std::move(fitting));
}

/// The annotations after a hook has set this key; null removes an annotation. A mark that does not fit is
/// removed: a later patch of a hook could bring back its text, and hide the edit of a user.
/// @param data after the write
/// @param keys the value of `keys_of_hooks` after the write; empty: no annotation
text::json annotations_after_write(const text::json& known, const std::string& key, const text::json& data,
                                   const std::string& keys) {
  auto marks = marks_of(known);
  const bool is_of_hooks = marks.find(key) != nullptr || data_of(known).find(key) == nullptr;
  marks = is_of_hooks ? marks.with(key, text::json(checksum_of(*data.find(key)))) : marks.without(key);
  auto after = text::json::object();
  if (marks.as_object().size() > 0)
    after = after.with(sections_of_hooks, text::json(marks.dump()));
  else if (annotation_of(known, sections_of_hooks))
    after = after.with(sections_of_hooks, text::json());
  if (state_of(known) == core::values::config_map_state::made_by_hooks)
    after = after.with(data_of_hooks, text::json(checksum_of(data)));
  else if (annotation_of(known, data_of_hooks))
    after = after.with(data_of_hooks, text::json());
  if (!keys.empty())
    after = after.with(keys_of_hooks, text::json(keys));
  else if (annotation_of(known, keys_of_hooks))
    after = after.with(keys_of_hooks, text::json());
  return after;
}

} // namespace

core::config::configuration configuration_of(const text::json& object, const core::config::configuration& previous,
                                             const std::set<std::string>& known) {
  std::set<std::string> binary;
  for (const auto& [key, content] : texts_of(object, "binaryData")) binary.insert(key);
  auto read = core::config::read_configuration(texts_of(object, "data"), previous, known, binary);
  read.version = kube::objects::resource_version_of(object);
  read.state = state_of(object);
  const auto marks = marks_of(object);
  for (const auto& [key, mark] : marks.as_object()) read.of_hooks.insert(key);
  return read;
}

std::size_t bytes_with(const text::json* object, const std::string& key, const std::string& text) {
  auto bytes = text.size();
  if (object == nullptr) return bytes;
  for (const auto& [other, content] : texts_of(*object, "data"))
    if (other != key) bytes += content.size();
  // The API server counts the decoded bytes of `binaryData`.
  for (const auto& [other, content] : texts_of(*object, "binaryData"))
    bytes += text::decode_base64(content).value_or("").size();
  return bytes;
}

kube::api::http_request read_request(const config_map_place& place) {
  return kube::api::get_request(config_maps(), {place.namespace_name, place.name, {}});
}

namespace {

/// Makes the ConfigMap. The ConfigMap gets a mark: a ConfigMap that the operator has made is no decision of a
/// user, and must not confirm held removals.
kube::api::http_request create_request_of(const config_map_place& place, const text::json& annotations,
                                          const text::json& data) {
  const auto marked = annotations.with(data_of_hooks, text::json(checksum_of(data)));
  const auto metadata =
    text::json::object({{"name", place.name}, {"namespace", place.namespace_name}, {"annotations", marked}});
  const auto object =
    text::json::object({{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", metadata}, {"data", data}});
  return kube::api::create_request(config_maps(), {place.namespace_name, {}, {}}, object.dump());
}

/// Changes keys of the ConfigMap; null removes a key. The write contains the resourceVersion, so it fails if
/// another client has written since the read.
kube::api::http_request change_request(const config_map_place& place, const text::json& known,
                                       const text::json& annotations, const text::json& data) {
  auto metadata = text::json::object({{"resourceVersion", kube::objects::resource_version_of(known)}});
  if (annotations.as_object().size() > 0) metadata = metadata.with("annotations", annotations);
  kube::api::patch_options options;
  options.body = text::json::object({{"metadata", metadata}, {"data", data}}).dump();
  return kube::api::patch_request(config_maps(), {place.namespace_name, place.name, {}}, std::move(options));
}

} // namespace

kube::api::http_request write_request(const config_map_place& place, const text::json* known, const std::string& key,
                                      const std::string& text, const std::string& keys) {
  const auto data = text::json::object({{key, text}});
  if (known == nullptr)
    return create_request_of(place, annotations_after_write(text::json::object(), key, data, keys), data);
  return change_request(place, *known,
                        annotations_after_write(*known, key, data_of(*known).with(key, text::json(text)), keys), data);
}

std::string keys_annotation_of(const text::json& object) {
  return annotation_of(object, keys_of_hooks).value_or("");
}

kube::api::http_request write_pause_request(const config_map_place& place, const text::json* known,
                                            const std::string& key, const std::optional<std::string>& text) {
  const auto value = text ? text::json(*text) : text::json();
  if (known == nullptr) return create_request_of(place, text::json::object(), text::json::object({{key, value}}));
  auto annotations = text::json::object();
  if (state_of(*known) == core::values::config_map_state::made_by_hooks) {
    const auto after = text ? data_of(*known).with(key, value) : data_of(*known).without(key);
    annotations = annotations.with(data_of_hooks, text::json(checksum_of(after)));
  }
  return change_request(place, *known, annotations, text::json::object({{key, value}}));
}

} // namespace cluster::records
