// The look at flags that decide only because the order of their sources is another one.
#include "actors/supervision/module_discovery.hpp"
#include "core/releases/flag_order_label.hpp"
#include "core/values/names.hpp"

namespace actors::supervision {

void module_discovery::note_changed_order() {
  for (const auto& release : facts_.released) {
    const auto& name = release.name;
    const auto flag = flags_.find(name);
    const auto by = decided_by_.find(name);
    // The order does not change while the process runs: the flag of an active module was changed.
    if (!release.owned || facts_.active.contains(name) || flag == flags_.end() || flag->second
        || by == decided_by_.end())
      continue;
    const auto label = release.value_labels.find(std::string(core::releases::flag_order_label));
    const core::releases::deciding_flag x{by->second, release.want,
                                          label == release.value_labels.end() ? std::string() : label->second};
    if (!core::releases::decides_by_order_alone(x, scope_.flag_order)) continue;
    const auto key = core::values::enabled_key(core::values::to_camel(name));
    before_scripts_.misspelt.insert_or_assign(
      name, core::releases::words_on_order(key, x, scope_.flag_order, release.label_command));
    before_scripts_.switched_off.erase(name);
    facts_.switched_off.erase(name);
  }
}

} // namespace actors::supervision
