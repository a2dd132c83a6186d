#pragma once

#include "actors/messages/supervisor.hpp"
#include "core/metrics/registry.hpp"
#include "core/modules/problem_ledger.hpp"
#include "core/releases/drift_report.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace actors::supervision {

/// The objects of releases whose fields differ from their charts, for people. A part of the SUPERVISOR.
class known_drift {
public:
  /// @param problems gets a problem for each release with drift
  explicit known_drift(core::modules::problem_ledger& problems) : problems_(problems) {}

  /// Takes the present drift of a release, and logs drift that is new. The RELEASE WATCHER logs its end.
  /// @param now_us wall clock
  void note(const messages::drift_found& x, std::int64_t now_us);

  /// The number of objects of a module's release with drift.
  [[nodiscard]] std::size_t count(const std::string& module) const;

private:
  core::modules::problem_ledger& problems_;
  std::map<std::string, std::vector<core::releases::drifted_object>> objects_; ///< bound: the number of modules
};

} // namespace actors::supervision
