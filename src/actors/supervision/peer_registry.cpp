#include "actors/supervision/peer_registry.hpp"

#include "actors/messages/observation.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/status.hpp"
#include "actors/tasks/queue.hpp"
#include "actors/watches/informer.hpp"

#include <utility>

namespace actors::supervision {

peer_registry::peer_registry(framework::actor_base<messages::supervisor_actor>* self,
                             std::shared_ptr<const operator_setup> setup)
  : self_(self), setup_(std::move(setup)), room_(std::make_shared<watches::watch_room>(setup_->watched_bytes_max)) {}

void peer_registry::spawn() {
  parts_ = spawn_parts(self_, *setup_);
}

messages::queue_actor peer_registry::queue(const std::string& name) {
  // A queue is never removed: hooks of a module that is off may use it again.
  auto& found = parts_.queues[name];
  if (!found) {
    found = tasks::queue(self_->system(), self_->shared_ptr(), name, setup_->retry,
                         {messages::supervisor_actor(self_), parts_.metrics});
    self_->tell(parts_.metrics, messages::add_metric_source{found});
  }
  return found;
}

messages::informer_actor peer_registry::informer(const messages::watch_spec& spec) {
  // A new informer is made only if no equal watch has an informer.
  return parts_.informers.open(spec, [this, &spec] {
    auto made = watches::informer(self_->system(), self_->shared_ptr(), spec,
                                  {parts_.kube, messages::supervisor_actor(self_), parts_.metrics, parts_.kinds,
                                   setup_->filter_limit, setup_->watch_portion, long_works_, room_});
    self_->tell(parts_.metrics, messages::add_metric_source{made});
    return made;
  });
}

messages::hook_owner_found peer_registry::hook_owner(const std::string& module) const {
  messages::hook_owner_found found;
  for (const auto& [name, actor] : parts_.modules) found.modules.push_back(name);
  if (module.empty())
    found.owner = parts_.global_hooks;
  else if (const auto i = parts_.modules.find(module); i != parts_.modules.end())
    found.owner = i->second;
  found.values = parts_.values;
  found.webhooks = parts_.webhooks;
  return found;
}

void peer_registry::name_in(messages::status_described& x) const {
  x.queues = parts_.queues;
  x.helm = parts_.helm;
  x.runner = parts_.runner;
  x.reviewer = parts_.reviewer;
  x.webhooks = parts_.webhooks;
  x.kube = parts_.kube;
  x.releases = parts_.releases;
  x.values = parts_.values;
}

messages::actors_found peer_registry::all() const {
  messages::actors_found found;
  found.queues = parts_.queues;
  found.values = parts_.values;
  found.releases = parts_.releases;
  found.helm = parts_.helm;
  for (const auto& module : setup_->modules) found.modules.emplace(module.source.name, module.source.directory);
  return found;
}

void peer_registry::bring_tries_forward(const core::tasks::repair_variant& by) const {
  // Each queue decides by itself whether the failure of its head may be repaired.
  for (const auto& [name, queue] : parts_.queues) self_->tell(queue, messages::failures_repaired{{}, by});
}

void peer_registry::drain_queues() const {
  for (const auto& [name, queue] : parts_.queues) self_->tell(queue, messages::drain_queue{});
}

} // namespace actors::supervision
