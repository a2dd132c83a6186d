#include "core/values/names.hpp"

#include <utility>
#include <vector>

namespace core::values {
namespace {

constexpr std::string_view flag_suffix = "Enabled";
constexpr std::string_view maintenance_suffix = "Maintenance";

// The rules for words know only ASCII letters and digits. All other bytes belong to the word around them.
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
char upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}

enum class step { join, begin_word, drop };

/// The action of strcase v0.2.0 at the character `current`, which depends on its neighbours.
step step_of(char previous, char current, char next) {
  if (is_lower(current)) return step::join;
  if (current == '_' || current == '-' || is_space(current)) return step::drop;
  if (is_upper(current) && (is_lower(previous) || (is_upper(previous) && is_lower(next)))) return step::begin_word;
  if (is_digit(previous)) {
    if ((current == '.' || current == ',') && is_digit(next)) return step::join;
    if (!is_digit(current) && current != '.') return step::begin_word;
  }
  return current == '.' ? step::drop : step::join;
}

std::vector<std::string> words_of(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto what = step_of(i > 0 ? text[i - 1] : '\0', text[i], i + 1 < text.size() ? text[i + 1] : '\0');
    if (what != step::join) finish();
    if (what != step::drop) word += lower(text[i]);
  }
  finish();
  return words;
}

} // namespace

std::string to_camel(std::string_view name) {
  std::string out;
  for (const auto& word : words_of(name)) {
    const auto start = out.size();
    out += word;
    if (start > 0) out[start] = upper(out[start]);
  }
  return out;
}

std::string to_kebab(std::string_view key) {
  std::string out;
  for (const auto& word : words_of(key)) out += (out.empty() ? "" : "-") + word;
  return out;
}

bool is_module_key(std::string_view key) {
  return to_camel(to_kebab(key)) == key;
}

std::string maintenance_key(std::string_view key) {
  return std::string(key).append(maintenance_suffix);
}

std::optional<std::string> key_of_maintenance(std::string_view key) {
  if (key.size() <= maintenance_suffix.size() || !key.ends_with(maintenance_suffix)) return std::nullopt;
  key.remove_suffix(maintenance_suffix.size());
  return std::string(key);
}

std::string enabled_key(std::string_view key) {
  return std::string(key) + std::string(flag_suffix);
}

std::optional<std::string> key_of_flag(std::string_view key) {
  if (!key.ends_with(flag_suffix) || key.size() == flag_suffix.size()) return std::nullopt;
  return std::string(key.substr(0, key.size() - flag_suffix.size()));
}

} // namespace core::values
