#pragma once

#include "core/config/config_sections.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace actors::values {

/// The time for which a ConfigMap still counts that is deleted while the operator runs. Tools that replace
/// objects bring it back within seconds, and a person who has deleted it by mistake within minutes; a user
/// who wants no configuration makes an empty ConfigMap.
inline constexpr std::chrono::minutes absence_patience{10};

/// The time for which a ConfigMap that comes back empty has no effect yet: scripts and tools make an empty one, and then
/// fill it key by key, a request each. Of a part of the keys nothing can be concluded meanwhile.
inline constexpr std::chrono::seconds filling_patience{10};

/// A ConfigMap with a user's content that has been deleted, as long as it may come back. A ConfigMap that
/// hooks alone have made meanwhile is no return. One that comes back empty is being filled: it counts when all
/// keys are back, or after a while as it is then. A part of the CONFIG WATCHER, which counts the time.
class config_map_absence {
public:
  /// The effect of a new content on an absence.
  enum class event { none, begins, fills, ends };

  /// Takes the present state of the ConfigMap.
  /// @param before the configuration in use; null: the first configuration has not come
  event take(const core::config::configuration& now, const std::shared_ptr<const core::config::configuration>& before);
  /// The time is over.
  /// @returns the present state of the ConfigMap; empty if it has come back since that absence began
  [[nodiscard]] std::optional<core::config::configuration> give_up(std::uint64_t number);

  /// The configuration to use in place of a new content, which `take` has seen.
  [[nodiscard]] core::config::configuration used(core::config::configuration now) const;
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }

private:
  struct absent {
    std::shared_ptr<const core::config::configuration> last; ///< with a user's content
    core::config::configuration now;
    bool is_filling = false; ///< it was empty when it came back
  };

  std::optional<absent> absent_;
  std::uint64_t number_ = 0; ///< of the last absence
};

} // namespace actors::values
