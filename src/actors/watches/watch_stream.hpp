#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace actors::watches {

/// The number of a watch's stream in the KUBE CLIENT. Numbers grow with each stream. Lines of a stream may
/// arrive before `stream_opened`, so the first message with a greater number makes the number known.
class watch_stream {
public:
  /// Notes that a stream was requested; its number is not known yet. Times are of a steady clock.
  void open(std::int64_t now_us) noexcept {
    number_ = 0;
    opened_us_ = now_us;
  }
  /// @returns true once, when the stream has been open for that time
  [[nodiscard]] bool take_age(std::int64_t now_us, std::chrono::microseconds age) noexcept {
    if (!opened_us_ || now_us - *opened_us_ < age.count()) return false;
    opened_us_.reset();
    return true;
  }
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
  std::optional<std::int64_t> opened_us_; ///< empty: its age was taken
};

} // namespace actors::watches
