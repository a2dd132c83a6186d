#include "core/releases/pause_label.hpp"

#include "text/json/json_parts.hpp"

#include <charconv>

namespace core::releases {

using text::json;
using text::member;

std::optional<paused_record> latest_record(const json& list) {
  std::optional<paused_record> latest;
  unsigned last = 0;
  for (const auto& x : text::items(member(list, "items"))) {
    const auto& metadata = member(x, "metadata");
    const auto& labels = member(metadata, "labels");
    if (!labels.is_object()) continue;
    const auto version = labels.string_at("version").value_or("");
    unsigned number = 0;
    std::from_chars(version.data(), version.data() + version.size(), number);
    if (number == 0 || number < last) continue;
    last = number;
    latest = {metadata.string_at("name").value_or(""), labels.find(std::string(pause_label)) != nullptr};
  }
  return latest;
}

std::string pause_label_patch(std::string_view value) {
  const auto text = value.empty() ? json() : json(std::string(value));
  return json::object({{"metadata", json::object({{"labels", json::object({{std::string(pause_label), text}})}})}})
    .dump();
}

} // namespace core::releases
