#include "core/releases/claimed_object.hpp"

#include "core/releases/foreign_writes.hpp"
#include "text/json/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>

namespace core::releases {

namespace {

constexpr std::size_t named_objects_max = 5;

/// The number of fields in a set of fields (Kubernetes, FieldsV1): the keys below which there is no other
/// key.
std::size_t count_fields(const text::json& fields) {
  if (!fields.is_object() || fields.as_object().empty()) return 1;
  std::size_t count = 0;
  for (const auto& [key, below] : fields.as_object())
    // `.` says that the map or list above it exists.
    if (key != ".") count += count_fields(below);
  return std::max<std::size_t>(count, 1);
}

std::size_t count_content(const text::json& entry) {
  const auto* fields = entry.find("fieldsV1");
  if (fields == nullptr || !fields->is_object()) return 0;
  std::size_t count = 0;
  for (const auto& [key, below] : fields->as_object())
    if (key != "f:metadata" && key != "f:status") count += count_fields(below);
  return count;
}

} // namespace

std::optional<std::string> applying_client_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* entries = metadata == nullptr ? nullptr : metadata->find("managedFields");
  if (entries == nullptr || !entries->is_array()) return std::nullopt;
  std::size_t own = 0;
  std::map<std::string, std::size_t> others;
  for (const auto& entry : entries->as_array()) {
    const auto manager = entry.string_at("manager").value_or("");
    if (own_managers().contains(manager))
      own += count_content(entry);
    else if (entry.string_at("operation") == "Apply" && !manager.starts_with("kubectl")
             && is_written_by_other(entry, own_managers()))
      others[manager] += count_content(entry);
  }
  const auto most =
    std::max_element(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == others.end() || most->second == 0 || most->second < own) return std::nullopt;
  return most->first;
}

std::string words_of_claims(const std::vector<claimed_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", describe(objects[i].object), objects[i].manager);
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

} // namespace core::releases
