#include "core/schema/field_path.hpp"

#include <algorithm>

namespace core::schema {
namespace {

/// Takes `.name` away.
std::optional<std::string> take_name(std::string_view& text) {
  text.remove_prefix(1);
  std::string name(text.substr(0, text.find_first_of(".[")));
  text.remove_prefix(name.size());
  return name.empty() ? std::nullopt : std::optional(std::move(name));
}

/// Takes `['name']` away.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with("['")) return std::nullopt;
  text.remove_prefix(2);
  std::string name;
  while (!text.empty() && text.front() != '\'') {
    if (text.front() == '\\') text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    name += text.front();
    text.remove_prefix(1);
  }
  if (!text.starts_with("']")) return std::nullopt;
  text.remove_prefix(2);
  return name;
}

} // namespace

std::optional<std::vector<std::string>> read_field_path(std::string_view text) {
  std::vector<std::string> keys;
  while (!text.empty()) {
    auto key = text.front() == '.' ? take_name(text) : take_quoted(text);
    if (!key) return std::nullopt;
    keys.push_back(std::move(*key));
  }
  return keys.empty() ? std::nullopt : std::optional(std::move(keys));
}

} // namespace core::schema
