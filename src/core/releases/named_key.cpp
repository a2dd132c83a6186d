#include "core/releases/named_key.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace core::releases {

namespace {

using namespace std::string_view_literals;

constexpr std::array other_directories{"crds/"sv,   "docs/"sv,    "hooks/venv/"sv,
                                       "images/"sv, "openapi/"sv, "templates/"sv};
constexpr std::array other_files{"Chart.lock"sv, "values.schema.json"sv, "values.yaml"sv};

bool is_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

} // namespace

bool names_key(std::string_view text, const text::json_pointer& place) {
  const bool is_binary = text.find('\0') != text.npos;
  return std::any_of(place.tokens.begin() + std::min<std::ptrdiff_t>(1, std::ssize(place.tokens)), place.tokens.end(),
                     [&](const auto& key) { return is_binary ? text.find(key) != text.npos : has_word(text, key); });
}

bool may_read_values(std::string_view path) {
  return !path.ends_with(".md")
         && std::none_of(other_directories.begin(), other_directories.end(),
                         [&](auto directory) { return path.starts_with(directory); })
         && std::find(other_files.begin(), other_files.end(), path) == other_files.end();
}

} // namespace core::releases
