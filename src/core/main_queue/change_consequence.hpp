#pragma once

#include <string>
#include <variant>
#include <vector>

namespace core::main_queue {

/// The facts of a change of merged values that decide about its consequences.
struct change_facts {
  bool global = false;              ///< the section `global`
  bool wishes = false;              ///< flags of the ConfigMap, of known or unknown modules, or authors of sections
  bool unblocked = false;           ///< a section that could not be used can be used now
  std::vector<std::string> flags;   ///< modules with a changed flag
  std::vector<std::string> modules; ///< modules with a changed section
  std::string by{};                 ///< for people: a hook, or the writers of the ConfigMap
};

/// The work that the lifecycle has to do because of a change.
struct nothing_follows {};
/// All modules are reloaded.
struct reload_follows {
  std::string event; ///< why, for dumps and traces
  std::string by{};  ///< as in `change_facts`; empty: not known
};
/// Only these modules run.
struct runs_follow {
  std::vector<std::string> modules;
  std::string event;
};
using consequence = std::variant<nothing_follows, reload_follows, runs_follow>;

/// A change of global values or flags concerns all modules; a change of a module's section concerns only that
/// module (LIFECYCLE-STEPS 13, 14 and 16).
[[nodiscard]] consequence consequence_of(const change_facts& x);

} // namespace core::main_queue
