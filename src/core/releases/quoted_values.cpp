#include "core/releases/quoted_values.hpp"

#include "core/releases/public_words.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <cctype>

namespace core::releases {

namespace {

constexpr std::string_view hidden = "<redacted>";
constexpr auto none = std::string_view::npos;

/// A longer value is compared by its words alone, so that a comparison stays cheap.
constexpr std::size_t whole_bytes_max = 4096;
/// A value of this size is found within a longer word, too.
constexpr std::size_t within_bytes_min = 8;

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_of_path(char c) {
  return is_of_word(c) || c == '.' || c == '-' || c == '/';
}

std::string in_small_letters(std::string_view x) {
  std::string out(x);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

template <class Predicate>
std::size_t end_of(std::string_view text, std::size_t at, Predicate belongs) {
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

template <class Take>
void each_word(std::string_view text, Take take) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto end = end_of(text, at, is_of_word);
    if (end > at) take(in_small_letters(text.substr(at, end - at)));
    at = end;
  }
}

/// The end of the path of a chart's file that begins at `at`, such as `web/templates/a.yaml`; `at`: no path.
std::size_t end_of_file_name(std::string_view text, std::size_t at) {
  const auto end = end_of(text, at, is_of_path);
  const auto path = text.substr(at, end - at);
  return path.find("/templates/") == none && path.find("/crds/") == none ? at : end;
}

/// `v1`, `v1beta1`: a version of an API.
bool is_version(std::string_view x) {
  if (x.size() < 2 || x[0] != 'v' || std::isdigit(static_cast<unsigned char>(x[1])) == 0) return false;
  return x.size() <= 10 && x.find_first_not_of("v0123456789alphbet") == none;
}

} // namespace

quoted_values::quoted_values(std::string_view values, const std::vector<std::string>& names) {
  for (const auto& name : names) each_word(name, [this](std::string x) { names_.insert(std::move(x)); });
  const auto read = text::parse_json(values);
  if (!read) return;
  // All keys come first: a word that is a key anywhere is no secret.
  add_names(*read);
  add_values(*read);
}

void quoted_values::add_names(const text::json& x) {
  if (x.is_array())
    for (const auto& item : x.as_array()) add_names(item);
  if (!x.is_object()) return;
  for (const auto& [key, member] : x.as_object()) {
    each_word(key, [this](std::string word) { names_.insert(std::move(word)); });
    // The names of modules, which the operator itself writes.
    if (key == "enabledModules" && member.is_array()) {
      for (const auto& name : member.as_array())
        if (name.is_string()) each_word(name.as_string(), [this](std::string word) { names_.insert(std::move(word)); });
    } else {
      add_names(member);
    }
  }
}

void quoted_values::add_values(const text::json& x) {
  if (x.is_string()) return add_value(x.as_string());
  if (x.is_number()) return add_value(x.number_text());
  if (x.is_array())
    for (const auto& item : x.as_array()) add_values(item);
  if (x.is_object())
    for (const auto& [key, member] : x.as_object()) add_values(member);
}

void quoted_values::add_value(const std::string& x) {
  if (x.size() < bytes_min) return;
  bool is_all_public = true;
  each_word(x, [&](std::string word) {
    if (is_public(word)) return;
    is_all_public = false;
    if (word.size() >= bytes_min) words_.insert(std::move(word));
  });
  const bool has_words = std::ranges::any_of(x, is_of_word);
  if (has_words && !is_all_public && x.size() <= whole_bytes_max) values_.insert(x);
}

bool quoted_values::is_public(const std::string& word) const {
  return names_.contains(word) || is_version(word) || is_public_word(word);
}

/// The end of the longest value that begins at `at`; `at`: no value begins there.
std::size_t quoted_values::value_at(std::string_view text, std::size_t at) const {
  auto rest = text.substr(at, whole_bytes_max);
  while (rest.size() >= bytes_min) {
    auto next = values_.upper_bound(rest);
    if (next == values_.begin()) return at;
    const auto& before = *--next;
    const auto same = std::ranges::mismatch(rest, before);
    const auto length = static_cast<std::size_t>(same.in1 - rest.begin());
    if (length == before.size()) {
      const auto end = at + length;
      const bool begins_word = at == 0 || !is_of_word(text[at - 1]) || !is_of_word(text[at]);
      const bool ends_word = end == text.size() || !is_of_word(text[end]) || !is_of_word(text[end - 1]);
      if (length >= within_bytes_min || (begins_word && ends_word)) return end;
      rest = rest.substr(0, length - 1);
    } else {
      rest = rest.substr(0, length);
    }
  }
  return at;
}

std::string quoted_values::without_values(std::string_view text) const {
  if (values_.empty() && words_.empty()) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins_path = at == 0 || !is_of_path(text[at - 1]);
    if (const auto end = begins_path ? end_of_file_name(text, at) : at; end > at) {
      out += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (const auto end = value_at(text, at); end > at) {
      out += hidden;
      at = end;
      continue;
    }
    const bool begins_word = is_of_word(text[at]) && (at == 0 || !is_of_word(text[at - 1]));
    const auto end = begins_word ? end_of(text, at, is_of_word) : at;
    if (end - at >= bytes_min && words_.contains(in_small_letters(text.substr(at, end - at)))) {
      out += hidden;
      at = end;
      continue;
    }
    out += text[at++];
  }
  return out;
}

} // namespace core::releases
