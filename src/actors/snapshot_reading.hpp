#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "core/hooks/binding.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace actors {

/// A binding's subscription, as far as it is made.
struct binding_subscription {
  informer_actor informer; ///< null: the monitor is not started
  subscription_key key;
};

using binding_snapshots = std::map<core::binding_id, snapshot_read>;

/// Reads the snapshots of some bindings, all at once, and calls back when each has answered. What is not known is
/// `unlisted` with the reason. A part of the actor `self`.
template <class Handle>
void read_snapshots(base<Handle>* self, const std::map<core::binding_id, binding_subscription>& bindings,
                    std::function<void(binding_snapshots)> done) {
  struct collector {
    binding_snapshots read;
    std::size_t missing;
    std::function<void(binding_snapshots)> done;

    void take(const core::binding_id& id, snapshot_read x) {
      read[id] = std::move(x);
      if (--missing == 0) done(std::move(read));
    }
  };
  if (bindings.empty()) return done({});
  auto all = std::make_shared<collector>(collector{{}, bindings.size(), std::move(done)});
  for (const auto& [id, binding] : bindings) {
    if (!binding.informer) {
      all->take(id, {{}, core::unlisted{"its monitor is not started"}, 0});
      continue;
    }
    self->ask(
      binding.informer, read_snapshot{{}, binding.key}, [all, id = id](const snapshot_read& x) { all->take(id, x); },
      [all, id = id](const std::string& reason) {
        all->take(id, {{}, core::unlisted{"its informer has ended: " + reason}, 0});
      });
  }
}

} // namespace actors
