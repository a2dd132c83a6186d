#include "commands/planned_inputs.hpp"

#include "core/releases/object_difference.hpp"
#include "sys/files/files.hpp"
#include "text/json/json_parts.hpp"
#include "text/yaml/yaml.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <utility>

namespace commands {

namespace {

constexpr const char* version_member = "serverVersion";

std::string text_of(const text::json& value) {
  if (value.is_string()) return value.as_string();
  auto text = text::write_yaml(value);
  while (text.ends_with("\n")) text.pop_back();
  return text;
}

} // namespace

base::result<objects_file> read_objects_file(const std::string& path) {
  const auto text = sys::files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto documents = text::parse_yaml_stream(*text);
  if (!documents) return base::fail(path, documents.error());
  objects_file read;
  for (const auto& x : *documents)
    if (x.is_object() && x.string_at(version_member)) read.server_version = *x.string_at(version_member);
  read.objects = core::releases::objects_one_by_one(*documents);
  for (const auto& x : read.objects)
    if (!x.is_object() || !x.string_at("kind") || !x.string_at("apiVersion"))
      return base::fail(base::error_code::invalid_input,
                        path + ": expected objects with apiVersion and kind, as kubectl get -o yaml writes them");
  return read;
}

base::result<void> write_objects_file(const std::string& path, const objects_file& x) {
  auto list = text::json::object({{"apiVersion", "v1"}, {"kind", "List"}, {"items", text::json::array(x.objects)}});
  if (!x.server_version.empty()) list = list.with(version_member, x.server_version);
  return sys::files::write_file_private(path, text::write_yaml(list));
}

base::result<std::map<std::string, std::string>> read_config_file(const std::string& path) {
  const auto text = sys::files::read_file(path);
  if (!text) return tl::unexpected(text.error());
  const auto document = text::parse_yaml(*text);
  if (!document) return base::fail(path, document.error());
  const bool is_config_map = document->is_object() && document->string_at("kind") == "ConfigMap";
  const auto& data = is_config_map ? text::member(*document, "data") : *document;
  std::map<std::string, std::string> keys;
  if (data.is_null()) return keys;
  if (!data.is_object())
    return base::fail(base::error_code::invalid_input,
                      path + ": expected a ConfigMap, or a mapping of its keys: global, webApp, webAppEnabled");
  for (const auto& [key, value] : data.as_object()) keys.emplace(key, text_of(value));
  return keys;
}

} // namespace commands
