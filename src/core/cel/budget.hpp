#pragma once

#include <cstddef>

namespace core::cel {

/// The work that an evaluation may do. A step is an operation, an item, or 16 bytes of text that are read or
/// made, so steps bound time and memory.
class budget {
public:
  explicit budget(std::size_t steps) : left_(steps) {}

  /// @returns false if the budget is used up.
  bool spend(std::size_t steps) noexcept {
    if (steps > left_) is_used_up_ = true;
    left_ = is_used_up_ ? 0 : left_ - steps;
    return !is_used_up_;
  }
  /// Spends steps for that many bytes of text.
  bool spend_bytes(std::size_t bytes) noexcept { return spend(bytes / bytes_per_step); }

  [[nodiscard]] bool is_used_up() const noexcept { return is_used_up_; }
  [[nodiscard]] std::size_t left() const noexcept { return left_; }

private:
  static constexpr std::size_t bytes_per_step = 16;

  std::size_t left_;
  bool is_used_up_ = false;
};

} // namespace core::cel
