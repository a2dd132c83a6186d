// Objects that Helm would delete with this release although another release has taken them over. The warm
// helm checks the owner of an object before it deletes the object; a binary checks it for uninstallations
// only, and an old binary never.
#include "actors/releases/cluster_lookup.hpp"
#include "actors/releases/helm.hpp"
#include "core/releases/held_upgrade.hpp"

#include <optional>
#include <utility>

namespace actors::releases {

namespace {

/// As much of an object as is needed to look it up.
text::json name_of(const core::releases::manifest_object& x) {
  const auto metadata = text::json::object({{"name", x.name}, {"namespace", x.namespace_name}});
  return text::json::object({{"apiVersion", x.api_version}, {"kind", x.kind}, {"metadata", metadata}});
}

/// True if the chart gives the objects that are released: the same inputs have made them.
bool is_rendered_as(const core::releases::release& last, const std::string& inputs_digest,
                    const core::releases::chart& chart) {
  return last.status == core::releases::release_status::deployed && !core::releases::is_made_by_others(last)
         && last.label(core::releases::inputs_checksum_label) == inputs_digest
         && core::releases::stability(chart) == core::releases::chart_stability::stable;
}

} // namespace

void helm_state::keep_objects_of_others(const application_ptr& x, const std::string& reason,
                                        std::function<void()> upgrade) {
  const auto last = records_.latest(x->wanted.release);
  if (!last || last->status == core::releases::release_status::uninstalled) return upgrade();
  if (is_rendered_as(*last, x->inputs_digest, x->files.chart)) return upgrade();
  runs_.prepare([this, x, reason, upgrade](const base::result<core::releases::helm_program>& program) {
    if (!program || program->setup.stays) return upgrade();
    with_rendering(x, [this, x, reason, upgrade] {
      read_current(x, reason, [this, x, reason, upgrade](const objects_ptr& current) {
        if (current == nullptr) return upgrade();
        hold_for_owners(x, core::releases::objects_without(*current, *x->rendered), reason, upgrade);
      });
    });
  });
}

/// Helm compares with the deployed revision, and a failed revision may follow that.
void helm_state::read_current(const application_ptr& x, const std::string& reason,
                              std::function<void(const objects_ptr&)> then) {
  const auto last = records_.latest(x->wanted.release);
  const auto* manifest = last ? records_.manifest(*last) : nullptr;
  auto latest = manifest == nullptr ? nullptr : manifest->objects;
  if (last && last->status == core::releases::release_status::deployed) return then(latest);
  read_records(x->wanted.release, "status=deployed,",
               [this, x, reason, latest, then](const base::result<std::vector<std::string>>& records) {
                 if (!records) return conclude(x, tl::unexpected(records.error()), "upgrade", reason);
                 release_records deployed;
                 deployed.list({});
                 for (const auto& record : *records) static_cast<void>(deployed.take(record, namespace_name_));
                 const auto* found = deployed.latest_manifest(x->wanted.release);
                 then(found == nullptr ? latest : found->objects);
               });
}

void helm_state::hold_for_owners(const application_ptr& x, std::vector<core::releases::manifest_object> objects,
                                 const std::string& reason, std::function<void()> upgrade) {
  find_owners(x->wanted.release, std::move(objects), [this, x, reason, upgrade](const found_owners& found) {
    if (!found) return conclude(x, tl::unexpected(found.error()), "upgrade", reason);
    std::vector<core::releases::object_of_another> others;
    for (const auto& one : *found)
      if (!one.is_kept_by_upgrade) others.push_back(one.object);
    if (others.empty()) return upgrade();
    auto words = core::releases::describe(core::releases::objection_to_upgrade(x->wanted.release, others));
    // After a failed revision the run is wanted again at once, so it fails and waits like other failures.
    const auto last = records_.latest(x->wanted.release);
    if (!last || last->status != core::releases::release_status::deployed)
      return conclude(x, base::fail(base::error_code::conflict, std::move(words)), "upgrade", reason);
    conclude(x, {}, "hold", words);
  });
}

void helm_state::refuse_uninstallation_of_others(const std::string& release, on_done then) {
  runs_.prepare([this, release, then](const base::result<core::releases::helm_program>& program) {
    const auto* manifest = records_.latest_manifest(release);
    if (!program || manifest == nullptr || program->setup.stays
        || program->version >= core::releases::helm_that_uninstalls_its_own)
      return then({});
    find_owners(release, *manifest->objects, [release, then](const found_owners& found) {
      if (!found) return then(tl::unexpected(found.error()));
      std::vector<core::releases::object_of_another> others;
      for (const auto& one : *found) others.push_back(one.object);
      if (others.empty()) return then({});
      then(base::fail(base::error_code::conflict, core::releases::words_of_uninstallation(release, others)));
    });
  });
}

/// An object that cannot be read may belong to another release. An object that the API server cannot find by
/// its name cannot be deleted by Helm either.
void helm_state::find_owners(const std::string& release, std::vector<core::releases::manifest_object> objects,
                             std::function<void(const found_owners&)> then) {
  if (objects.empty()) return then({});
  std::vector<text::json> names;
  for (const auto& object : objects) names.push_back(name_of(object));
  look_up(self_, peers_.kube, namespace_name_, std::move(names),
          [self = core::releases::object_owner{release, namespace_name_}, objects = std::move(objects),
           then](const std::vector<base::result<text::json>>& found) {
            std::vector<owned_object> owned;
            for (std::size_t i = 0; i < found.size(); ++i) {
              using code = base::error_code;
              const auto& object = found[i];
              if (!object && object.error().code != code::not_found && object.error().code != code::invalid_input)
                return then(base::fail("asking which release " + core::releases::describe(objects[i])
                                         + " belongs to, which helm " + "would delete",
                                       object.error()));
              auto owner = object ? core::releases::other_owner_of(*object, self) : std::nullopt;
              if (owner)
                owned.push_back({{objects[i], std::move(*owner)}, core::releases::is_kept_by_upgrade(*object)});
            }
            then(owned);
          });
}

} // namespace actors::releases
