#include "core/status/cluster_sights.hpp"

#include "base/utc_time.hpp"
#include "text/plain/shown_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace core::status {

namespace {

constexpr std::size_t fields_max = 3;

/// Collects the fields of an entry of `managedFields`: `f:` stands before each name, `.` is the map itself.
void add_fields(std::vector<std::string>& to, const text::json& fields, const std::string& place) {
  constexpr std::string_view member = "f:";
  if (!fields.is_object()) return;
  for (const auto& [name, below] : fields.as_object()) {
    if (to.size() > fields_max || !name.starts_with(member)) continue;
    const auto path = place + (place.empty() ? "" : ".") + text::shown_key(name.substr(member.size()));
    const auto before = to.size();
    add_fields(to, below, path);
    if (to.size() == before) to.push_back(path);
  }
}

std::string text_at(const text::json* x, std::string_view key) {
  return x == nullptr ? std::string() : x->string_at(key).value_or("");
}

/// Labels have their values: they are no secrets, and often decide.
std::string fields_of(const text::json& entry, const text::json& metadata) {
  constexpr std::string_view of_label = "metadata.labels.";
  std::vector<std::string> fields;
  if (const auto* all = entry.find("fieldsV1")) add_fields(fields, *all, {});
  for (auto& field : fields)
    if (field.starts_with(of_label)) field += "=" + text_at(metadata.find("labels"), field.substr(of_label.size()));
  if (fields.size() <= fields_max) return fmt::format("{}", fmt::join(fields, ", "));
  return fmt::format("{} and more", fmt::join(fields.begin(), fields.begin() + fields_max, ", "));
}

} // namespace

std::vector<text::json> seen_of_kind(const cluster_sights& all, const std::string& kind) {
  std::vector<text::json> found;
  for (const auto& [what, objects] : all)
    if (what.kind == kind) found.insert(found.end(), objects.begin(), objects.end());
  return found;
}

std::optional<text::json> seen_object(const cluster_sights& all, const std::string& kind,
                                      const std::string& namespace_name, const std::string& name) {
  for (const auto& [what, objects] : all)
    if (what.kind == kind && what.namespace_name == namespace_name && what.name == name && !objects.empty())
      return objects.front();
  return std::nullopt;
}

std::optional<object_write> last_write_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* entries = metadata == nullptr ? nullptr : metadata->find("managedFields");
  if (entries == nullptr || !entries->is_array()) return std::nullopt;
  std::optional<object_write> last;
  const text::json* entry = nullptr;
  for (const auto& x : entries->as_array()) {
    const auto at_us = base::parse_utc_us(text_at(&x, "time"));
    if (!at_us || text_at(&x, "subresource") == "status" || (last && *at_us < last->at_us)) continue;
    last = object_write{text_at(&x, "manager"), *at_us};
    entry = &x;
  }
  if (last) last->fields = fields_of(*entry, *metadata);
  return last;
}

std::string describe(const object_write& x) {
  return fmt::format("{} at {}{}", x.manager.empty() ? "a client" : x.manager, base::utc_text(x.at_us),
                     x.fields.empty() ? "" : " (" + x.fields + ")");
}

std::optional<std::int64_t> created_us_of(const text::json& object) {
  return base::parse_utc_us(text_at(object.find("metadata"), "creationTimestamp"));
}

std::optional<sight> sight_named(const std::string& name) {
  const auto space = name.find(' ');
  if (space == std::string::npos || space == 0) return std::nullopt;
  sight x{.api_version = {}, .kind = name.substr(0, space)};
  x.name = name.substr(space + 1);
  if (x.name.empty() || x.name.find_first_of(" ,") != std::string::npos) return std::nullopt;
  if (const auto slash = x.name.find('/'); slash != std::string::npos) {
    x.namespace_name = x.name.substr(0, slash);
    x.name.erase(0, slash + 1);
  }
  return x;
}

} // namespace core::status
