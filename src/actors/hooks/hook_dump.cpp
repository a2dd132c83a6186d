#include "actors/hooks/hook_dump.hpp"

#include <set>
#include <utility>

namespace actors {

promise<snapshots_dumped> dump_hooks(acting* self, const hook_monitors& monitors,
                                     std::shared_ptr<const core::hook_registry> hooks) {
  std::set<core::binding_id> ids;
  for (const auto& x : hooks->kubernetes()) ids.insert(x.id());
  auto to = self->later<snapshots_dumped>();
  read_snapshots(self, monitors.readings(ids), [self, to, hooks = std::move(hooks)](binding_snapshots read) mutable {
    auto known = std::make_shared<core::snapshots_by_binding>();
    // People are told why hooks see no objects.
    for (auto& [id, x] : read)
      known->emplace(id, x.absence.empty() ? std::move(x.objects)
                                           : core::known_objects(core::unlisted{std::move(x.absence)}));
    self->answer(to, snapshots_dumped{{}, hooks, std::move(known), {}});
  });
  return to;
}

} // namespace actors
