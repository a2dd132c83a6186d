#include "core/releases/removed_entries.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

namespace {

using path = std::vector<std::string_view>;

constexpr std::array<std::string_view, 2> managed_fields{"metadata", "managedFields"};

/// The maps with free keys of an object of this kind.
std::vector<path> free_maps(const text::json& object) {
  std::vector<path> all{{"metadata", "labels"},
                        {"metadata", "annotations"},
                        {"spec", "template", "metadata", "labels"},
                        {"spec", "template", "metadata", "annotations"}};
  const auto kind = object.string_at("kind").value_or("");
  if (object.string_at("apiVersion") == "v1" && (kind == "ConfigMap" || kind == "Secret")) {
    all.push_back({"data"});
    all.push_back({"binaryData"});
  }
  return all;
}

const text::json* at(const text::json& object, std::span<const std::string_view> where) {
  const auto* found = &object;
  for (const auto name : where) {
    found = found->is_object() ? found->find(name) : nullptr;
    if (found == nullptr) return nullptr;
  }
  return found;
}

const text::json* map_at(const text::json& object, std::span<const std::string_view> where) {
  const auto* found = at(object, where);
  return found != nullptr && found->is_object() ? found : nullptr;
}

std::span<const std::string_view> parents_of(const path& where) {
  return {where.data(), where.size() - 1};
}

/// The object with another map at this place. @pre all objects on the way there exist
text::json with_map(const text::json& object, std::span<const std::string_view> where, const text::json& map) {
  const auto* below = object.find(where.front());
  if (where.size() == 1) return object.with(where.front(), map);
  return object.with(where.front(), with_map(*below, where.subspan(1), map));
}

/// The owned fields of this map (`fieldsV1`), for each client that owns some.
std::vector<const text::json*> owned_parts(const text::json& live, const path& where) {
  std::vector<const text::json*> parts;
  const auto* entries = at(live, managed_fields);
  if (entries == nullptr || !entries->is_array()) return parts;
  for (const auto& entry : entries->as_array()) {
    const auto* part = entry.find("fieldsV1");
    for (const auto name : where)
      part = part == nullptr || !part->is_object() ? nullptr : part->find("f:" + std::string(name));
    if (part != nullptr && part->is_object()) parts.push_back(part);
  }
  return parts;
}

/// The entries of the chart that the object in the cluster lacks, and that no client owns. A map that is gone
/// as a whole has lost all.
text::json missing_entries(const text::json& wanted, const text::json& object, const path& where) {
  auto missing = text::json::object();
  const auto* live = map_at(object, where);
  const auto owned = owned_parts(object, where);
  for (const auto& [key, value] : wanted.as_object()) {
    if (value.is_null() || (live != nullptr && live->find(key) != nullptr)) continue;
    const bool is_taken_out =
      std::any_of(owned.begin(), owned.end(), [&](const auto* x) { return x->find("f:" + key) != nullptr; });
    if (!is_taken_out) missing = missing.with(key, value);
  }
  return missing;
}

} // namespace

text::json without_removed_entries(const text::json& wanted, const text::json& live) {
  auto left = wanted;
  for (const auto& place : free_maps(wanted)) {
    const auto* map = map_at(wanted, place);
    if (map == nullptr || map_at(live, parents_of(place)) == nullptr) continue;
    const auto missing = missing_entries(*map, live, place);
    auto rest = *map;
    for (const auto& [key, value] : missing.as_object()) rest = rest.without(key);
    if (!(rest == *map)) left = with_map(left, place, rest);
  }
  return left;
}

text::json with_removed_entries(const text::json& wanted, const text::json& live) {
  auto whole = live;
  for (const auto& place : free_maps(wanted)) {
    const auto* map = map_at(wanted, place);
    if (map == nullptr || map_at(live, parents_of(place)) == nullptr) continue;
    const auto* now = map_at(live, place);
    const auto missing = missing_entries(*map, live, place);
    if (missing.as_object().empty()) continue;
    auto full = now == nullptr ? text::json::object() : *now;
    for (const auto& [key, value] : missing.as_object()) full = full.with(key, value);
    whole = with_map(whole, place, full);
  }
  return whole;
}

} // namespace core::releases
