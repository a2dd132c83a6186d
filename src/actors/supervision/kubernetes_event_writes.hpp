#pragma once

#include "actors/supervision/peer_registry.hpp"
#include "cluster/records/kubernetes_event_requests.hpp"
#include "core/status/kubernetes_event_limit.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace actors::supervision {

/// The objects that Kubernetes Events are about.
struct event_places {
  std::string namespace_name;
  std::string config_map;
  std::string deployment{}; ///< of the operator; empty: it has no Deployment, or its name is not known
};

/// Writes each Event for each of its places, a request at a time. A request that fails has no effect on other
/// work. While the API server does not answer, Events wait. A part of the SUPERVISOR.
class kubernetes_event_writes {
public:
  /// Events that wait for the API server; further Events are left out.
  static constexpr std::size_t waiting_max = 64;
  /// The maximal number of tries of a request without an answer of the API server. Few tries are enough,
  /// because each further try waits for the end of the outage. A request that gets no answer even then is
  /// probably kept back by a proxy.
  static constexpr unsigned tries_max = 3;

  kubernetes_event_writes(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
                          const event_places& places);

  void write(std::vector<core::status::kubernetes_event> events);

private:
  /// An Event that is still to be written about each subject from `next` on.
  struct writing {
    core::status::told_kubernetes_event event;
    std::size_t next = 0; ///< in `subjects_`
    bool is_anew = false; ///< the earlier Event of the series has gone, so the Event is created anew
  };

  /// Reads the subject with this index, then the rest: an object that was made anew has another uid.
  void read_subjects(std::size_t index);
  void write_next();
  void write_event(const writing& x);
  void wrote(writing x, const base::result<text::json>& answer);
  /// Goes on from `read_subjects` when the API server answers. After `tries_max` tries in a row, all waiting
  /// Events are left out.
  void go_on_later();
  void give_up();
  void report_refusal(const base::error& reason);
  void call(kube::api::http_request request, std::function<void(const base::result<text::json>&)> then);

  framework::actor_base<messages::supervisor_actor>* self_;
  const peer_registry& peers_;
  std::vector<cluster::records::event_subject> subjects_;
  std::vector<bool> is_there_; ///< whether an Event about the subject can be written, by index
  core::status::kubernetes_event_limit series_;
  std::deque<core::status::kubernetes_event> waiting_;
  std::optional<writing> interrupted_; ///< by an outage
  unsigned tries_ = 0;                 ///< consecutive tries without an answer of the API server
  bool is_busy_ = false;
  bool is_refused_ = false; ///< a missing right was logged
  std::uint64_t first_number_;
};

} // namespace actors::supervision
