// /metrics has the last report of each hook.
#include "worlds/rule.hpp"

#include "worlds/metrics_page.hpp"

#include <cstddef>

namespace worlds {

namespace {

class hook_metrics_rule final : public rule {
public:
  using rule::rule;

  void ends(const end_of_world& x) override {
    const metrics_page of_hooks(x.hook_metrics, "");
    for (const auto& module : planned().modules)
      if (module.counts && x.enabled.contains(module.name)) check_reported(of_hooks, module.name);
  }

private:
  /// The last report of the hook that counts: a number, and a series for each item.
  void check_reported(const metrics_page& page, const std::string& module) {
    holds();
    const auto items = items_of(api(), module);
    const auto said = page.sum("items_counted", {{"module", module}});
    expect(said == items.size(), "items that the hook of " + module + " has counted", said,
           std::to_string(items.size()));
    text_map listed;
    for (const auto& x : page.of("item_listed"))
      if (x.labels.contains("module") && x.labels.at("module") == module) listed[x.labels.at("item")] = "";
    text_map wanted;
    for (const auto& [item, payload] : items) wanted[item] = "";
    expect(listed == wanted, "items that the hook of " + module + " lists, which are " + joined(listed), listed.size(),
           joined(wanted));
  }

  void expect(bool is_right, const std::string& items, std::size_t said, const std::string& counted) {
    if (is_right || is_broken()) return;
    broken("/metrics has " + std::to_string(said) + " " + items + ", the world has counted " + counted);
  }
};

const registered<hook_metrics_rule> entry{"hook-metrics"};

} // namespace

} // namespace worlds
