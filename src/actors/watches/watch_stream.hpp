#pragma once

#include <cstdint>
#include <utility>

namespace actors::watches {

/// The number of this watch's stream in the KUBE CLIENT. Numbers rise with each stream. The first line of a
/// stream may arrive before the answer that has its number, so the first message of either kind makes the
/// number known.
class watch_stream {
public:
  /// A stream was asked for; its number is not known yet.
  void open() noexcept { number_ = 0; }
  /// True for messages of the stream; false for messages of older streams that were under way when they were
  /// closed.
  [[nodiscard]] bool is(std::uint64_t number) noexcept {
    if (number <= last_closed_) return false;
    number_ = number;
    return true;
  }
  /// @returns the number of the stream that is to be closed; 0: no number is known.
  [[nodiscard]] std::uint64_t close() noexcept {
    if (number_ != 0) last_closed_ = number_;
    return std::exchange(number_, 0);
  }
  /// The answer about a stream that is not wanted any more: it is to be closed.
  void skip(std::uint64_t number) noexcept { last_closed_ = number; }

private:
  std::uint64_t number_ = 0; ///< 0: no stream is open, or its number is not known yet
  std::uint64_t last_closed_ = 0;
};

} // namespace actors::watches
