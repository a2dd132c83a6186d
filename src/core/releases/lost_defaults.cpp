#include "core/releases/lost_defaults.hpp"

#include "core/releases/hook_value_changes.hpp"
#include "core/values/former_defaults.hpp"
#include "core/values/hook_keys.hpp"
#include "core/values/names.hpp"
#include "text/plain/checksum.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace core::releases {

namespace {

constexpr std::string_view values_schema = "openapi/values.yaml";
constexpr std::string_view config_schema = "openapi/config-values.yaml";
constexpr std::size_t named_max = 5;

/// True for `{}` and for `additionalProperties: true` alone, by which a user says that the schema is to be
/// gone.
bool is_without_rules(const std::map<std::string, std::string>& schemas, const std::string& path) {
  const auto at = schemas.find(path);
  const auto parsed = at == schemas.end() ? base::result<text::json>(text::json()) : text::parse_yaml(at->second);
  return parsed && (*parsed == text::json::object() || *parsed == text::json::object({{"additionalProperties", true}}));
}

/// The former text of a schema; nullopt: it had no text, or the whole file is missing now, which is a loss of
/// its own (`lost_sources`).
std::optional<std::string> former_text(const revision_contents& before, const revision_contents& now,
                                       std::string_view path) {
  const auto at = before.schemas.find(std::string(path));
  const bool is_counted =
    at != before.schemas.end() && now.files.contains(at->first) && !is_without_rules(now.schemas, at->first);
  return is_counted ? std::optional(at->second) : std::nullopt;
}

std::vector<std::string> differing_keys(const text::json& before, const text::json& now) {
  std::vector<std::string> names;
  if (!before.is_object()) return names;
  for (const auto& [key, value] : before.as_object()) {
    const auto* found = now.find(key);
    if ((found == nullptr || *found != value) && names.size() < named_max) names.push_back(key);
  }
  return names;
}

bool has_dependencies(const revision_contents& x) {
  const auto* all = x.metadata.find("dependencies");
  return all != nullptr && all->is_array() && !all->as_array().empty();
}

/// True if the values have no member on the way to the place. Another value on the way is a change.
bool has_gone(const text::json& values, const text::json_pointer& place) {
  const auto* at = &values;
  for (const auto& token : place.tokens) {
    if (!at->is_object()) return false;
    at = at->find(token);
    if (at == nullptr || at->is_null()) return true;
  }
  return false;
}

/// The places of values.yaml that only the chart reads, and that have gone.
std::vector<text::json_pointer> gone_chart_places(const revision_contents& before, const revision_contents& now,
                                                  const std::string& section) {
  std::vector<text::json_pointer> gone;
  if (has_dependencies(before) || has_dependencies(now) || !before.chart_values.is_object()) return gone;
  const auto of_chart =
    before.chart_values.without(values::global_key).without(section).without(values::enabled_key(section));
  if (of_chart.as_object().empty()) return gone;
  for (auto& place : values::leaf_places(of_chart)) {
    const auto* value = text::find_at(of_chart, place);
    const bool is_absent = value->is_null() || (value->is_object() && value->as_object().empty());
    if (!is_absent && has_gone(now.chart_values, place)) gone.push_back(std::move(place));
  }
  return gone;
}

} // namespace

bool is_schema_file(std::string_view path) {
  return path == values_schema || path == config_schema;
}

std::string schemas_digest(const std::map<std::string, std::string>& digests) {
  std::string parts;
  for (const auto& [path, digest] : digests)
    if (is_schema_file(path)) parts += path + ":" + digest + ";";
  return parts.empty() ? parts : text::md5_hex(parts);
}

std::optional<lost_defaults> find_lost_defaults(const revision_contents& before, const revision_contents& now,
                                                std::string_view module) {
  if (before.metadata.string_at("version") != now.metadata.string_at("version")) return std::nullopt;
  const auto key = values::to_camel(module);
  const auto* found = now.values.find(key);
  const auto section = found != nullptr && found->is_object() ? *found : text::json::object();
  lost_defaults lost;
  auto filled = values::with_former_defaults(
    {former_text(before, now, config_schema), former_text(before, now, values_schema)}, key, section);
  if (filled) lost.names = differing_keys(*filled, section);
  const auto values = lost.names.empty() ? now.values : now.values.with(key, std::move(*filled));
  const auto gone = gone_chart_places(before, now, key);
  for (std::size_t i = 0; i < std::min(gone.size(), named_max); ++i) lost.keys.push_back(values::words_of(gone[i]));
  if (lost.names.empty() && lost.keys.empty()) return std::nullopt;
  lost.values = with_former_values(values, before.chart_values, gone).dump();
  return lost;
}

} // namespace core::releases
