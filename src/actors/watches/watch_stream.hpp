#pragma once

#include <cstdint>
#include <utility>

namespace actors::watches {

/// The number of a watch's stream in the KUBE CLIENT. Numbers grow with each stream. Lines of a stream may
/// arrive before `stream_opened`, so the first message with a greater number makes the number known.
class watch_stream {
public:
  /// Notes that a stream was requested; its number is not known yet.
  void open() noexcept { number_ = 0; }
  /// True for messages of the stream; false for late messages of older streams.
  [[nodiscard]] bool is(std::uint64_t number) noexcept {
    if (number <= last_closed_) return false;
    number_ = number;
    return true;
  }
  /// @returns the number of the stream that must be closed; 0: no number is known.
  [[nodiscard]] std::uint64_t close() noexcept {
    if (number_ != 0) last_closed_ = number_;
    return std::exchange(number_, 0);
  }
  /// Ignores a stream that was opened after its watch had ended; the caller closes it.
  void skip(std::uint64_t number) noexcept { last_closed_ = number; }

private:
  std::uint64_t number_ = 0; ///< 0: no stream is open, or its number is not known yet
  std::uint64_t last_closed_ = 0;
};

} // namespace actors::watches
