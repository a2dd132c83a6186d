#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "cluster/operations/operation_seams.hpp"
#include "kube/api/transport.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace actors::api {

/// The open watches: watches of informers, with lines that go to the informers directly, and watches of
/// object operations, with lines that come to the actor itself. A part of the KUBE CLIENT; gives all of them
/// up at its end.
///
/// A stream with a receiver that is too slow is given up here, as if the server had ended it: the receiver
/// goes on from its position when it has handled the waiting lines. A pause of the stream instead would hold
/// up the other watches of its connection: libcurl 7.88 delivers no data of an HTTP/2 connection while bytes
/// of a paused stream wait in it.
/// Why so: docs/decisions/a-watch-that-pours-too-fast-ends.md
class streams {
public:
  streams(framework::actor_base<messages::kube_client_actor>* self, std::shared_ptr<kube::api::transport> transport)
    : self_(self), transport_(std::move(transport)) {}
  ~streams();
  streams(const streams&) = delete;
  streams& operator=(const streams&) = delete;

  messages::stream_opened open(const messages::open_stream& x);
  /// Opens a watch with lines that come to this actor itself.
  /// @returns a function that gives it up.
  [[nodiscard]] std::function<void()> follow(kube::api::http_request request,
                                             cluster::operations::followed_watch events);
  void on_lines(const messages::stream_lines& x);
  void end(const messages::stream_ended& x);
  void close(std::uint64_t stream);

private:
  /// The transport's thread and this actor share it.
  struct transfer {
    std::atomic<kube::api::transfer_id> id{0}; ///< 0: `start` has not returned yet
    std::atomic<bool> has_ended{false};        ///< too much waits for the receiver
  };

  /// Events of a stream as messages to an actor.
  /// @param line_cause cause of its lines; 0: the cluster
  template <class Receiver>
  [[nodiscard]] kube::api::response_events events_to(const Receiver& to, std::uint64_t stream, std::uint64_t line_cause,
                                                     const std::shared_ptr<transfer>& of);
  void start(std::uint64_t stream, kube::api::http_request request, kube::api::response_events events,
             const std::shared_ptr<transfer>& of);

  framework::actor_base<messages::kube_client_actor>* self_;
  std::shared_ptr<kube::api::transport> transport_;
  std::uint64_t last_stream_ = 0;
  std::map<std::uint64_t, kube::api::transfer_id> open_;
  std::map<std::uint64_t, std::shared_ptr<const cluster::operations::followed_watch>>
    followed_; ///< watches of the actor's own
};

} // namespace actors::api
