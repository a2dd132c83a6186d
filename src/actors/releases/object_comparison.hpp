#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/releases/drift_report.hpp"
#include "kube/api/resource.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actors::releases {

/// The kinds of the objects of releases, by apiVersion and kind.
using known_kinds_by_name = std::map<std::pair<std::string, std::string>, kube::api::resource>;

/// The actors that know objects of releases.
struct object_sources {
  messages::helm_actor helm;
  messages::kube_client_actor kube;
};

/// Reads objects of a release, as its manifest has them and as they are in the cluster. The objects are read
/// in sequence, so that they do not delay other requests to the API server. A part of the RELEASE WATCHER.
class object_comparison : public std::enable_shared_from_this<object_comparison> {
public:
  using on_done = std::function<void(std::vector<core::releases::compared_object>)>;

  object_comparison(framework::actor_base<messages::release_watcher_actor>* self, object_sources from,
                    const known_kinds_by_name& kinds, on_done done)
    : self_(self), from_(std::move(from)), kinds_(kinds), done_(std::move(done)) {}

  /// @pre called once
  void read(const std::string& release, const std::vector<core::releases::manifest_object>& objects);

private:
  void read_next();
  void on_live(base::result<text::json> live);

  framework::actor_base<messages::release_watcher_actor>* self_;
  object_sources from_;
  const known_kinds_by_name& kinds_;
  on_done done_;
  std::vector<core::releases::compared_object> all_;
  std::size_t next_ = 0;
};

} // namespace actors::releases
