#include "core/hooks/hook_log_line.hpp"

#include "core/text/json.hpp"

#include <utility>

namespace core {

namespace {

std::string text_of(const json& value) {
  return value.is_string() ? value.as_string() : value.dump();
}

} // namespace

std::optional<hook_log_line> parse_hook_log_line(std::string_view line) {
  const auto object = parse_json(line);
  if (!object || !object->is_object()) return std::nullopt;
  hook_log_line x{object->string_at("level").value_or("info"), object->string_at("msg").value_or("hook result"), {}};
  if (line.size() > hook_log_line_max) {
    x.fields.emplace_back("hook_truncated", line.substr(0, hook_log_line_max));
    return x;
  }
  for (const auto& [key, value] : object->as_object()) {
    // The log has a time of its own.
    if (key != "level" && key != "msg" && key != "time") x.fields.emplace_back("hook_" + key, text_of(value));
  }
  return x;
}

} // namespace core
