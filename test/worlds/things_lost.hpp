#pragma once

#include "worlds/config_author.hpp"
#include "worlds/part.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace worlds {

/// Files or flags that are lost while no operator runs, and that come back or whose loss is confirmed.
class things_lost : public part {
public:
  things_lost(stage& around, config_author& config) : part(around), config_(config) {}

  /// Takes the thing away that the trouble names.
  /// @returns false if no release, or too few releases, would lose what wants them
  bool begin(const trouble& x);
  /// A user confirms the removal of the releases by flags of the ConfigMap.
  void confirm();
  /// Puts the thing back. A flag that a user has written meanwhile stays.
  void end();

  [[nodiscard]] bool is_on() const { return is_on_; }
  /// Releases with a module that nothing switches on while the thing is lost; empty: no loss.
  [[nodiscard]] const std::set<std::string>& releases() const { return releases_; }
  /// Whether each of the releases is held; otherwise one of them goes at once if it is the only one.
  [[nodiscard]] bool is_single_held() const { return thing_ == lost_hook || thing_ == lost_values; }

private:
  [[nodiscard]] std::set<std::string> releases_that_lose() const;
  [[nodiscard]] bool loses(const module_plan& x) const;
  void move_away(const std::string& path);

  config_author& config_;
  bool is_on_ = false;
  std::string thing_;
  std::set<std::string> releases_;
  std::vector<std::string> away_; ///< files and directories, by their places in the tree
};

} // namespace worlds
