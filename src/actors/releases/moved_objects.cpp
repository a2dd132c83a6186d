#include "actors/releases/moved_objects.hpp"

#include "actors/releases/template_search.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/revision_contents.hpp"
#include "core/values/names.hpp"

#include <set>
#include <string>
#include <utility>

namespace actors::releases {

namespace {

std::set<std::string> enabled_modules(const text::json& values) {
  std::set<std::string> found;
  const auto* global = values.is_object() ? values.find(core::values::global_key) : nullptr;
  const auto* names =
    global != nullptr && global->is_object() ? global->find(core::values::enabled_modules_key) : nullptr;
  if (names == nullptr || !names->is_array()) return found;
  for (const auto& name : names->as_array())
    if (name.is_string()) found.insert(name.as_string());
  return found;
}

} // namespace

void find_moved(helm_parts& parts, const core::releases::planned_upgrade& upgrade, const application_chart& chart,
                std::function<void(const std::vector<core::releases::shared_object>&)> then) {
  const auto gone = core::releases::objects_without(**upgrade.compared, *upgrade.rendered);
  auto objects = core::releases::without_shared(gone, core::releases::shared_with(gone, *upgrade.others));
  parts.records.read(upgrade.last->name, upgrade.last->revision,
                     [&parts, &chart, release = upgrade.release, objects = std::move(objects),
                      then = std::move(then)](const base::result<std::string>& record) {
                       const auto now = chart.contents();
                       const auto before = record.and_then(core::releases::read_revision_contents);
                       // A record that cannot be read may be of another chart.
                       const bool is_changed =
                         !before || before->files != now.files || before->metadata != now.metadata;
                       then(find_in_templates({.name = release,
                                               .namespace_name = parts.records.namespace_name(),
                                               .modules_dirs = parts.platform.modules_dirs,
                                               .on = enabled_modules(now.values),
                                               .asks_modules_that_are_off = is_changed},
                                              objects));
                     });
}

} // namespace actors::releases
