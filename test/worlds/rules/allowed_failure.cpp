// A run that may fail is repeated if an outage of the API server has stopped it.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"
#include "worlds/tree_texts.hpp"

#include <set>

namespace worlds {

namespace {

class allowed_failure_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { stopped_.clear(); }

  void logs(const std::string& line) override {
    const bool has_failed = line.find(" hook_failed ") != line.npos;
    if (!field_of(line, "hook").ends_with(lax_script)) return;
    const auto module = field_of(line, "module");
    if (line.find(" hook_finished ") != line.npos) stopped_.erase(module);
    // The operator has ended the run itself, because the module goes.
    if (!has_failed || line.find("WARN") == line.npos) return;
    if (line.find(" consequence=") != line.npos) return static_cast<void>(stopped_.erase(module));
    holds();
    stopped_.insert(module);
  }

  void ends(const end_of_world& end) override {
    for (const auto& module : stopped_)
      if (end.enabled.contains(module))
        broken("the last run of " + module + lax_script + " was stopped by an outage, and is not repeated");
  }

private:
  std::set<std::string> stopped_; ///< modules: the last run of their hook has failed, and not as one that may fail
};

const registered<allowed_failure_rule> entry{"allowed-failure"};

} // namespace

} // namespace worlds
