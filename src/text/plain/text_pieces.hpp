#pragma once

#include "base/error.hpp"
#include "text/plain/packed_text.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace text {

/// A long text made mostly of texts that other objects hold already. It shares the texts of these objects and
/// owns only the text between them, so a file can be written without copies. Packed texts are unpacked while
/// the text is read, a few at a time, so a text of any length takes little memory.
/// Why so: docs/decisions/objects-stay-bytes.md
class text_pieces {
public:
  text_pieces() = default;
  explicit text_pieces(std::string text) : own_(std::move(text)) {}

  /// Returns the string to which own characters are appended, at the end of the text.
  [[nodiscard]] std::string& end() noexcept { return own_; }

  /// Appends a text that is not null. A short text is copied, because a piece costs more than the copy.
  void append(const shared_text& text);
  void append(const packed_text& text);
  void append(const text_pieces& text);

  /// In bytes.
  [[nodiscard]] std::size_t size() const noexcept { return own_.size() + shared_size_; }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  /// Takes some parts, which are valid during the call. An error ends the reading.
  using reader = std::function<base::result<void>(const std::vector<std::string_view>&)>;
  /// Calls `take` with all parts in their order, without empty parts. Memory: a window of 64 KiB, or the
  /// longest packed text.
  [[nodiscard]] base::result<void> read(const reader& take) const;

  /// The whole text in a string: a copy.
  [[nodiscard]] std::string text() const&;
  /// The same, without a copy if no part is shared.
  [[nodiscard]] std::string text() &&;

private:
  struct piece {
    std::size_t after; ///< the piece follows this number of bytes of `own_`
    std::variant<shared_text, packed_text> text;
  };

  std::string own_;
  std::vector<piece> shared_;
  std::size_t shared_size_ = 0;
};

} // namespace text
