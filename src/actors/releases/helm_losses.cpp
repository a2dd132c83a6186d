#include "actors/releases/helm.hpp"
#include "core/releases/held_upgrade.hpp"
#include "sys/log.hpp"

#include <utility>

namespace actors {

// Objects that an upgrade would take away though nobody has taken away what they were rendered from. A chart is rendered
// before its upgrade if that cannot be known otherwise.

void helm_state::guard_objects(const application_ptr& x, std::function<void()> upgrade) {
  const auto& release = x->wanted.release;
  const auto last = records_.latest(release);
  const auto& standing = x->wanted.standing;
  const bool may_lose =
    last && standing && core::is_own(*last, platform_) && last->status != core::release_status::uninstalled;
  if (!may_lose) return upgrade();
  const auto lost = core::lost_sources(*last, *standing);
  // After the first step of a life the cause of a change is known; at a start it is not.
  const bool is_first = !applied_.contains(release) && !standing->is_edited;
  const bool renders_nothing = x->rendered && x->rendered->empty();
  if (lost.empty() && !(is_first && renders_nothing)) return note_wish(x, *last, std::move(upgrade));
  with_rendering(x, [this, x, last = *last, lost, upgrade = std::move(upgrade)] {
    const auto* manifest = records_.manifest(last);
    // Helm cannot read it either, so it takes nothing away.
    if (manifest == nullptr) return upgrade();
    auto objects = core::objects_without(*manifest->objects, *x->rendered);
    if (objects.empty()) return upgrade();
    conclude(
      x, {}, "hold",
      core::describe(core::held_upgrade{last.name, last.revision, x->wanted.directory, lost, std::move(objects)}));
  });
}

void helm_state::name_losses(const application& x, const std::string& reason) const {
  const auto last = records_.latest(x.wanted.release);
  if (!last || !x.rendered || last->status == core::release_status::uninstalled) return;
  const auto* manifest = records_.manifest(*last);
  if (manifest == nullptr) return;
  const auto objects = core::objects_without(*manifest->objects, *x.rendered);
  if (objects.empty()) return;
  sys::log_warning(
    "release_objects_removed",
    {{"module", x.wanted.release},
     {"revision", last->revision},
     {"objects", core::words_of_objects(objects)},
     {"reason", reason},
     {"hint", "nothing is to be done if chart or values were changed on purpose; else bring back the file, "
              "hook or value that they were rendered from, and the next run makes them again"}});
}

/// An upgrade that fails, or that is never begun, leaves the revision before it. After a restart the wish would look like a
/// loss, so it is noted before it is carried out.
void helm_state::note_wish(const application_ptr& x, const core::release& last, std::function<void()> then) {
  if (!core::has_wish(last, *x->wanted.standing)) return then();
  set_label(last, core::module_values_from_label, core::label_of(x->wanted.standing->present),
            [then](const core::result<std::string>&) { then(); });
}

void helm_state::with_rendering(const application_ptr& x, std::function<void()> then) {
  if (x->rendered) return then();
  know_capabilities(x, [this, x, then] {
    run_template(x, [this, x, then](const helm_runs::outcome& ended) { take_rendered(x, ended, then); });
  });
}

} // namespace actors
