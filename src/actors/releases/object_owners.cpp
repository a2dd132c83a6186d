#include "actors/releases/object_owners.hpp"

#include "actors/releases/cluster_lookup.hpp"

#include <optional>
#include <utility>

namespace actors::releases {

namespace {

/// Bounds the requests before an upgrade.
constexpr std::size_t departing_max = 100;

} // namespace

void find_owners(helm_parts& parts, const std::string& release, std::vector<core::releases::manifest_object> objects,
                 std::function<void(const found_owners&)> then) {
  if (objects.empty()) return then({});
  std::vector<text::json> names;
  for (const auto& object : objects) names.push_back(core::releases::name_for_lookup(object));
  const auto& namespace_name = parts.records.namespace_name();
  look_up(parts.self, parts.peers.kube, namespace_name, std::move(names),
          [self = core::releases::object_owner{release, namespace_name}, objects = std::move(objects),
           then](const std::vector<base::result<text::json>>& found) {
            std::vector<owned_object> owned;
            for (std::size_t i = 0; i < found.size(); ++i) {
              using code = base::error_code;
              const auto& object = found[i];
              if (!object && object.error().code != code::not_found && object.error().code != code::invalid_input)
                return then(base::fail("looking for the owner of " + core::releases::describe(objects[i])
                                         + ", which helm would delete",
                                       object.error()));
              auto owner = object ? core::releases::other_owner_of(*object, self) : std::nullopt;
              if (owner)
                owned.push_back({{objects[i], std::move(*owner)}, core::releases::is_kept_by_upgrade(*object)});
            }
            then(owned);
          });
}

void find_departing(helm_parts& parts, const std::string& release, std::vector<core::releases::manifest_object> objects,
                    std::function<void(const departing_objects&)> then) {
  parts.runs.prepare([&parts, release, objects = std::move(objects),
                      then = std::move(then)](const base::result<core::releases::helm_program>& program) {
    if (!program || !program->setup.stays) return then({objects, {}});
    std::vector<text::json> names;
    for (const auto& object : objects)
      if (names.size() < departing_max) names.push_back(core::releases::name_for_lookup(object));
    const auto& namespace_name = parts.records.namespace_name();
    look_up(parts.self, parts.peers.kube, namespace_name, std::move(names),
            [self = core::releases::object_owner{release, namespace_name}, objects,
             then](const std::vector<base::result<text::json>>& found) {
              departing_objects departing;
              for (std::size_t i = 0; i < objects.size(); ++i) {
                const auto reason =
                  i < found.size() && found[i] ? core::releases::reason_to_stay(*found[i], self) : std::nullopt;
                (reason ? departing.staying[*reason] : departing.going).push_back(objects[i]);
              }
              then(departing);
            });
  });
}

void check_owners_before_uninstallation(helm_parts& parts, const std::string& release, record_client::on_done then) {
  parts.runs.prepare([&parts, release, then](const base::result<core::releases::helm_program>& program) {
    const auto* manifest = parts.records.known().latest_manifest(release);
    // The Helm worker and a newer Helm check the owner of each object themselves. Without a usable Helm the
    // uninstallation will fail anyway.
    if (!program || manifest == nullptr || program->setup.stays
        || program->version >= core::releases::helm_that_uninstalls_its_own)
      return then({});
    find_owners(parts, release, *manifest->objects, [release, then](const found_owners& found) {
      if (!found) return then(tl::unexpected(found.error()));
      std::vector<core::releases::object_of_another> others;
      for (const auto& one : *found) others.push_back(one.object);
      if (others.empty()) return then({});
      then(base::fail(base::error_code::conflict, core::releases::words_of_uninstallation(release, others)));
    });
  });
}

} // namespace actors::releases
