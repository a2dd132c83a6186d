#pragma once

#include "trace/read/recorded_run.hpp"

#include <cstdint>
#include <string>

namespace trace::read {

/// A length of time for people: `0.327 s`, `3 min 5 s`, `2 h 50 min`, `12 d 3 h`.
[[nodiscard]] std::string words_of_duration(std::int64_t us);

/// Times of a run for people: the time of the day in UTC, as logs have it, and the time since the
/// beginning of the run.
class time_words {
public:
  /// @param end_us a time on the day that `head` names; times on this day are shown without a date
  time_words(std::int64_t begin_us, std::int64_t end_us) : begin_us_(begin_us), end_us_(end_us) {}
  explicit time_words(const recorded_run& run) : time_words(run.begin_us(), run.last_us()) {}

  /// The line before times: `times are UTC of 2026-11-26; the run began at 00:22:07.164`, with its end.
  [[nodiscard]] std::string head() const;
  /// The line before a report that has a line for each day: `times are UTC; the run began on 2026-11-26 at
  /// …`.
  [[nodiscard]] std::string head_of_report() const;
  /// `03:12:07.412`; if the day is not the day in the head, with the date: `2026-11-25 23:12:07.412`.
  [[nodiscard]] std::string clock(std::int64_t time_us) const;
  /// With the time since the beginning: `03:12:07.412 (+2 h 50 min)`.
  [[nodiscard]] std::string both(std::int64_t time_us) const;

private:
  std::int64_t begin_us_;
  std::int64_t end_us_;
};

} // namespace trace::read
