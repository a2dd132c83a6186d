#pragma once

#include "core/releases/manifest.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace core::releases {

/// Decides when a missing object of a release is created again: at once, unless another program deletes it
/// again and again. In this case each repair waits twice as long as the previous repair, at most `wait_max`,
/// until the object stays. Times are from a steady clock.
class missing_object_backoff {
public:
  /// The number of losses that are repaired at once, because a user may well delete an object twice.
  static constexpr unsigned losses_at_once = 2;
  static constexpr std::chrono::microseconds first_wait = std::chrono::seconds(10);
  static constexpr std::chrono::microseconds wait_max = std::chrono::minutes(10);
  /// The time for which an object must exist, in addition to its last wait, before it counts as stable.
  static constexpr std::chrono::microseconds stay_min = std::chrono::minutes(10);

  /// An object of a release.
  struct subject {
    std::string release;
    manifest_object object;
    friend auto operator<=>(const subject&, const subject&) = default;
  };
  struct loss {
    unsigned number = 0;                    ///< consecutive losses
    std::chrono::microseconds repair_in{0}; ///< wait before the repair; 0: now
    bool is_new = false;                    ///< false: the loss was known
  };
  /// An object that is deleted again and again.
  struct restless {
    manifest_object object;
    unsigned losses = 0;
    std::chrono::microseconds wait{0}; ///< wait before the last repair
    bool is_there = false;             ///< it exists now, and is not forgotten before it has stayed
  };

  /// Notes that the object was deleted, or is still missing.
  loss gone(const subject& x, std::int64_t now_us);
  /// Notes that the object exists.
  void there(const manifest_object& x, std::int64_t now_us);
  /// Notes that Helm has created all objects of the release.
  void made(const std::string& release, std::int64_t now_us);
  /// Forgets a release that must not have objects any more.
  void forget(const std::string& release);

  /// Returns the repairs that are due, each once.
  [[nodiscard]] std::vector<subject> take_due(std::int64_t now_us);
  /// Forgets stable objects. @returns their releases.
  [[nodiscard]] std::vector<std::string> take_settled(std::int64_t now_us);
  /// The next time at which `take_due` or `take_settled` has something to return; nullopt: never.
  [[nodiscard]] std::optional<std::int64_t> next_us() const;
  /// The objects of the release that are deleted again and again, in order.
  [[nodiscard]] std::vector<restless> restless_of(const std::string& release) const;

private:
  struct history {
    unsigned losses = 0;
    std::chrono::microseconds wait{0};
    std::int64_t due_us = 0;
    std::int64_t there_us = 0; ///< since when the object exists
    bool is_away = false;
    bool is_waiting = false; ///< a repair waits for `due_us`
    [[nodiscard]] bool is_restless() const noexcept { return losses > losses_at_once; }
    [[nodiscard]] std::int64_t settled_us() const noexcept { return there_us + (stay_min + wait).count(); }
  };
  static std::chrono::microseconds wait_after(unsigned losses);

  std::map<subject, history> known_;
};

} // namespace core::releases
