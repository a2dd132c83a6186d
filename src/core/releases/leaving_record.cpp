#include "core/releases/leaving_record.hpp"

#include <utility>

namespace core::releases {

text::json leaving_item(const manifest_object& x) {
  return text::json::object({{"apiVersion", text::json(x.api_version)},
                             {"kind", text::json(x.kind)},
                             {"namespace", text::json(x.namespace_name)},
                             {"name", text::json(x.name)}});
}

std::vector<manifest_object> read_leaving_items(const text::json& items) {
  std::vector<manifest_object> found;
  if (!items.is_array()) return found;
  for (const auto& item : items.as_array()) {
    if (!item.is_object()) continue;
    manifest_object x{item.string_at("apiVersion").value_or(""), item.string_at("kind").value_or(""),
                      item.string_at("namespace").value_or(""), item.string_at("name").value_or("")};
    if (!x.api_version.empty() && !x.kind.empty() && !x.name.empty()) found.push_back(std::move(x));
  }
  return found;
}

std::string leaving_text(const std::vector<manifest_object>& all) {
  std::string text;
  for (const auto& x : all) {
    const auto item = leaving_item(x).dump();
    if (text.size() + item.size() + 2 > leaving_bytes_max) break;
    text += (text.empty() ? "[" : ",") + item;
  }
  return text.empty() ? text : text + "]";
}

std::vector<manifest_object> objects_leaving_in(std::string_view record) {
  // Most records have no such annotation, and are not parsed for it.
  if (record.find(leaving_annotation) == record.npos) return {};
  const auto object = text::parse_json(record);
  const auto* metadata = object ? object->find("metadata") : nullptr;
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  const auto note = annotations == nullptr ? std::nullopt : annotations->string_at(leaving_annotation);
  if (!note || note->size() > leaving_bytes_max) return {};
  const auto items = text::parse_json(*note);
  return items ? read_leaving_items(*items) : std::vector<manifest_object>();
}

} // namespace core::releases
