#include "actors/releases/bearing_lookup.hpp"

#include "actors/releases/cluster_lookup.hpp"
#include "core/releases/bearing_objects.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace actors::releases {

using core::releases::manifest_object;

void find_bearing(helm_parts& parts, const std::vector<manifest_object>& objects,
                  std::function<void(const std::vector<manifest_object>&)> then) {
  std::vector<manifest_object> sets;
  std::copy_if(objects.begin(), objects.end(), std::back_inserter(sets), core::releases::is_stateful_set);
  auto bearing = core::releases::bearing_objects(objects);
  if (sets.empty()) return then(bearing);
  std::vector<text::json> names;
  for (const auto& set : sets) names.push_back(core::releases::name_for_lookup(set));
  look_up(parts.self, parts.peers.kube, parts.records.namespace_name(), std::move(names),
          [bearing = std::move(bearing), sets = std::move(sets),
           then = std::move(then)](const std::vector<base::result<text::json>>& found) mutable {
            for (std::size_t i = 0; i < sets.size(); ++i)
              if (core::releases::takes_data_along(sets[i], found[i])) bearing.push_back(sets[i]);
            then(bearing);
          });
}

} // namespace actors::releases
