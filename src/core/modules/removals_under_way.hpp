#pragma once

#include "core/modules/recent_removals.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core::modules {

/// The removals of releases that were decided, and that Helm has not ended: the objects of such a release are
/// still there, and its removal may take as long as the Jobs of its chart. Until the end a removal is a line
/// of its own among the recent removals. Bound: the releases.
class removals_under_way {
public:
  explicit removals_under_way(recent_removals& ended) : ended_(ended) {}

  /// @param line for people, with its time
  /// @param now_us of a steady clock
  void begin(removed_release x, const std::string& line, std::int64_t now_us);
  /// Notes the objects that go, or have gone, with a release.
  void note_objects(const std::string& release, std::vector<std::string> objects);
  /// Helm has removed the release.
  void end(const std::string& release, std::int64_t now_us);
  /// A run of a module has succeeded. If the removal of its release is under way, it is dropped.
  void note_run(const std::string& module, std::int64_t wall_us, std::int64_t now_us);

private:
  struct removal {
    removed_release what;
    std::string line;
  };
  recent_removals& ended_;
  std::map<std::string, removal> open_;
};

} // namespace core::modules
