#pragma once

#include "actors/framework/inbox.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observer.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/list_state.hpp"
#include "core/bindings/snapshot.hpp"
#include "core/metrics/registry.hpp"
#include "kube/api/transport.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::messages {

/// Subscribes to a binding's view of the objects of a watch. `objects_listed` follows as soon as the objects
/// are known, then `object_changed` for each change that the binding wants.
struct subscribe {
  base::origin origin;
  subscription_key subscription;
  observer_actor observer;
  std::shared_ptr<const core::bindings::kubernetes_binding> binding; ///< with filter, names and event types
  core::metrics::metric_labels labels = {}; ///< of the metrics about the subscription; empty: no metrics
  bool announce_all = false;                ///< first objects come as Added, before `objects_listed`
  bool announce_lists = false;              ///< `objects_listed` comes for later lists too
};

struct unsubscribe {
  base::origin origin;
  subscription_key subscription;
};

/// Ends a subscription because its objects no longer belong to the binding. The answer comes after all its
/// `object_changed`.
struct leave_watch {
  base::origin origin;
  subscription_key subscription;
};

/// The last known objects of the subscription; empty if they were never listed.
struct watch_left {
  base::origin origin;
  std::shared_ptr<const core::bindings::object_list> objects;
  std::string kind;                               ///< of the objects
  core::bindings::snapshot_revision revision = 0; ///< greater than the revision of any change
};

/// Answered when the objects of the subscription are known, or when the watch fails for a reason other than
/// an outage of the API server.
struct await_list {
  base::origin origin;
  subscription_key subscription;
  /// The obstacle that the sender already knows. The same obstacle is not reported again.
  std::optional<core::bindings::lists::obstacle> known{};
};
struct list_awaited {
  base::origin origin;
  std::string problem; ///< why the objects are unknown; empty: known, or the subscription has ended
  core::bindings::lists::obstacle by = core::bindings::lists::obstacle::list; ///< this problem's obstacle
};

struct read_snapshot {
  base::origin origin;
  subscription_key subscription;
};

/// The objects of a subscription, and the position after which its events follow.
struct snapshot_read {
  base::origin origin;
  core::bindings::known_objects objects;
  core::bindings::snapshot_revision revision = 0;
  std::string absence{}; ///< why the kind is not served, so that no object exists; empty: it is served
};

/// The server has accepted the watch. Its first line may come much later.
struct stream_begun {
  base::origin origin;
  std::uint64_t stream = 0; ///< as in `stream_opened`
};

/// The lines of a stream between transport and receiver. The receiver may be slow, because it applies filters
/// to each object. So the stream is ended when `line_bytes_max` bytes wait, and the receiver opens a new
/// stream at its position. At most this many bytes wait, while the same number may be in progress.
using line_inbox = framework::inbox<std::string>;
inline constexpr std::size_t line_bytes_max = std::size_t{8} << 20;

/// Lines of the watch wait in the inbox. Bound: a single message at a time for each stream.
struct stream_lines {
  base::origin origin;
  std::uint64_t stream = 0; ///< as in `stream_opened`
  std::shared_ptr<line_inbox> inbox;
};

/// The watch has ended. This is its last message.
struct stream_ended {
  base::origin origin;
  std::uint64_t stream = 0;
  base::result<kube::api::http_response> response;
};

/// INTERNAL: the wait before the next try is over. Ignored unless `generation` is the current generation.
struct informer_wait_over {
  base::origin origin;
  std::uint64_t generation = 0;
};

/// INTERNAL: filters that were stopped at their limit must be tried again on unchanged objects.
struct retry_filters {
  base::origin origin;
};

/// INTERNAL: another watch needs the room of this watch, which must give its objects up; or it is time to
/// check whether its objects have room again. Ignored unless `generation` is the current generation.
struct watch_room_changed {
  base::origin origin;
  std::uint64_t generation = 0;
  bool is_full = false;
};

/// INTERNAL: the pause after a portion of work is over, and the next portion can begin.
struct watch_work_due {
  base::origin origin;
};

/// Not recorded, because it may come many times in a second and contains no information.
inline bool leaves_no_trace(const watch_work_due&) {
  return true;
}
/// Not recorded, because a flood of events brings nearly as many of these messages, and `object_changed`
/// records the events.
inline bool leaves_no_trace(const stream_lines&) {
  return true;
}
inline std::string summary(const subscribe& x) {
  return x.subscription;
}
inline std::string summary(const leave_watch& x) {
  return x.subscription;
}
inline std::string summary(const await_list& x) {
  return x.subscription;
}
inline std::string summary(const read_snapshot& x) {
  return x.subscription;
}
std::string summary(const stream_ended& x);

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::subscribe)
ACTORS_MESSAGE(actors::messages::unsubscribe)
ACTORS_MESSAGE(actors::messages::leave_watch)
ACTORS_MESSAGE(actors::messages::watch_left)
ACTORS_MESSAGE(actors::messages::await_list)
ACTORS_MESSAGE(actors::messages::list_awaited)
ACTORS_MESSAGE(actors::messages::read_snapshot)
ACTORS_MESSAGE(actors::messages::snapshot_read)
ACTORS_MESSAGE(actors::messages::stream_begun)
ACTORS_MESSAGE(actors::messages::stream_lines)
ACTORS_MESSAGE(actors::messages::stream_ended)
ACTORS_MESSAGE(actors::messages::informer_wait_over)
ACTORS_MESSAGE(actors::messages::retry_filters)
ACTORS_MESSAGE(actors::messages::watch_room_changed)
ACTORS_MESSAGE(actors::messages::watch_work_due)
