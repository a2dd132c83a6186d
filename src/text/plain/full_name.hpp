#pragma once

#include "base/shared_block.hpp"
#include "text/plain/interned_text.hpp"

#include <compare>
#include <string>
#include <string_view>
#include <utility>

namespace text {

/// A name in a space of names, as a Kubernetes object has. Immutable; a copy is a handle of 8 bytes to the
/// same name. Ordered by space, then name, in byte order.
class full_name {
public:
  /// Both are empty.
  full_name() noexcept = default;
  full_name(std::string_view space, std::string_view name)
    : block_(base::shared_block<interned_text>::make(interned_text(space), name)) {}

  [[nodiscard]] const std::string& space() const noexcept {
    static const std::string none;
    return block_ ? block_.header().text() : none;
  }
  [[nodiscard]] std::string_view name() const noexcept { return block_ ? block_.bytes() : std::string_view(); }

  /// A name for comparisons.
  using view = std::pair<std::string_view, std::string_view>;
  [[nodiscard]] view both() const noexcept { return {space(), name()}; }

  friend bool operator==(const full_name& a, const full_name& b) noexcept {
    return a.block_ == b.block_ || a.both() == b.both();
  }
  friend auto operator<=>(const full_name& a, const full_name& b) noexcept { return a.both() <=> b.both(); }

private:
  base::shared_block<interned_text> block_; ///< null: both are empty
};

} // namespace text
