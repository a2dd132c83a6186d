#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace text {

/// A text with several holders.
using shared_text = std::shared_ptr<const std::string>;

/// A long text made mostly of texts that other objects hold already. It shares the texts of these objects and
/// owns only the text between them, so a file can be written without copies.
/// Why so: docs/decisions/objects-stay-bytes.md
class text_pieces {
public:
  text_pieces() = default;
  explicit text_pieces(std::string text) : own_(std::move(text)) {}

  /// Returns the string to which own characters are appended, at the end of the text.
  [[nodiscard]] std::string& end() noexcept { return own_; }

  /// Appends a text that is not null. A short text is copied, because a piece costs more than the copy.
  void append(const shared_text& text);
  void append(const text_pieces& text);

  /// In bytes.
  [[nodiscard]] std::size_t size() const noexcept { return own_.size() + shared_size_; }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  /// The parts in their order, without empty parts; valid while this object is neither changed nor destroyed.
  [[nodiscard]] std::vector<std::string_view> parts() const;

  /// The whole text in a string: a copy.
  [[nodiscard]] std::string text() const&;
  /// The same, without a copy if no part is shared.
  [[nodiscard]] std::string text() &&;

private:
  struct piece {
    std::size_t after; ///< the piece follows this number of bytes of `own_`
    shared_text text;
  };

  std::string own_;
  std::vector<piece> shared_;
  std::size_t shared_size_ = 0;
};

} // namespace text
