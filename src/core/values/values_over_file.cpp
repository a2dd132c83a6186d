#include "core/values/values_over_file.hpp"

#include <utility>

namespace core::values {

std::optional<text::json> values_over_file(const text::json& values, const text::json& file) {
  if (!values.is_object() || !file.is_object()) return std::nullopt;
  text::json::object_type changed;
  for (const auto& [key, in_file] : file.as_object()) {
    const auto* value = values.find(key);
    // Helm 4 itself drops null values of the file. A null that has no member to remove would stay in the
    // values.
    if (value == nullptr && !in_file.is_null()) changed.emplace_back(key, text::json());
    if (value == nullptr) continue;
    if (auto inside = values_over_file(*value, in_file)) changed.emplace_back(key, std::move(*inside));
  }
  if (changed.empty()) return std::nullopt;
  auto members = values.as_object();
  members.insert(members.end(), std::make_move_iterator(changed.begin()), std::make_move_iterator(changed.end()));
  return text::json::object(std::move(members));
}

text::json shared_places(const text::json& file, const text::json& known) {
  text::json::object_type members;
  if (!file.is_object() || !known.is_object()) return text::json::object();
  for (const auto& [key, in_file] : file.as_object())
    if (const auto* there = known.find(key))
      members.emplace_back(key, in_file.is_object() ? shared_places(in_file, *there) : in_file);
  return text::json::object(std::move(members));
}

} // namespace core::values
