// If the `enabled` script of an enabled module says no and writes to stderr, the module stays as it is, and
// is reported as a problem.
#include "worlds/rule.hpp"

#include "core/releases/release.hpp"
#include "worlds/operator_life.hpp"

#include <algorithm>
#include <set>

namespace worlds {

namespace {

class doubted_no_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    doubted_.clear();
    once_refused_.clear();
  }

  /// A removal that an earlier operator has begun goes on, whatever the script says now.
  void life_begins() override {
    cluster_changes();
    for (const auto& x : planned().modules) {
      const auto latest = helm().latest(x.name);
      if (latest
          && (latest->status != "deployed"
              || latest->labels.contains(std::string(core::releases::module_uninstall_label))))
        once_refused_.insert(x.name);
    }
  }
  void cluster_changes() override {
    if (world_.config().is_away()) return;
    for (const auto& x : planned().modules)
      if (!is_flagged(planned(), x, api())) once_refused_.insert(x.name);
  }

  void answers(const test::hook_run& run, bool has_words) override {
    const auto module = owner_of(run);
    doubted_.erase(module);
    if (run.enabled == "true") return;
    if (has_words)
      doubted_.insert(module);
    else
      once_refused_.insert(module);
    if (has_words && !once_refused_.contains(module)) holds();
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb == "uninstall") check(x.release, "release " + x.release + " is uninstalled");
  }
  void begins(const begun_run& x) override {
    if (x.run.reasons() == "afterDeleteHelm") check(owner_of(x.run), x.run.script + " cleans up");
  }

  /// Such a module stays until a reload in which its script says no without writing to stderr. A user causes
  /// such a reload.
  void settles() override {
    if (is_broken() || life() == nullptr) return;
    const auto described = life()->describe();
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
        return broken(module + " is on although its script says no, and /readyz does not name it");
    }
    world_.here().agenda.at(now_us() + 1, [this] {
      world_.here().note("# somebody has the scripts asked again");
      world_.config().edit("global", [](const text::json& section) { return section.with("asked", "again"); });
    });
    world_.advance_to(now_us() + settle_us);
  }

private:
  /// Reports a removal in this life with no other reason than a "no" with output on stderr.
  void check(const std::string& module, const std::string& what) {
    if (doubted_.contains(module) && !once_refused_.contains(module))
      broken(what + ", and only a \"no\" with words on stderr has wanted that");
  }

  std::set<std::string> doubted_; ///< modules with a "no" with output on stderr as the last answer
  /// Modules that, in this life, a flag or a script without output on stderr has switched off.
  std::set<std::string> once_refused_;
};

const registered<doubted_no_rule> entry{"doubted-no"};

} // namespace

} // namespace worlds
