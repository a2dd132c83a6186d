#pragma once

#include "core/webhooks/certificate_plan.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

namespace core::webhooks {

/// Slows the operator down if it writes its certificates again and again, because they do not stay as they
/// are written: another operator uses the same Secret, a policy changes it, or another client writes it at
/// the same time. Without pauses each write would follow the previous write at once.
///
/// The first step of a kind is made at once. A further step of the same kind waits: 1 s at first, doubled up
/// to 5 minutes. If no such step comes for ten minutes after the end of the last pause, the next step is made
/// at once again. Certificates that stay as they are written never need the same step twice in that time. All
/// times are of a steady clock, in microseconds.
class certificate_pace {
public:
  /// Decides when a step that is due is made: now (0), or after this time. During a pause the answer is its
  /// rest.
  [[nodiscard]] std::chrono::microseconds wait_before(certificate_step step, std::int64_t now_us);
  /// The step was made.
  void made(certificate_step step, std::int64_t now_us);

  /// The length of the longest of the last pauses; 0: no step has had two pauses lately.
  [[nodiscard]] std::chrono::microseconds pause(std::int64_t now_us) const;
  /// The time until the end of the next pause; empty: there is no pause.
  [[nodiscard]] std::optional<std::chrono::microseconds> next_step(std::int64_t now_us) const;
  /// The time after which `pause` may be another without a further step; empty: it stays 0.
  [[nodiscard]] std::optional<std::chrono::microseconds> next_end(std::int64_t now_us) const;

private:
  struct row {
    std::int64_t made_us = 0;
    std::int64_t pause_end_us = 0;
    std::uint64_t pauses = 0;
  };

  std::map<certificate_step, row> rows_; ///< bound: the kinds of steps
};

} // namespace core::webhooks
