#pragma once

#include "core/config/config_sections.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace core::config {

/// The time for which a ConfigMap still counts that is deleted while the operator runs. Tools that replace
/// objects bring it back within seconds, and a person who has deleted it by mistake within minutes; a user
/// who wants no configuration makes an empty ConfigMap.
inline constexpr std::chrono::minutes absence_patience{10};

/// A ConfigMap with a user's content that has been deleted, as long as it may come back. A ConfigMap that
/// hooks alone have made meanwhile is no return. A part of the CONFIG WATCHER, which counts the time.
class config_map_absence {
public:
  /// The effect of a new content on an absence.
  enum class event { none, begins, ends };

  /// Takes the present state of the ConfigMap.
  /// @param before the configuration in use; null: the first configuration has not come
  event on_read(const configuration& now, const std::shared_ptr<const configuration>& before);
  /// The time is over.
  /// @returns the present state of the ConfigMap; empty if it has come back since that absence began
  [[nodiscard]] std::optional<configuration> give_up(std::uint64_t number);

  /// The configuration to use in place of a new content, which `on_read` has seen.
  [[nodiscard]] configuration used(configuration now) const;
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

private:
  struct absent {
    std::shared_ptr<const configuration> last; ///< with a user's content
    configuration now;
  };

  std::optional<absent> absent_;
  std::uint64_t number_ = 0; ///< of the last absence
};

} // namespace core::config
