#include "actors/hooks/snapshots_dump.hpp"

#include <set>
#include <utility>

namespace actors::hooks {

framework::promise<messages::snapshots_dumped> dump_hooks(framework::acting* self, const binding_watches& watches,
                                                          std::shared_ptr<const core::bindings::hook_registry> hooks) {
  std::set<core::bindings::binding_id> ids;
  for (const auto& x : hooks->kubernetes()) ids.insert(x.id());
  auto to = self->later<messages::snapshots_dumped>();
  read_snapshots(self, watches.readings(ids), [self, to, hooks = std::move(hooks)](binding_snapshots read) mutable {
    auto known = std::make_shared<core::bindings::snapshots_by_binding>();
    // If a kind is not served, hooks see an empty list, but users see the reason.
    for (auto& [id, x] : read)
      known->emplace(id, x.absence.empty()
                           ? std::move(x.objects)
                           : core::bindings::known_objects(core::bindings::unlisted{std::move(x.absence)}));
    self->answer(to, messages::snapshots_dumped{{}, hooks, std::move(known), {}});
  });
  return to;
}

} // namespace actors::hooks
