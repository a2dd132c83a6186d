// Of a module that a user has paused, no hook begins, and its release stays as it is.
#include "worlds/rule.hpp"

#include <map>
#include <set>
#include <string>

namespace worlds {

namespace {

class paused_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    paused_.clear();
    under_way_.clear();
  }

  void handles(const trace::event& event) override {
    constexpr std::string_view owner = "module ";
    if (event.type == "set_paused" && event.receiver.starts_with(owner))
      return event.summary == "paused" ? pause(event.receiver.substr(owner.size()))
                                       : static_cast<void>(paused_.erase(event.receiver.substr(owner.size())));
    const std::string module(event.fact("module"));
    if (module.empty()) return;
    const auto task = std::string(event.fact("task")) + " " + std::string(event.fact("hook"));
    if (event.type == "execute_task" && event.sender.starts_with("queue ")) under_way_[module].insert(task);
    if (event.type != trace::trace_span::task) return;
    under_way_[module].erase(task);
    if (const auto at = paused_.find(module); at != paused_.end()) at->second.erase(task);
  }

  void begins(const begun_run& x) override {
    if (is_enabled_script(x.run) || is_free(owner_of(x.run))) return;
    broken(x.run.script + " begins although its module is paused");
  }
  void helm_begins(const helm_work& x) override {
    if (x.verb != "upgrade" && x.verb != "uninstall") return;
    if (!is_free(x.release)) broken(x.verb + " of the release " + x.release + " begins although its module is paused");
  }

private:
  void pause(const std::string& module) {
    holds();
    paused_[module] = under_way_[module];
  }
  /// A task that was under way when the pause began may come to its end.
  [[nodiscard]] bool is_free(const std::string& module) const {
    const auto at = paused_.find(module);
    return at == paused_.end() || !at->second.empty();
  }

  std::map<std::string, std::set<std::string>> paused_; ///< module -> its tasks from before the pause
  std::map<std::string, std::set<std::string>> under_way_;
};

const registered<paused_rule> entry{"paused"};

} // namespace

} // namespace worlds
