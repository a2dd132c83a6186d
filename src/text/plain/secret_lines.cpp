#include "text/plain/secret_lines.hpp"

#include "base/secret_key.hpp"
#include "text/plain/secret_text.hpp"
#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace text {

namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

bool begins_key(std::string_view line) {
  return contains(line, "-----BEGIN ")
         && (contains(line, "PRIVATE KEY-----") || contains(line, "PRIVATE KEY BLOCK-----"));
}

std::size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(" -"), line.size());
}

/// Whether a line that is indented further would be a part of a secret. The finder of secrets decides, for
/// the line with such a line below it.
/// @param above the line above, if it counts
bool begins_block(std::string_view line, const std::string& above) {
  const auto last = line.find_last_not_of(" \t\r[{");
  if (last == line.npos || !contains(":|>-+", line.substr(last, 1))) return false;
  const std::string below = "\n" + std::string(indentation_of(line) + 2, ' ') + "x";
  return !without_secrets(above + std::string(line.substr(0, last + 1)) + below).ends_with(below);
}

/// The line without the spaces at its begin and end.
std::string_view trimmed(std::string_view line) {
  const auto begin = line.find_first_not_of(' ');
  const auto end = line.find_last_not_of(" \r");
  return begin == line.npos ? std::string_view() : line.substr(begin, end - begin + 1);
}

/// A line of JSON that kubectl prints, in the form of YAML: `"kind": "Secret",` is `kind: Secret`.
std::string as_yaml(std::string_view line) {
  std::string plain;
  if (!line.starts_with('"')) return std::string(line);
  std::copy_if(line.begin(), line.end(), std::back_inserter(plain), [](char c) { return c != '"'; });
  while (!plain.empty() && (plain.back() == ',' || plain.back() == '{' || plain.back() == ' ')) plain.pop_back();
  return plain;
}

/// The name in a line `name: X` or `"name": "X",` if it names a secret, whose value is on the next line.
bool names_value_below(std::string_view line) {
  constexpr std::string_view mark = "name: ";
  auto words = as_yaml(trimmed(line));
  if (words.starts_with("- ")) words.erase(0, 2);
  if (!words.starts_with(mark)) return false;
  words.erase(0, mark.size());
  std::erase(words, '"');
  return base::names_a_secret(words);
}

/// A word in base64 that is no word of a language.
bool is_base64(std::string_view word) {
  constexpr std::size_t bytes_min = 8;
  const auto is_of_base64 = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '/'
           || c == '=';
  };
  return word.size() >= bytes_min && word.size() % 4 == 0 && std::all_of(word.begin(), word.end(), is_of_base64)
         && !is_plain_word(word);
}

/// The content of `"x"` or `"x",`.
std::string_view without_quotes(std::string_view word) {
  if (word.size() < 3 || word.front() != '"') return word;
  const auto end = word.find('"', 1);
  return end == word.npos ? word : word.substr(1, end - 1);
}

} // namespace

/// Notes to which object the lines belong.
/// @returns true if the values of a Secret follow
bool secret_lines::begins_data(std::string_view line) {
  const auto words = as_yaml(trimmed(line));
  if (words.starts_with("---") || words.starts_with("kind:") || words.starts_with("- apiVersion:") || words == "{") {
    is_secret_ = words == "kind: Secret";
    is_other_kind_ = words.starts_with("kind:") && !is_secret_;
    may_be_secret_ = words == "- apiVersion: v1";
    data_.reset();
  } else if (words == "apiVersion: v1") {
    may_be_secret_ = !is_secret_ && !is_other_kind_;
  }
  if (words == "data:" && may_be_secret_) data_ = indentation_of(line);
  return words == "stringData:" || (words == "data:" && is_secret_);
}

/// The line with its value hidden, if it belongs to a `data` that may be a Secret's.
std::optional<std::string> secret_lines::of_unknown_data(std::string_view line) {
  if (!data_ || as_yaml(trimmed(line)) == "data:") return std::nullopt;
  if (!trimmed(line).empty() && indentation_of(line) <= *data_) data_.reset();
  const auto colon = line.find(": ");
  if (!data_ || colon == line.npos || !is_base64(without_quotes(trimmed(line.substr(colon + 2))))) return std::nullopt;
  return std::string(line.substr(0, colon + 2)).append(base::hidden_value).append(line.ends_with(',') ? "," : "");
}

bool secret_lines::is_of_block(std::string_view line) {
  if (block_lines_ == 0) return false;
  --block_lines_;
  const auto first = line.find_first_not_of(' ');
  const bool belongs = first == line.npos || first > block_indentation_ || line.substr(first).starts_with("- ");
  if (!belongs) block_lines_ = 0;
  return belongs;
}

/// Notes the private key to which the line belongs.
bool secret_lines::is_of_key(std::string_view line) {
  if (key_lines_ > 0) {
    --key_lines_;
    if (contains(line, "-----END ")) key_lines_ = 0;
    return true;
  }
  if (!begins_key(line)) return false;
  if (!contains(line, "-----END ")) key_lines_ = key_lines_max;
  block_lines_ = 0;
  return true;
}

std::string secret_lines::without_secrets(std::string_view line, line_end end) {
  if (end == line_end::here && !pieces_.has_begun()) return of_line(line);
  auto shown = of_piece(line, end);
  if (end == line_end::here) pieces_.end_line();
  return shown;
}

std::string secret_lines::of_line(std::string_view line) {
  if (is_of_key(line)) return base::hidden_value;
  if (is_of_block(line)) return line.find_first_not_of(' ') == line.npos ? std::string(line) : base::hidden_value;
  const bool is_data = begins_data(line);
  if (const auto hidden = of_unknown_data(line)) return *hidden;
  // A value is known as secret by the name on the line above it.
  const bool is_value =
    std::exchange(is_value_next_, names_value_below(line)) && as_yaml(trimmed(line)).starts_with("value:");
  const std::string above = is_value ? "name: token\n" : "";
  if (is_data || begins_block(line, above)) {
    block_lines_ = block_lines_max;
    block_indentation_ = indentation_of(line);
  }
  const auto shown = text::without_secrets(above + std::string(line));
  return shown.starts_with(above) ? shown.substr(above.size()) : base::hidden_value;
}

std::string secret_lines::of_piece(std::string_view piece, line_end end) {
  // The end of a key may be cut, too.
  constexpr std::size_t mark_bytes = std::string_view("-----END ").size();
  if (is_of_key(pieces_.joined(piece))) {
    pieces_.pass_over(piece, mark_bytes);
    return base::hidden_value;
  }
  if (!pieces_.has_begun() && (is_of_block(piece) || (data_ && indentation_of(piece) > *data_))) pieces_.hide_rest();
  return pieces_.without_secrets(piece, end);
}

} // namespace text
