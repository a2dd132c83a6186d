#pragma once

#include "core/config/config_sections.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace actors::values {

/// How long a ConfigMap that goes while the operator runs still counts. Tools that replace objects bring it back within
/// seconds, and a person who has deleted it by mistake within minutes; whoever means it makes an empty one.
inline constexpr std::chrono::minutes absence_patience{10};

/// A ConfigMap that somebody had written and that has gone, as long as it may come back. One that hooks alone have made
/// meanwhile is no return. A part of the CONFIG WATCHER, which counts the time.
class config_map_absence {
public:
  /// The effect of a new content on an absence.
  enum class event { none, begins, ends };

  /// Takes what there is of the ConfigMap now.
  /// @param before the configuration in use; null: the first one has not come
  event take(const core::config::configuration& now, const std::shared_ptr<const core::config::configuration>& before);
  /// The time is over.
  /// @returns what there is of the ConfigMap; nothing if it has come back since that absence began
  [[nodiscard]] std::optional<core::config::configuration> give_up(std::uint64_t number);

  /// The configuration to use in place of a new content, which `take` has seen.
  [[nodiscard]] core::config::configuration used(core::config::configuration now) const;
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

private:
  struct absent {
    std::shared_ptr<const core::config::configuration> last; ///< that somebody had written
    core::config::configuration now;
  };

  std::optional<absent> absent_;
  std::uint64_t number_ = 0; ///< of the last absence
};

} // namespace actors::values
