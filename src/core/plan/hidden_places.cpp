#include "core/plan/hidden_places.hpp"

#include "base/error.hpp"
#include "base/secret_key.hpp"
#include "text/yaml/yaml.hpp"

#include <utility>

namespace core::plan {

namespace {

void collect(const text::json& values, const text::json* view, text::json_pointer& at,
             std::set<text::json_pointer>& found) {
  if (view != nullptr && values == *view) return;
  if (view == nullptr || !values.is_object() || !view->is_object()) {
    found.insert(at);
    return;
  }
  for (const auto& [key, value] : values.as_object()) {
    at.tokens.push_back(key);
    collect(value, view->find(key), at, found);
    at.tokens.pop_back();
  }
}

bool is_secret(const std::string& key, const text::json& value) {
  return base::names_a_secret(key) || (base::names_a_login(key) && !value.is_object());
}

text::json without_secrets(const text::json& x, text::json_pointer& at, const std::set<text::json_pointer>& hidden) {
  if (hidden.contains(at)) return base::hidden_value;
  if (x.is_array()) {
    text::json::array_type shown;
    for (const auto& item : x.as_array()) {
      at.tokens.push_back(std::to_string(shown.size()));
      shown.push_back(without_secrets(item, at, hidden));
      at.tokens.pop_back();
    }
    return text::json::array(std::move(shown));
  }
  if (!x.is_object()) return x;
  text::json::object_type shown;
  for (const auto& [key, value] : x.as_object()) {
    at.tokens.push_back(key);
    const bool is_shown = value.is_null() || value.is_bool() || !is_secret(key, value);
    shown.emplace_back(key, is_shown ? without_secrets(value, at, hidden) : text::json(base::hidden_value));
    at.tokens.pop_back();
  }
  return text::json::object(std::move(shown));
}

} // namespace

std::set<text::json_pointer> hidden_places(const text::json& values, const text::json& view) {
  std::set<text::json_pointer> found;
  text::json_pointer at;
  collect(values, &view, at, found);
  return found;
}

text::json view_of_values(const text::json& values, const std::set<text::json_pointer>& hidden) {
  text::json_pointer at;
  return without_secrets(values, at, hidden);
}

text::json view_of_sections(const text::json& object, const std::set<text::json_pointer>& hidden) {
  const auto* data = object.is_object() ? object.find("data") : nullptr;
  if (data == nullptr || !data->is_object() || object.string_at("kind") != "ConfigMap") return object;
  text::json::object_type shown;
  for (const auto& [key, value] : data->as_object()) {
    // A text that is no section, as a script, has no values to hide.
    const auto section = value.is_string() ? text::parse_yaml(value.as_string()) : base::result<text::json>(value);
    const auto values = text::json::object({{key, section.value_or(text::json())}});
    shown.emplace_back(key, view_of_values(values, hidden) == values ? value : text::json(base::hidden_value));
  }
  return object.with("data", text::json::object(std::move(shown)));
}

} // namespace core::plan
