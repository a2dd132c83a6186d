#include "text/plain/secret_lines.hpp"

#include "base/secret_key.hpp"
#include "text/plain/secret_text.hpp"

#include <algorithm>

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

/// Whether a line that is indented further would be a part of a secret. Asks the finder of secrets itself,
/// with such a line below.
bool begins_block(std::string_view line) {
  const auto last = line.find_last_not_of(" \t\r[{");
  if (last == line.npos || !contains(":|>-+", line.substr(last, 1))) return false;
  const std::string below = "\n" + std::string(indentation_of(line) + 2, ' ') + "x";
  return !without_secrets(std::string(line.substr(0, last + 1)) + below).ends_with(below);
}

} // namespace

bool secret_lines::is_of_block(std::string_view line) {
  if (block_lines_ == 0) return false;
  --block_lines_;
  const auto first = line.find_first_not_of(' ');
  const bool belongs = first == line.npos || first > block_indentation_ || line.substr(first).starts_with("- ");
  if (!belongs) block_lines_ = 0;
  return belongs;
}

std::string secret_lines::without_secrets(std::string_view line) {
  if (key_lines_ > 0) {
    --key_lines_;
    if (contains(line, "-----END ")) key_lines_ = 0;
    return base::hidden_value;
  }
  if (begins_key(line)) {
    if (!contains(line, "-----END ")) key_lines_ = key_lines_max;
    block_lines_ = 0;
    return base::hidden_value;
  }
  if (is_of_block(line)) return line.find_first_not_of(' ') == line.npos ? std::string(line) : base::hidden_value;
  if (begins_block(line)) {
    block_lines_ = block_lines_max;
    block_indentation_ = indentation_of(line);
  }
  return text::without_secrets(line);
}

} // namespace text
