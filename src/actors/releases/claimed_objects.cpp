#include "actors/releases/claimed_objects.hpp"

#include "actors/releases/cluster_lookup.hpp"
#include "core/releases/object_owner.hpp"

#include <utility>

namespace actors::releases {

namespace {

/// An absent object, an object of a kind that is not served in this version, and an object that the operator
/// may not read. Helm cannot delete the first two, and reads before it deletes.
bool is_out_of_reach(const base::error& x) {
  return x.code == base::error_code::not_found || x.code == base::error_code::invalid_input
         || x.code == base::error_code::forbidden;
}

} // namespace

void find_claims(helm_parts& parts, std::vector<core::releases::manifest_object> objects,
                 std::function<void(const found_claims&)> then) {
  std::vector<text::json> names;
  for (const auto& object : objects) names.push_back(core::releases::name_for_lookup(object));
  look_up(parts.self, parts.peers.kube, parts.records.namespace_name(), std::move(names),
          [objects = std::move(objects), then = std::move(then)](const std::vector<base::result<text::json>>& found) {
            std::vector<core::releases::claimed_object> claimed;
            for (std::size_t i = 0; i < found.size(); ++i) {
              if (!found[i] && !is_out_of_reach(found[i].error()))
                return then(base::fail("looking for the clients that manage " + core::releases::describe(objects[i]),
                                       found[i].error()));
              if (!found[i] || core::releases::is_kept_by_upgrade(*found[i])) continue;
              if (auto manager = core::releases::applying_client_of(*found[i]))
                claimed.push_back({objects[i], std::move(*manager)});
            }
            then(claimed);
          });
}

} // namespace actors::releases
