#pragma once

#include "core/config/config_sections.hpp"

#include <map>
#include <memory>
#include <string>

namespace core::config {

/// Orders the configurations that come to the VALUES STORE in two ways: whole configurations from the
/// SUPERVISOR, and single sections that a commit has read or written. Such a section may be newer than a
/// whole configuration that is still on its way. The newer configuration has the higher number
/// (`configuration::number`).
class configuration_order {
public:
  using configuration_ptr = std::shared_ptr<const configuration>;

  /// A whole configuration has come and will be applied in its turn.
  /// @returns the changes from the last configuration that has come.
  [[nodiscard]] configuration_change arrived(const configuration_ptr& x);
  /// A commit has read or written this section.
  void found(const std::string& key, configuration_ptr x);
  /// @returns the configuration to apply now: `x` with newer content of single sections.
  [[nodiscard]] configuration apply(const configuration& x);

private:
  configuration_ptr last_arrived_;
  std::map<std::string, configuration_ptr> found_; ///< by key; bound: the sections that hooks write
};

} // namespace core::config
