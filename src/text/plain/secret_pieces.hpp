#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace text {

/// The end of a line: in the text itself, or in a later piece of the line.
enum class line_end : std::uint8_t { here, later };

/// Hides the secrets in the pieces of a single long line, a piece at a time. A secret may be cut: its name,
/// or its begin, stands in an earlier piece. So the last bytes of the line so far are kept, and read again
/// with the next piece. If a secret began before these bytes, the rest of the line is hidden, as it is behind
/// a Secret in JSON. Behind the `"data":{` of an object all words in base64 are hidden, because the kind of
/// the object may come last.
class secret_pieces {
public:
  /// The number of bytes at the end of the line so far that are kept.
  static constexpr std::size_t kept_bytes_max = 4096;

  /// The next piece with `<redacted>` in place of each secret. If the line goes on, the part of the last word
  /// behind its colon is hidden, too: only the next piece shows whether this part is the login of an address.
  [[nodiscard]] std::string without_secrets(std::string_view piece, line_end end);
  /// Notes that the piece is hidden, for a reason that the pieces do not show.
  /// @param kept the bytes at its end that are read again
  void pass_over(std::string_view piece, std::size_t kept);
  void hide_rest() noexcept { is_rest_hidden_ = true; }
  /// Forgets the line at its end.
  void end_line();

  /// True if a piece of the line has come.
  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  /// The kept end of the line so far, with the piece behind it.
  [[nodiscard]] std::string joined(std::string_view piece) const { return kept_ + std::string(piece); }

private:
  std::string kept_;
  bool has_begun_ = false;
  bool is_rest_hidden_ = false;
  bool is_in_data_ = false; ///< behind `"data":{`
};

} // namespace text
