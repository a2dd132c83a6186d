#pragma once

#include "core/modules/discovered_modules.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::modules {

/// The time between the line that names a release and its removal, if only a global hook or an `enabled`
/// script wishes the removal. Such a wish may be the effect of a short absence. A removal that a user has
/// written has no grace. Held in memory only, so it begins anew after a restart. Bound: an entry for each
/// release that is wished away.
class removal_grace {
public:
  /// The same moment on a steady clock, and on the wall clock; microseconds.
  struct moment {
    std::int64_t steady_us = 0;
    std::int64_t wall_us = 0;
  };
  /// The values that users have changed with an edit of the ConfigMap.
  struct edit {
    bool global = false;             ///< the section `global`
    bool flags = false;              ///< a flag, which changes the modules that scripts see
    std::set<std::string> modules{}; ///< with a changed section
  };
  /// The wishes of a discovery.
  struct wishes {
    std::set<std::string> all{};     ///< releases that a hook or a script wishes away, kept or not
    std::set<std::string> kept{};    ///< members of `all` that this discovery keeps for their grace
    std::set<std::string> enabled{}; ///< modules without a doubt about them
    bool counts = true;              ///< false: the discovery must be repeated
  };
  struct news {
    std::vector<std::string> named; ///< their grace begins
    std::vector<std::string> stay;  ///< the hook or the script has changed its mind in time
  };

  /// @param grace 0: each wish counts at once
  explicit removal_grace(std::chrono::milliseconds grace) : grace_(grace) {}

  /// Notes an edit. A wish that follows from it is written, and counts at once.
  void edited(const edit& x);
  /// Notes that the module has run since the last edit, and that its script still says yes.
  void ran(const std::string& module) { edits_.modules.erase(module); }

  /// The script says no, and an edit is not the reason, because the script may say no without the edit, too.
  void deny_edit(const std::string& module) { not_by_edit_.insert(module); }

  /// Whether a wish of this discovery is kept. @param by script or flag
  [[nodiscard]] bool keeps(const std::string& module, removal_cause by, std::int64_t steady_us) const;
  /// The end of the grace of a module that is kept, by the wall clock.
  [[nodiscard]] std::int64_t ends_us(const std::string& module, const moment& now) const;
  [[nodiscard]] news discovered(const wishes& found, const moment& now);

  /// The end of the next grace, by the steady clock; empty: no grace lasts.
  [[nodiscard]] std::optional<std::int64_t> next_end_us(std::int64_t steady_us) const;
  /// True if the grace of a release is over and no discovery has counted since.
  [[nodiscard]] bool is_any_over(std::int64_t steady_us) const;

private:
  struct leaving {
    moment end;
    bool goes = false; ///< a discovery has decided its removal, which may be tried more than once
  };
  [[nodiscard]] bool is_written(const std::string& module, removal_cause by) const;

  std::chrono::microseconds grace_;
  edit edits_;                             ///< since the last discovery that counts
  std::set<std::string> not_by_edit_;      ///< modules whose script says no for another reason; likewise
  std::map<std::string, leaving> leaving_; ///< by release
};

/// The words for a module that is kept until its grace is over.
/// @param setter the hook that has switched the flag off; empty: not known
/// @param ends the time, for people
[[nodiscard]] script_doubt grace_of_flag(const std::string& module, const std::string& setter, const std::string& ends);
/// @param reason the reason that the script gives; may be empty
[[nodiscard]] script_doubt grace_of_script(const std::string& reason, const std::string& ends);

} // namespace core::modules
