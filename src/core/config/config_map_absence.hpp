#pragma once

#include "core/config/config_sections.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace core::config {

/// The time for which a deleted ConfigMap still counts. A tool that replaces objects brings it back within
/// seconds, a user who has deleted it by mistake within minutes. A user who wants no configuration makes an
/// empty ConfigMap.
inline constexpr std::chrono::minutes absence_patience{10};

/// The time for which an incomplete ConfigMap has no effect: it has come back without some of its keys, or an
/// edit has removed all of several keys at once. Scripts and tools make an empty ConfigMap and then fill it,
/// a request for each key. During this time missing keys do not count as removed.
inline constexpr std::chrono::seconds filling_patience{10};

/// The absence of a ConfigMap with a user's content, as long as it may come back. A ConfigMap that only hooks
/// have made meanwhile does not end the absence. A ConfigMap that comes back without some of its keys, or
/// that is emptied in place, is being filled: it counts when all keys are back, or after `filling_patience`
/// as it is then. A part of the CONFIG WATCHER, which counts the time.
class config_map_absence {
public:
  /// The effect of a new content on an absence.
  enum class event { none, begins, fills, ends };

  /// Takes the present state of the ConfigMap.
  /// @param before the configuration in use; null: the first configuration has not come
  event on_read(const configuration& now, const std::shared_ptr<const configuration>& before);
  /// Ends the absence with this number when its time has passed.
  /// @returns the present state of the ConfigMap; empty if the absence has ended before
  [[nodiscard]] std::optional<configuration> give_up(std::uint64_t number);

  /// The configuration to use in place of a new content, which `on_read` has seen.
  [[nodiscard]] configuration used(configuration now) const;
  /// True while an earlier content counts in place of the present one.
  [[nodiscard]] bool is_running() const noexcept { return absent_.has_value(); }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// The keys that the ConfigMap had and that it lacks now, and the flags among them that switch a module on,
  /// for people. Empty: no absence is running, or all keys are there.
  [[nodiscard]] std::string words_of_missing() const;

private:
  struct absent {
    std::shared_ptr<const configuration> last; ///< with a user's content
    configuration now;
    bool is_filling = false; ///< it lacked keys when it came back, or was emptied
  };

  std::optional<absent> absent_;
  std::uint64_t number_ = 0; ///< of the last absence
};

} // namespace core::config
