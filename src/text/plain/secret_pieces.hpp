#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace text {

/// The end of a line: in the text itself, or in a later piece of the line.
enum class line_end : std::uint8_t { here, later };

/// Hides the secrets in the pieces of a single long line, a piece at a time. A secret may be cut: its name,
/// or its begin, stands in a piece before. So the end of the line so far is kept, and read again with the
/// next piece. A secret that began before this end hides the rest of the line, as does a Secret in JSON;
/// behind the `"data":{` of an object, whose kind may come last, all words in base64 are hidden.
class secret_pieces {
public:
  /// Memory: so much of the line so far is kept.
  static constexpr std::size_t kept_bytes_max = 4096;

  /// The next piece with `<redacted>` in place of each secret. If the line goes on, so is the end of the last
  /// word behind its colon: only the next piece shows whether it is the login of an address.
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
