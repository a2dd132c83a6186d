#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "actors/values/config_map_writes.hpp"
#include "cluster/records/config_map_requests.hpp"

#include <memory>

namespace actors::values {

/// The writes of keys that pause modules. Each write reads the ConfigMap and sets the key. It begins again if
/// another client has written in between, a few times at most, because a person waits for the answer. A part
/// of the CONFIG WATCHER.
class pause_writes {
public:
  pause_writes(framework::actor_base<messages::config_watcher_actor>* self, cluster::records::config_map_place place,
               config_map_access access)
    : self_(self), place_(std::move(place)), access_(std::move(access)) {}

  framework::promise<messages::pause_written> begin(const messages::write_pause& x);

private:
  struct write {
    messages::write_pause what;
    framework::promise<messages::pause_written> to;
    unsigned tries = 0; ///< writes that were sent
  };
  using write_ptr = std::shared_ptr<write>;

  void read(const write_ptr& x);
  void send(const write_ptr& x, const base::result<text::json>& fresh);
  void written(const write_ptr& x, const base::result<text::json>& object);
  void finish(const write_ptr& x, base::result<void> result);

  framework::actor_base<messages::config_watcher_actor>* self_;
  cluster::records::config_map_place place_;
  config_map_access access_;
};

} // namespace actors::values
