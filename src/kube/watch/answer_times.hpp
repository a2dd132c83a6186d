#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace kube::watch {

/// The times that the API server has taken for its last answers.
///
/// Bounds: the last `kept_max` answers, because a single slow answer (a long list, a webhook that is asked
/// for a write) says nothing about the server; and the last `kept_us`, because an operator at rest makes few
/// requests, and an answer in the morning says nothing about the evening.
class answer_times {
public:
  static constexpr std::size_t kept_max = 20;
  /// Fewer answers have no median.
  static constexpr std::size_t counted_min = 5;
  static constexpr std::int64_t kept_us = 120'000'000;

  /// The middle of the times, and the number of answers that it is made from; 0: too few are known.
  struct median {
    std::chrono::microseconds time{0};
    std::size_t answers = 0;
  };

  /// A request was answered, `time` after it was sent.
  /// @param now_us on a steady clock
  void note(std::chrono::microseconds time, std::int64_t now_us);
  /// @param now_us on the same clock
  [[nodiscard]] median of_last(std::int64_t now_us) const;

private:
  struct answer {
    std::int64_t at_us = 0;
    std::chrono::microseconds time{0};
  };
  std::deque<answer> last_;
};

} // namespace kube::watch
