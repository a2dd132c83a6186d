// A hook changes a value and an object in the same run: the value is visible only when the object exists.
#include "worlds/rule.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace worlds {

namespace {

class object_before_value_rule final : public rule {
public:
  using rule::rule;

  void time_passes() override {
    if (std::exchange(last_ordered_, api().revision()) == api().revision()) return;
    for (const auto& x : planned().modules)
      if (x.orders)
        if (const auto object = api().object("ConfigMap", operator_namespace, x.name + "-ordered"))
          ordered_[x.name].insert(object->find("data")->string_at("items").value_or(""));
  }

  /// When a run sees the value, the object of the same run must exist.
  void begins(const begun_run& x) override {
    const auto& run = x.run;
    const auto* module = module_named(owner_of(run));
    if (module == nullptr || !module->orders) return;
    const auto value = run.value("/" + module->name + "/ordered");
    if (!value.is_string() || value.as_string() == "none") return;
    holds();
    if (!ordered_[module->name].contains(value.as_string()))
      broken(run.script + " sees the value '" + value.as_string() + "' of a run whose object has not been made");
  }

private:
  /// Module -> contents that the object of its hook has had.
  std::map<std::string, std::set<std::string>> ordered_;
  std::uint64_t last_ordered_ = 0; ///< revision of the API server at the last note
};

const registered<object_before_value_rule> entry{"object-before-value"};

} // namespace

} // namespace worlds
