#include "actors/releases/helm.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/held_upgrade.hpp"

#include <utility>

namespace actors::releases {

// A chart that has lost whole directories, its Chart.yaml, or the text of templates: the objects are not to go with
// them. Single templates that are not there are not checked, but `name_losses` names the objects that go with them.

void helm_state::guard_directories(const application_ptr& x, std::function<void()> upgrade) {
  const auto last = records_.latest(x->wanted.release);
  const bool is_guarded = last && core::releases::is_own(*last, platform_)
                          && last->status != core::releases::release_status::uninstalled
                          && last->label(core::releases::chart_directories_label);
  if (!is_guarded) return upgrade();
  know_manifest(x, [this, x, last = *last, upgrade = std::move(upgrade)] {
    const auto* manifest = records_.manifest(last);
    // Helm cannot read it either, so it removes no object.
    if (manifest == nullptr) return upgrade();
    auto lost = core::releases::losses_of_chart(last, manifest->templates, {x->files.files, x->files.blank});
    if (lost.empty()) return upgrade();
    hold_gutted(x, last, std::move(lost), upgrade);
  });
}

void helm_state::hold_gutted(const application_ptr& x, const core::releases::release& last,
                             core::releases::chart_losses lost, std::function<void()> upgrade) {
  with_rendering(x, [this, x, last, lost = std::move(lost), upgrade = std::move(upgrade)] {
    const auto* manifest = records_.manifest(last);
    if (manifest == nullptr) return upgrade();
    auto objects = core::releases::objects_without(*manifest->objects, *x->rendered);
    if (objects.empty()) return upgrade();
    const auto record =
      std::string(core::releases::name(storage_)) + " " + core::releases::release_secret_name(last.name, last.revision);
    conclude(x, {}, "hold",
             core::releases::describe(core::releases::gutted_chart{x->wanted.directory, last.revision, lost,
                                                                   std::move(objects), namespace_name_, record}));
  });
}

} // namespace actors::releases
