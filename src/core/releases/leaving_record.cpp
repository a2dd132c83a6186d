#include "core/releases/leaving_record.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <system_error>
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

namespace {

std::optional<std::string> annotation_of(std::string_view record, std::string_view key) {
  // Most records have no such annotation, and are not parsed for it.
  if (record.find(key) == record.npos) return std::nullopt;
  const auto object = text::parse_json(record);
  const auto* metadata = object ? object->find("metadata") : nullptr;
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  return annotations == nullptr ? std::nullopt : annotations->string_at(key);
}

} // namespace

std::chrono::seconds leaving_grace_in(std::string_view record) {
  const auto note = annotation_of(record, leaving_grace_annotation).value_or("");
  unsigned seconds = 0;
  const auto* const end = note.data() + note.size();
  const auto [at, problem] = std::from_chars(note.data(), end, seconds);
  return std::chrono::seconds(problem == std::errc() && at == end ? seconds : 0);
}

std::vector<manifest_object> objects_leaving_in(std::string_view record) {
  const auto note = annotation_of(record, leaving_annotation);
  if (!note || note->size() > leaving_bytes_max) return {};
  const auto items = text::parse_json(*note);
  return items ? read_leaving_items(*items) : std::vector<manifest_object>();
}

} // namespace core::releases
