#pragma once

#include "worlds/config_author.hpp"
#include "worlds/hook_scripts.hpp"
#include "worlds/part.hpp"

#include <cstdint>
#include <string>

namespace worlds {

/// The acts of users by hand: with helm, with kubectl, and with the files of hooks.
class user_hands : public part {
public:
  user_hands(stage& around, config_author& config, hook_scripts& scripts)
    : part(around), config_(config), scripts_(scripts) {}

  /// @returns false if there was no target for it.
  bool begin(const trouble& x);
  void end(const trouble& x);

private:
  void delete_again(const std::string& module, std::int64_t until_us);
  /// Edits the object of a module as `kubectl edit` does. @returns false if there is none
  bool edit(const std::string& module);
  void edit_again(const std::string& module, std::int64_t until_us);

  config_author& config_;
  hook_scripts& scripts_;
};

} // namespace worlds
