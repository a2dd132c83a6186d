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

/// Subscribes to the objects of a watch, as a binding sees them. `objects_listed` follows as soon as the
/// objects are known, then `object_changed` for each change that the binding wants.
struct subscribe {
  base::origin origin;
  subscription_key subscription;
  observer_actor observer;
  std::shared_ptr<const core::bindings::kubernetes_binding>
    binding;                                ///< filter, names, event types, whether objects are kept
  core::metrics::metric_labels labels = {}; ///< of the metrics about the subscription; empty: no metrics
  bool announce_all = false;                ///< the first objects come as Added, before `objects_listed`
  bool announce_lists = false; ///< `objects_listed` comes for later lists too, after the changes that they show
};

struct unsubscribe {
  base::origin origin;
  subscription_key subscription;
};

/// Ends a subscription whose objects do not count any more. The answer comes after every `object_changed`.
struct leave_watch {
  base::origin origin;
  subscription_key subscription;
};

/// The objects that the subscription has shown until then; empty if they were never listed.
struct watch_left {
  base::origin origin;
  std::shared_ptr<const core::bindings::object_list> objects;
  std::string kind;                               ///< of the objects
  core::bindings::snapshot_revision revision = 0; ///< above the revision of every change
};

/// Answered when the objects of the subscription are known, or the watch fails for a reason that is not an
/// outage of the API server.
struct await_list {
  base::origin origin;
  subscription_key subscription;
  /// The obstacle that the asker already knows. A problem with the same obstacle is not answered.
  std::optional<core::bindings::lists::obstacle> known{};
};
struct list_awaited {
  base::origin origin;
  std::string problem; ///< why the objects are not known; empty: they are known, or the last subscription has gone
  core::bindings::lists::obstacle by = core::bindings::lists::obstacle::list; ///< the subject of the problem
};

struct read_snapshot {
  base::origin origin;
  subscription_key subscription;
};

/// The objects of a subscription and the position from which its events follow.
struct snapshot_read {
  base::origin origin;
  core::bindings::known_objects objects;
  core::bindings::snapshot_revision revision = 0;
  std::string absence{}; ///< not empty: the kind is not served, so no object exists; this is the reason
};

/// The server has accepted the watch; its first line may be long in coming.
struct stream_begun {
  base::origin origin;
  std::uint64_t stream = 0; ///< as in `stream_opened`
};

/// Lines of a single stream on their way from the transport. The receiver may be slow, because a filter sees
/// each object. So the stream ends when `line_bytes_max` bytes wait, and the receiver opens the next stream
/// at its position. At most that many bytes wait, while as many are being handled.
using line_inbox = framework::inbox<std::string>;
inline constexpr std::size_t line_bytes_max = std::size_t{8} << 20;

/// Lines of the watch have come and wait in the inbox. Bound: a single message at a time for each stream.
struct stream_lines {
  base::origin origin;
  std::uint64_t stream = 0; ///< as in `stream_opened`
  std::shared_ptr<line_inbox> inbox;
};

/// The watch has ended; its last message.
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

/// INTERNAL: time to try filters again that were stopped at their bound, on objects that have not changed
/// since.
struct retry_filters {
  base::origin origin;
};

/// INTERNAL: the pause after a portion of work is over.
struct watch_work_due {
  base::origin origin;
};

/// Not recorded: it may come many times in a second, and brings no news.
inline bool leaves_no_trace(const watch_work_due&) {
  return true;
}
/// Not recorded: a flood brings nearly as many of these messages as events, and `object_changed` records the
/// events.
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
ACTORS_MESSAGE(actors::messages::watch_work_due)
