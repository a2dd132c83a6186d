#pragma once

#include "worlds/world.hpp"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace worlds {

struct broken_world {
  std::uint64_t seed = 0;
  breach what;
};

/// The findings of a range of seeds.
struct crew_report {
  std::uint64_t worlds = 0;
  std::vector<broken_world> broken; ///< by seed
  coverage seen;
  /// Worlds in which a worker has died: the rest of its worlds was not played.
  std::vector<std::uint64_t> cut_short;
};

struct crew_options {
  std::uint64_t first = 1;
  std::uint64_t worlds = 100;
  unsigned jobs = 1;
  std::set<trouble_kind> faults; ///< empty: all
  bool until_broken = false;     ///< ends with the first world that breaks a rule
  /// Called about once a second with the numbers of worlds so far and of worlds among them that broke a rule.
  std::function<void(std::uint64_t worlds, std::uint64_t broken)> on_progress;
  std::function<void(const broken_world&)> on_broken; ///< called at once, in no order
};

/// Plays the seeds `first`, `first + 1`, … in that many processes of this program. Call it while there is a
/// single thread.
[[nodiscard]] crew_report play_worlds(const crew_options& options);

/// The result of a world.
struct played_world {
  std::vector<breach> breaches;
  std::vector<std::string> journal;
  coverage seen;
  std::uint64_t trace_digest = 0;
};

/// Plays a world. A failed check or an exception in it is a breach of the rule `crash`.
[[nodiscard]] played_world play_world(const plan& what);

} // namespace worlds
