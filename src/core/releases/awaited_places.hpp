#pragma once

#include "core/releases/script_doubt.hpp"
#include "core/values/value_source.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// Modules that wait for lost sources of their values to come back: their upgrade is held, or the "no" of
/// their `enabled` script is in doubt. Bound: an entry for each module.
class awaited_places {
public:
  /// The present sources of a module's values.
  using standing_of = std::function<values::value_standing(const std::string& module)>;

  /// The upgrade of the module is held, and its values had these sources then.
  void hold(const std::string& module, values::value_standing standing) { held_[module] = std::move(standing); }
  void release(const std::string& module) { held_.erase(module); }
  /// Replaces the modules whose script is in doubt.
  void doubt(std::vector<refused_module> modules) { doubted_ = std::move(modules); }

  /// @returns the held modules whose sources have changed so that their upgrade is decided again, each change
  /// once
  [[nodiscard]] std::set<std::string> take_changed(const standing_of& now);
  /// Forgets the doubted modules that lack no source of their values any more.
  /// @returns true if there were any
  [[nodiscard]] bool take_settled(const standing_of& now);

private:
  std::map<std::string, values::value_standing> held_;
  std::vector<refused_module> doubted_;
};

} // namespace core::releases
