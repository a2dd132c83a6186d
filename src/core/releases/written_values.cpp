#include "core/releases/written_values.hpp"

#include "core/values/names.hpp"
#include "text/json/without_member.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>

namespace core::releases {

namespace {

/// The value without members that are empty maps or null, and with its members in order: a section that a
/// hook has changed in memory has another order than its text in the ConfigMap.
text::json in_order(const text::json& value) {
  if (!value.is_object()) return value;
  text::json::object_type members;
  for (const auto& [key, member] : value.as_object()) {
    auto rest = in_order(member);
    if (!rest.is_null() && !(rest.is_object() && rest.as_object().empty())) members.emplace_back(key, std::move(rest));
  }
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return text::json::object(std::move(members));
}

} // namespace

std::string written_digest(const std::string& section, const values::value_standing& now, const text::json& files,
                           const std::map<std::string, std::string>& labels) {
  auto sections = now.sections;
  for (const auto& place : values::leaf_places(now.sections)) {
    const bool was_stored = labels.contains(values::label_key_of(place)) && !now.hook_keys.given_up.contains(place);
    if (was_stored || now.hook_keys.stored.contains(place)) sections = text::without_member(sections, place);
  }
  auto written = text::json::object({{"config", in_order(sections)}});
  for (const auto& key : {section, std::string(values::global_key)})
    if (const auto* layers = files.find(key)) written = written.with(key, *layers);
  return text::md5_hex(written.dump());
}

} // namespace core::releases
