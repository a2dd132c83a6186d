// The facts that guards ask for, each from its place.
#include "actors/releases/claimed_objects.hpp"
#include "actors/releases/cluster_lookup.hpp"
#include "actors/releases/gone_kinds.hpp"
#include "actors/releases/guard_round.hpp"
#include "actors/releases/hook_places_reader.hpp"
#include "actors/releases/moved_objects.hpp"
#include "actors/releases/narrowed_definitions.hpp"
#include "actors/releases/object_handover.hpp"
#include "actors/releases/object_owners.hpp"
#include "actors/releases/start_files_reader.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/lost_defaults.hpp"
#include "core/releases/lost_dependencies.hpp"
#include "core/releases/lost_modules.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/unpacked_record.hpp"

#include <utility>

namespace actors::releases {

void guard_round::list_records() {
  parts_.records.list(wanted_.release, record_client::which::all, kube::api::object_content::metadata,
                      [this, self = shared_from_this()](const base::result<kube::objects::object_list>& list) {
                        if (!list)
                          return then_(failed(base::fail("looking for records of the release", list.error()).value()));
                        auto& known = parts_.records.known();
                        // The watch may be behind, and the upgrade must not begin a second history.
                        for (const auto& record : list->objects) known.put(record->text());
                        upgrade_.are_records_listed = true;
                        upgrade_.last = known.latest(wanted_.release);
                        ask_again();
                      });
}

void guard_round::find_other_record() {
  parts_.records.find_other(wanted_.release, [this, self = shared_from_this()](const base::result<std::string>& found) {
    if (!found) return then_(failed(found.error()));
    upgrade_.other_record = *found;
    ask_again();
  });
}

void guard_round::find_hidden_records() {
  parts_.records.find_hidden(wanted_.release, [this, self = shared_from_this()](
                                                const base::result<std::vector<core::releases::hidden_record>>& found) {
    if (!found) return then_(failed(found.error()));
    upgrade_.hidden_records = *found;
    ask_again();
  });
}

void guard_round::read_record() {
  parts_.records.know_manifest(wanted_.release, [this, self = shared_from_this()](const base::result<void>& known) {
    if (!known) return then_(failed_step{known.error(), "none", "reading the release"});
    upgrade_.is_record_read = true;
    ask_again();
  });
}

void guard_round::render() {
  chart_.render([this, self = shared_from_this()](const tl::expected<void, failed_step>& rendered) {
    if (!rendered) return then_(rendered.error());
    ask_again();
  });
}

void guard_round::render_with_lost() {
  const auto lost = core::releases::lost_modules(upgrade_.before.modules, *upgrade_.standing);
  chart_.render_with(core::releases::without_flag(lost),
                     [this, self = shared_from_this()](core::releases::objects_ptr objects) {
                       upgrade_.rendered_with_lost = std::move(objects);
                       ask_again();
                     });
}

void guard_round::look_at_start_files() {
  upgrade_.changed_since_start =
    core::releases::changed_start_files(parts_.start_files, read_start_files_of(wanted_.directory), wanted_.directory);
  ask_again();
}

void guard_round::render_with_defaults() {
  parts_.records.read(
    wanted_.release, upgrade_.last->revision,
    [this, self = shared_from_this()](const base::result<std::string>& record) {
      const auto before = record.and_then(core::releases::read_revision_contents);
      if (!before) return then_(failed(before.error()));
      auto lost = core::releases::find_lost_defaults(*before, chart_.contents(), wanted_.release);
      upgrade_.without_defaults.emplace();
      // Known now, so the guard does not ask for it again.
      if (!lost) return ask_again();
      chart_.render_digest_with(
        std::move(lost->values), [this, self, names = lost->names, keys = lost->keys](const std::string& digest) {
          upgrade_.without_defaults->emplace(
            core::releases::effect_of_defaults{names, digest, chart_.rendered_digest().value_or(""), keys});
          ask_again();
        });
    });
}

/// The record is read again, because the operator does not keep the values of revisions.
void guard_round::read_values() {
  parts_.records.read(wanted_.release, upgrade_.last->revision,
                      [this, self = shared_from_this()](const base::result<std::string>& record) {
                        const auto contents = record.and_then(core::releases::read_revision_contents);
                        if (!contents) return then_(failed(contents.error()));
                        upgrade_.values_before = contents->values;
                        upgrade_.values = chart_.contents().values;
                        ask_again();
                      });
}

void guard_round::read_places_of_hooks() {
  read_hook_places(parts_, wanted_.release, upgrade_.values,
                   [this, self = shared_from_this()](const base::result<core::releases::hook_places>& found) {
                     if (!found) return then_(failed(found.error()));
                     upgrade_.set_by_hooks = *found;
                     ask_again();
                   });
}

void guard_round::render_with_former(const std::vector<text::json_pointer>& places) {
  const auto values = core::releases::with_former_values(upgrade_.values, *upgrade_.values_before, places);
  chart_.render_digest_with(values.dump(), [this, self = shared_from_this()](const std::string& digest) {
    // The same manifest means that the chart does not read these values.
    upgrade_.reads_former = digest != chart_.rendered_digest().value_or("");
    ask_again();
  });
}

/// Finds out whether Helm itself checks the owners of objects. Without a usable Helm the upgrade will fail
/// anyway.
void guard_round::look_at_helm() {
  parts_.runs.prepare([this, self = shared_from_this()](const base::result<core::releases::helm_program>& program) {
    upgrade_.is_owner_checked = !program || program->setup.stays;
    ask_again();
  });
}

void guard_round::read_compared() {
  const auto& last = upgrade_.last;
  // Helm compares with this revision then, which has been read.
  if (last->status == core::releases::release_status::deployed) {
    upgrade_.compared = upgrade_.released;
    return ask_again();
  }
  parts_.records.list(wanted_.release, record_client::which::deployed, kube::api::object_content::full,
                      [this, self = shared_from_this()](const base::result<kube::objects::object_list>& list) {
                        if (!list)
                          return then_(failed(base::fail("reading the records of the release", list.error()).value()));
                        cluster::records::known_releases deployed;
                        deployed.list({});
                        for (const auto& record : list->objects)
                          static_cast<void>(deployed.take(record->text(), parts_.records.namespace_name()));
                        const auto* found = deployed.latest_manifest(wanted_.release);
                        // Without a deployed revision Helm compares with the latest revision.
                        upgrade_.compared = found == nullptr ? upgrade_.released : found->objects;
                        ask_again();
                      });
}

void guard_round::find_unread_values() {
  parts_.unread_values.find(wanted_, chart_, [this, self = shared_from_this()](const auto& found) {
    if (!found) return then_(failed(found.error()));
    upgrade_.unread = found->lost;
    upgrade_.misspelt = found->misspelt;
    ask_again();
  });
}

void guard_round::find_others() {
  read_others(parts_, wanted_.release,
              [this, self = shared_from_this()](const base::result<core::releases::released_objects>& others) {
                if (!others) return then_(failed(others.error()));
                upgrade_.others = *others;
                ask_again();
              });
}

void guard_round::find_moved_objects() {
  find_moved(parts_, upgrade_, chart_, [this, self = shared_from_this()](const auto& found) {
    upgrade_.in_templates = found;
    ask_again();
  });
}

void guard_round::read_place() {
  parts_.place.read([this, self = shared_from_this()] {
    upgrade_.place = parts_.place.now();
    upgrade_.is_place_read = true;
    ask_again();
  });
}

void guard_round::find_taken() {
  find_owners(parts_, wanted_.release, core::releases::objects_without(**upgrade_.compared, *upgrade_.rendered),
              [this, self = shared_from_this()](const found_owners& found) {
                if (!found) return then_(failed(found.error()));
                upgrade_.taken.emplace();
                for (const auto& one : *found)
                  // An upgrade does not delete the other objects.
                  if (!one.is_kept_by_upgrade) upgrade_.taken->push_back(one.object);
                ask_again();
              });
}

void guard_round::find_claimed() {
  find_claims(parts_, core::releases::objects_without(**upgrade_.compared, *upgrade_.rendered),
              [this, self = shared_from_this()](const found_claims& found) {
                if (!found) return then_(failed(found.error()));
                upgrade_.claimed = *found;
                ask_again();
              });
}

void guard_round::find_other_versions() {
  find_in_other_versions(parts_, core::releases::objects_without(**upgrade_.compared, *upgrade_.rendered),
                         [this, self = shared_from_this()](const auto& found) {
                           upgrade_.in_other_versions = found;
                           ask_again();
                         });
}

void guard_round::find_deletable() {
  auto objects =
    core::releases::possibly_bearing_objects(core::releases::objects_without(**upgrade_.compared, *upgrade_.rendered));
  std::vector<text::json> names;
  for (const auto& object : objects) names.push_back(core::releases::name_for_lookup(object));
  look_up(parts_.self, parts_.peers.kube, parts_.records.namespace_name(), std::move(names),
          [this, self = shared_from_this(), objects](const std::vector<base::result<text::json>>& found) {
            upgrade_.deletable.emplace();
            // An object that cannot be read may exist.
            for (std::size_t i = 0; i < objects.size(); ++i)
              if (core::releases::takes_data_along(objects[i], found[i])
                  && !(found[i] && core::releases::is_kept_by_upgrade(*found[i])))
                upgrade_.deletable->push_back(objects[i]);
            ask_again();
          });
}

/// The record is read again, because the operator does not keep manifests.
void guard_round::find_scaled() {
  parts_.records.read(wanted_.release, upgrade_.last->revision,
                      [this, self = shared_from_this()](const base::result<std::string>& record) {
                        const auto manifest = record.and_then(core::releases::read_manifest);
                        if (!manifest) return then_(failed(manifest.error()));
                        upgrade_.scaled.emplace();
                        auto sets = core::releases::sets_with_fewer_replicas(*manifest, chart_.rendering(),
                                                                             parts_.records.namespace_name());
                        if (sets.empty() || core::releases::is_removal_written(removing({}, record)))
                          return ask_again();
                        look_up_scaled(std::move(sets));
                      });
}

void guard_round::look_up_scaled(std::vector<core::releases::scaled_set> sets) {
  std::vector<text::json> names;
  for (const auto& set : sets) names.push_back(core::releases::name_for_lookup(set.object));
  look_up(
    parts_.self, parts_.peers.kube, parts_.records.namespace_name(), std::move(names),
    [this, self = shared_from_this(), sets = std::move(sets)](const std::vector<base::result<text::json>>& found) {
      for (std::size_t i = 0; i < sets.size(); ++i)
        if (core::releases::takes_claims_along(sets[i], found[i])) upgrade_.scaled->push_back(sets[i]);
      ask_again();
    });
}

void guard_round::find_narrowed_parts() {
  find_narrowed(parts_, chart_.rendering(), [this, self = shared_from_this()](const found_narrowed& found) {
    if (!found) return then_(failed(found.error()));
    upgrade_.narrowed = *found;
    ask_again();
  });
}

/// The record is read again, because the operator does not keep manifests.
void guard_round::find_doubled_objects() {
  parts_.records.read(wanted_.release, upgrade_.last->revision,
                      [this, self = shared_from_this()](const base::result<std::string>& record) {
                        const auto manifest = record.and_then(core::releases::read_manifest);
                        if (!manifest) return then_(failed(manifest.error()));
                        upgrade_.doubled = core::releases::doubled_objects(chart_.rendering(), *manifest,
                                                                           parts_.records.namespace_name());
                        ask_again();
                      });
}

/// The record is read again, because the operator does not keep the Chart.yaml of revisions.
void guard_round::compare_dependencies() {
  parts_.records.read(wanted_.release, upgrade_.last->revision,
                      [this, self = shared_from_this()](const base::result<std::string>& record) {
                        const auto before = record.and_then(core::releases::read_revision_contents);
                        if (!before) return then_(failed(before.error()));
                        upgrade_.unnamed_dependencies =
                          core::releases::lost_dependencies(*before, chart_.contents(), chart_.files());
                        ask_again();
                      });
}

} // namespace actors::releases
