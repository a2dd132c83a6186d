#pragma once

#include "text/plain/secret_pieces.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace text {

/// Hides the secrets in the lines of an output, a line at a time, as `without_secrets` does in a whole text.
/// Lines of a private key, lines below a name such as `password:`, and the data of a Secret in YAML are known
/// as secret only by the lines before them. The same holds for JSON of several lines, as kubectl prints it. A
/// program that sorts members writes `data` before `kind`. So in each `data` below `apiVersion: v1` the words
/// in base64 are hidden.
class secret_lines {
public:
  /// A key or a block without an end hides at most this number of lines, so that an output is not lost.
  static constexpr std::size_t key_lines_max = 1000;
  static constexpr std::size_t block_lines_max = 100;

  /// The line, or the next piece of a long line, with `<redacted>` in place of each secret.
  [[nodiscard]] std::string without_secrets(std::string_view line, line_end end = line_end::here);

private:
  [[nodiscard]] std::string of_line(std::string_view line);
  [[nodiscard]] std::string of_piece(std::string_view piece, line_end end);
  [[nodiscard]] bool is_of_key(std::string_view line);
  [[nodiscard]] bool is_of_block(std::string_view line);
  [[nodiscard]] bool begins_data(std::string_view line);
  [[nodiscard]] std::optional<std::string> of_unknown_data(std::string_view line);

  secret_pieces pieces_;
  std::size_t key_lines_ = 0;         ///< that may still belong to a private key
  std::size_t block_lines_ = 0;       ///< that may still belong to the block of a secret
  std::size_t block_indentation_ = 0; ///< of the line above the block
  bool is_secret_ = false;            ///< the lines are of a Secret
  bool is_other_kind_ = false;        ///< the lines are of an object of another kind
  bool may_be_secret_ = false;        ///< `apiVersion: v1` stands before, and no `kind`
  bool is_value_next_ = false;        ///< the line before has the name of a secret: `- name: TOKEN`
  std::optional<std::size_t> data_;   ///< the indentation of a `data:` that may be a Secret's
};

} // namespace text
