#include "actors/releases/helm.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <utility>
#include <variant>

namespace actors::releases {

// Objects that an upgrade would remove. If no user has confirmed their removal, the release stays as it is;
// all other objects are named before they go. So a chart is rendered before each upgrade of a release, unless
// the rendering is known.

namespace {

/// True if the chart gives the objects that the revision has: the same inputs have made it.
bool is_rendered_as(const core::releases::release& last, const std::string& inputs_digest,
                    const core::releases::chart& chart) {
  return !core::releases::is_made_by_others(last) && last.label(core::releases::inputs_checksum_label) == inputs_digest
         && core::releases::stability(chart) == core::releases::chart_stability::stable;
}

} // namespace

void helm_state::guard_objects(const application_ptr& x, const std::string& reason, std::function<void()> upgrade) {
  const auto last = records_.latest(x->wanted.release);
  if (!last || last->status == core::releases::release_status::uninstalled) return upgrade();
  // With the inputs that were confirmed last.
  const auto known = records_.find(x->wanted.release);
  const auto* release = std::get_if<core::releases::release>(&known);
  if (release != nullptr && is_rendered_as(*release, x->inputs_digest, x->files.chart)) return upgrade();
  with_rendering(
    x, [this, x, last = *last, reason, upgrade = std::move(upgrade)] { weigh_losses(x, last, reason, upgrade); });
}

void helm_state::weigh_losses(const application_ptr& x, const core::releases::release& last, const std::string& reason,
                              std::function<void()> upgrade) {
  const auto* manifest = records_.manifest(last);
  // Helm cannot read it either, so it removes no object.
  if (manifest == nullptr) return upgrade();
  auto objects = core::releases::objects_without(*manifest->objects, *x->rendered);
  const auto& standing = x->wanted.standing;
  if (!standing || !core::releases::is_own(last, platform_)) {
    name_losses(*x, last, objects, reason);
    return upgrade();
  }
  core::releases::held_upgrade held{.release = last.name,
                                    .revision = last.revision,
                                    .directory = x->wanted.directory,
                                    .lost = core::releases::lost_sources(last, *standing),
                                    .hooks = core::releases::lost_hooks(last, *standing),
                                    .objects = objects,
                                    .now = *standing,
                                    .namespace_name = namespace_name_,
                                    .storage = storage_};
  const bool has_lost = !held.lost.empty() || !held.hooks.empty();
  const bool is_emptied = x->rendered->empty() && !is_emptiness_meant(*x, last);
  if (!objects.empty() && (has_lost || is_emptied)) return hold_upgrade(x, std::move(held));
  name_losses(*x, last, objects, reason);
  note_wish(x, last, std::move(upgrade));
}

/// While the operator runs it sees changes of values. So an empty rendering with changed values is a user's
/// wish, and an empty rendering with the same values comes from a loss of files or of the cluster.
bool helm_state::is_emptiness_meant(const application& x, const core::releases::release& last) const {
  const auto applied = applied_.find(last.name);
  return applied == applied_.end() ? core::releases::is_emptiness_meant(last, *x.wanted.standing)
                                   : applied->second != text::md5_hex(x.values());
}

void helm_state::hold_upgrade(const application_ptr& x, core::releases::held_upgrade why) {
  held_.insert(why.release);
  conclude(x, {}, "hold", core::releases::describe(objection_to(why)));
}

void helm_state::notice_confirmation(const core::releases::release& before) {
  if (!held_.contains(before.name)) return;
  const auto now = records_.latest(before.name);
  if (!now || core::releases::has_same_value_labels(before, *now)) return;
  self_->tell(peers_.supervisor, messages::run_wanted{{}, before.name, "ReleaseLabelsChanged"});
}

void helm_state::name_losses(const application& x, const core::releases::release& last,
                             const std::vector<core::releases::manifest_object>& objects,
                             const std::string& reason) const {
  if (objects.empty()) return;
  sys::log::log_warning(
    "release_objects_removed",
    {{"module", x.wanted.release},
     {"revision", last.revision},
     {"objects", core::releases::words_of_objects(objects)},
     {"reason", reason},
     {"hint", "nothing is to be done if chart or values were changed on purpose; else bring back the file, "
              "hook or value that they were rendered from, and the next run makes them again"}});
}

/// An upgrade that fails, or that is never begun, leaves the revision before it. After a restart the wish
/// would look like a loss, so it is noted before it is carried out.
void helm_state::note_wish(const application_ptr& x, const core::releases::release& last, std::function<void()> then) {
  if (!core::releases::has_wish(last, *x->wanted.standing)) return then();
  set_labels(last, core::releases::value_labels_due(last, *x->wanted.standing),
             [then](const base::result<std::string>&) { then(); });
}

void helm_state::with_rendering(const application_ptr& x, std::function<void()> then) {
  if (x->rendered) return then();
  know_capabilities(x, [this, x, then] {
    run_template(x, [this, x, then](const helm_runs::outcome& ended) { take_rendered(x, ended, then); });
  });
}

} // namespace actors::releases
