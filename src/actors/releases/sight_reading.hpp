#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/status.hpp"
#include "core/status/cluster_sights.hpp"
#include "kube/api/resource_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace actors::releases {

/// Reads objects that explain a failure, when a person asks, and forgets them. Bound: the first few sights, a
/// page of objects of each, and the time for which a person waits. A part of the RELEASE WATCHER.
class sight_reading {
public:
  using on_read = std::function<void(core::status::cluster_sights)>;

  sight_reading(framework::actor_base<messages::release_watcher_actor>* self, messages::kube_client_actor kube)
    : self_(self), kube_(std::move(kube)) {}

  /// Calls back once, also if the API server does not answer.
  void read(const std::vector<core::status::sight>& wanted, on_read done);
  /// The time for answers is over. Ignored unless the number is that of a reading here.
  void on_overdue(const messages::workloads_overdue& x);

private:
  struct reading {
    core::status::cluster_sights seen;
    std::size_t missing = 0;
    on_read done;
  };

  void look(std::uint64_t number, const core::status::sight& what);
  void request(std::uint64_t number, const core::status::sight& what, const kube::api::resource& kind);
  void finish_one(std::uint64_t number);
  void end(std::uint64_t number);

  framework::actor_base<messages::release_watcher_actor>* self_;
  messages::kube_client_actor kube_;
  std::map<std::uint64_t, reading> readings_;
  std::uint64_t last_ = std::uint64_t{1} << 32; ///< numbers of other readings are smaller
};

} // namespace actors::releases
