// A module that is on stays as it is, and is named, while its `enabled` script says no and writes to stderr.
#include "worlds/operator_life.hpp"
#include "worlds/world.hpp"

#include "core/releases/release.hpp"

#include <algorithm>

namespace worlds {

/// A removal that an earlier operator has begun goes on, whatever the script says now.
void world::begin_doubts() {
  for (const auto& x : plan_.modules) {
    const auto latest = helm_.latest(x.name);
    if (latest
        && (latest->status != "deployed"
            || latest->labels.contains(std::string(core::releases::module_uninstall_label))))
      once_refused_.insert(x.name);
  }
}

void world::note_flags() {
  for (const auto& x : plan_.modules)
    if (!is_flagged(plan_, x, api_)) once_refused_.insert(x.name);
}

void world::note_answer(const test::hook_run& run, bool has_words) {
  const auto module = run.script.substr(0, run.script.find('/'));
  doubted_.erase(module);
  if (run.enabled == "true") return;
  if (has_words)
    doubted_.insert(module);
  else
    once_refused_.insert(module);
  if (has_words && !once_refused_.contains(module)) ++seen_.rules["doubt"];
}

/// No other source than a "no" with words has wanted the module to go in this life.
void world::check_doubt(const std::string& module, const std::string& what) {
  if (doubted_.contains(module) && !once_refused_.contains(module))
    breach_of("doubt", what + ", and only a \"no\" with words on stderr has wanted that");
}

/// Such a module stays until a reload in which its script says no without a word. A user makes one.
void world::ask_doubted_again() {
  if (!breaches_.empty() || !life_) return;
  const auto described = life_->describe();
  const auto is_kept = [&](const std::string& module) {
    return std::find(described.enabled_modules.begin(), described.enabled_modules.end(), module)
           != described.enabled_modules.end();
  };
  if (std::none_of(doubted_.begin(), doubted_.end(), is_kept)) return;
  for (const auto& module : doubted_) {
    const auto names_it = [&](const std::string& problem) {
      return problem.starts_with("module '" + module + "' is neither run nor deleted: its enabled script said no");
    };
    if (is_kept(module) && std::none_of(described.problems.begin(), described.problems.end(), names_it))
      return breach_of("doubt", module + " is on although its script says no, and /readyz does not name it");
  }
  agenda_.at(now_us_ + 1, [this] {
    note("# somebody has the scripts asked again");
    edit_config("global", [](const text::json& section) { return section.with("asked", "again"); });
  });
  advance_to(now_us_ + settle_us);
}

} // namespace worlds
