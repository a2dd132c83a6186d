#pragma once

#include "core/releases/script_doubt.hpp"
#include "core/values/value_source.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::releases {

/// The modules that wait until lost sources of their values come back: their upgrade is held, or the "no" of
/// their `enabled` script is in doubt. Bound: an entry for each module.
class awaited_places {
public:
  /// Returns the current sources of a module's values.
  using standing_of = std::function<values::value_standing(const std::string& module)>;

  /// Notes that the module's upgrade is held, with the sources of its values at that time.
  void hold(const std::string& module, values::value_standing standing) { held_[module] = std::move(standing); }
  void release(const std::string& module) { held_.erase(module); }
  /// Replaces the list of modules with a doubted script.
  void doubt(std::vector<refused_module> modules) { doubted_ = std::move(modules); }

  /// @returns the held modules with a change of sources, so that their upgrade must be decided again; each
  /// change once
  [[nodiscard]] std::set<std::string> take_changed(const standing_of& now);
  /// Forgets the doubted modules that have all sources of their values again.
  /// @returns true if there were such modules
  [[nodiscard]] bool take_settled(const standing_of& now);

private:
  std::map<std::string, values::value_standing> held_;
  std::vector<refused_module> doubted_;
};

} // namespace core::releases
