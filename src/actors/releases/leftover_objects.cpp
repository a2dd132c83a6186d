#include "actors/releases/leftover_objects.hpp"

#include "actors/releases/cluster_lookup.hpp"
#include "core/releases/object_owner.hpp"
#include "core/releases/release.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/unpacked_record.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

leftover_objects::leftover_objects(framework::actor_base<messages::helm_actor>* self, messages::kube_client_actor kube,
                                   const record_client& records)
  : self_(self), kube_(std::move(kube)), records_(records) {}

void leftover_objects::note(const std::string& release, const std::vector<core::releases::manifest_object>& objects) {
  // Added to earlier objects: several upgrades in a row may have failed.
  if (!objects.empty()) noted_[release].insert(objects.begin(), objects.end());
}

void leftover_objects::note_record(const std::string& release, std::string_view record) {
  const auto objects = core::releases::read_manifest(record).and_then([this](const std::string& manifest) {
    return core::releases::manifest_objects(manifest, records_.namespace_name());
  });
  if (objects) note(release, *objects);
}

void leftover_objects::end_upgrade(const std::string& release,
                                   const std::vector<core::releases::manifest_object>& leaving) {
  const auto* released = records_.known().latest_manifest(release);
  // The objects of the release are unknown, so the noted objects are kept until the next upgrade.
  if (released == nullptr) return;
  const auto noted = noted_.extract(release);
  if (noted.empty()) return;
  const auto left = core::releases::objects_without({noted.mapped().begin(), noted.mapped().end()}, *released->objects);
  name_existing(release, core::releases::objects_without(left, leaving));
}

void leftover_objects::end_removal(const std::string& release) {
  const auto noted = noted_.extract(release);
  if (!noted.empty()) name_existing(release, {noted.mapped().begin(), noted.mapped().end()});
}

void leftover_objects::name_existing(const std::string& release, std::vector<core::releases::manifest_object> objects) {
  if (objects.empty()) return;
  std::vector<text::json> names;
  for (const auto& object : objects) names.push_back(core::releases::name_for_lookup(object));
  look_up(self_, kube_, records_.namespace_name(), std::move(names),
          [owner = core::releases::object_owner{release, records_.namespace_name()},
           objects = std::move(objects)](const std::vector<base::result<text::json>>& found) {
            std::vector<core::releases::manifest_object> left;
            for (std::size_t i = 0; i < found.size(); ++i)
              if (found[i] && core::releases::is_left_by(*found[i], owner)) left.push_back(objects[i]);
            if (left.empty()) return;
            sys::log::log_warning(
              "release_objects_left",
              {{"module", owner.release},
               {"objects", core::releases::words_of_objects(left)},
               {"reason", "they come from an upgrade that was interrupted or has failed; Helm does not delete them, "
                          "because it compares with a revision that does not have them"},
               {"hint", "if nothing needs them, delete them with kubectl; else bring them back into the chart, and the "
                        "next run takes them over"}});
          });
}

} // namespace actors::releases
