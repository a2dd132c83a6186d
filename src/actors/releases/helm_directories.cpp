#include "actors/releases/helm.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/held_upgrade.hpp"

#include <utility>

namespace actors::releases {

// A chart that has lost whole directories: the objects of their templates are not to go with them. Single
// files are not checked, but `name_losses` names the objects that go with them.

void helm_state::guard_directories(const application_ptr& x, std::function<void()> upgrade) {
  const auto last = records_.latest(x->wanted.release);
  if (!last || !core::releases::is_own(*last, platform_) || last->status == core::releases::release_status::uninstalled)
    return upgrade();
  auto lost = core::releases::lost_directories(*last, core::releases::directories_of_chart(x->files.files));
  if (lost.empty()) return upgrade();
  with_rendering(x, [this, x, last = *last, lost = std::move(lost), upgrade = std::move(upgrade)] {
    const auto* manifest = records_.manifest(last);
    // Helm cannot read it either, so it removes no object.
    if (manifest == nullptr) return upgrade();
    auto objects = core::releases::objects_without(*manifest->objects, *x->rendered);
    if (objects.empty()) return upgrade();
    conclude(x, {}, "hold",
             core::releases::describe(objection_to(
               core::releases::gutted_chart{x->wanted.directory, last.revision, lost, std::move(objects)})));
  });
}

} // namespace actors::releases
