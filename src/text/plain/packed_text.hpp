#pragma once

#include "base/shared_block.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace text {

/// A text with several holders.
using shared_text = std::shared_ptr<const std::string>;

/// The beginnings of texts to which later texts are similar. Raw content for zstd, without training: within a
/// tenth as good as a trained dictionary, and the same in each run.
class packing_dictionary {
public:
  explicit packing_dictionary(std::string_view bytes);
  [[nodiscard]] std::string_view bytes() const noexcept { return block_ ? block_.bytes() : std::string_view(); }
  /// Differs from the number of every other dictionary of the process.
  [[nodiscard]] std::uint64_t number() const noexcept { return block_.header().number; }
  /// True if a text that was packed with this dictionary exists, or a copy of this handle.
  [[nodiscard]] bool is_shared() const noexcept { return block_.is_shared(); }

private:
  friend class packed_text;
  struct head {
    std::uint64_t number;
  };
  packing_dictionary() = default;
  base::shared_block<head> block_; ///< null: no dictionary
};

/// A text that is kept packed (zstd, RFC 8878), or as it is if it is short or would not become much smaller.
/// May be null, which differs from empty. Immutable; a copy is a handle of 8 bytes to the same text.
/// Why so: docs/decisions/objects-stay-bytes.md
class packed_text {
public:
  packed_text() noexcept = default;
  packed_text(std::nullptr_t) noexcept {}
  /// Copies the text as it is.
  packed_text(const shared_text& plain);
  explicit packed_text(std::string_view plain);
  /// Packs the text. @param dictionary of similar texts; null: no dictionary
  static packed_text pack(std::string_view plain, const packing_dictionary* dictionary);

  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(block_); }
  /// The length of the text in bytes; 0 for null.
  [[nodiscard]] std::size_t size() const noexcept { return block_ ? block_.header().size : 0; }
  /// The memory that the text takes, without its dictionary; 0 for null.
  [[nodiscard]] std::size_t memory() const noexcept { return block_.memory(); }
  [[nodiscard]] bool is_packed() const noexcept { return block_ && block_.header().is_packed != 0; }

  /// The text in a string; empty for null.
  [[nodiscard]] std::string text() const;
  /// The text, without a copy if it is kept as it is. @param window holds it otherwise
  /// @returns a view that is valid while this text exists and `window` is not changed
  [[nodiscard]] std::string_view read(std::string& window) const;
  /// @param into has room for `size` bytes
  void copy_to(char* into) const;

  /// The same text in memory: texts with equal bytes may differ.
  friend bool operator==(const packed_text& a, const packed_text& b) noexcept { return a.block_ == b.block_; }

private:
  struct head {
    std::uint32_t size;
    std::uint32_t is_packed; ///< 0 or 1
    packing_dictionary dictionary;
  };
  explicit packed_text(base::shared_block<head> block) : block_(std::move(block)) {}

  base::shared_block<head> block_;
};

/// Packs texts that are similar to each other, as the objects of a watch are. The first of them become the
/// dictionary of all later texts; if later texts are of another kind, they make a new generation of the
/// dictionary. Texts keep their generation alive.
class text_packer {
public:
  [[nodiscard]] packed_text pack(std::string_view plain);
  /// The same for a text that may be packed already: then it is returned.
  [[nodiscard]] packed_text pack(const packed_text& x);

  /// Of dictionaries that texts use, or that the next text will use.
  [[nodiscard]] std::size_t generations() const noexcept { return generations_.size(); }

private:
  void collect(std::string_view plain);
  void note(std::size_t size, std::size_t packed);
  void begin_generation();

  std::vector<packing_dictionary> generations_; ///< the last is in use
  std::string samples_;                         ///< of the next generation
  bool collects_ = false;
  std::size_t seen_bytes_ = 0; ///< without a dictionary
  // Of the last texts:
  std::size_t texts_ = 0;
  std::size_t bytes_ = 0;
  std::size_t packed_bytes_ = 0;
  double first_ratio_ = 0; ///< of packed bytes to bytes, of the first texts with this dictionary; 0: not known
};

} // namespace text
