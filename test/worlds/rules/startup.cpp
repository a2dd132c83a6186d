// onStartup hooks run once for each time that their module is enabled.
#include "worlds/rule.hpp"

#include <map>

namespace worlds {

namespace {

class startup_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override { started_.clear(); }

  void handles(const trace::event& event) override {
    constexpr std::string_view module = "module ";
    if (event.type == "set_enabled" && event.summary == "disabled" && event.receiver.starts_with(module))
      started_[event.receiver.substr(module.size())] = false;
    // A hook may still begin after the module was disabled, so the end of the deletion counts, too.
    if (event.type == "drop_module_values" && event.sender.starts_with(module))
      started_[event.sender.substr(module.size())] = false;
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb == "uninstall") started_[x.release] = false;
  }

  /// A module has started when a hook runs that comes after its onStartup hooks. That the onStartup hooks
  /// have exited with 0 does not prove that their output could be read.
  void begins(const begun_run& x) override {
    if (is_enabled_script(x.run)) return;
    const auto owner = owner_of(x.run);
    const auto reasons = x.run.reasons();
    if (reasons != "onStartup") {
      if (started_[owner]) holds();
      started_[owner] = reasons != "afterDeleteHelm";
      return;
    }
    if (started_[owner]) broken(x.run.script + " ran onStartup twice for one enabling");
  }

private:
  std::map<std::string, bool> started_; ///< modules with a hook that has begun after their onStartup hooks
};

const registered<startup_rule> entry{"startup"};

} // namespace

} // namespace worlds
