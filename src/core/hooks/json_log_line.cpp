#include "core/hooks/json_log_line.hpp"

#include "base/excerpt.hpp"
#include "base/secret_key.hpp"
#include "text/json/json.hpp"
#include "text/plain/secret_text.hpp"
#include "text/plain/shown_key.hpp"

#include <utility>

namespace core::hooks {

namespace {

std::string text_of(const text::json& value) {
  return text::without_secrets(value.is_string() ? value.as_string() : value.dump());
}

/// Whether the object is like `{"name":"DB_PASSWORD","value":"x"}`.
bool is_named_secret(const text::json& object) {
  const auto* name = object.find("name");
  return name != nullptr && name->is_string() && base::names_a_secret(name->as_string());
}

/// Loggers in some languages have special levels for errors that end the program.
std::string level_of(const text::json& value) {
  const auto& level = value.as_string();
  return level == "fatal" || level == "panic" ? "error" : level;
}

} // namespace

std::optional<log_line> parse_hook_log_line(std::string_view line) {
  const auto object = text::parse_json(line);
  if (!object || !object->is_object()) return std::nullopt;
  const auto* level = object->find("level");
  const bool has_level = level != nullptr && level->is_string();
  const auto* message = object->find("msg");
  log_line x{has_level ? level_of(*level) : "info", message != nullptr ? text_of(*message) : "hook result", {}};
  if (line.size() > log_line_max) {
    x.fields.emplace_back("hook_truncated", text::without_secrets(base::first_bytes(line, log_line_max)));
    return x;
  }
  const bool hides_value = is_named_secret(*object);
  for (const auto& [key, value] : object->as_object()) {
    if (key == "msg" || (key == "level" && has_level)) continue;
    const bool is_secret = base::names_a_secret(key) || (key == "value" && hides_value);
    x.fields.emplace_back("hook_" + text::shown_key(key), is_secret ? base::hidden_value : text_of(value));
  }
  return x;
}

} // namespace core::hooks
