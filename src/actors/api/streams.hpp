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

/// The open watches. Lines of an informer's watch go directly to the informer; lines of an object operation's
/// watch come to this actor. The destructor ends all watches. A part of the KUBE CLIENT.
///
/// If a receiver is too slow, its stream is ended as if by the server, and the receiver continues from its
/// position after it has handled the waiting lines. The stream is not paused instead, because that would
/// delay the other watches of its connection: libcurl 7.88 delivers no data of an HTTP/2 connection while
/// bytes of a paused stream wait in it.
/// Why so: docs/decisions/a-watch-that-pours-too-fast-ends.md
class streams {
public:
  streams(framework::actor_base<messages::kube_client_actor>* self, std::shared_ptr<kube::api::transport> transport)
    : self_(self), transport_(std::move(transport)) {}
  ~streams();
  streams(const streams&) = delete;
  streams& operator=(const streams&) = delete;

  messages::stream_opened open(const messages::open_stream& x);
  /// Opens a watch for this actor.
  /// @returns a function that ends the watch.
  [[nodiscard]] std::function<void()> follow(kube::api::http_request request,
                                             cluster::operations::followed_watch events);
  void on_lines(const messages::stream_lines& x);
  void end(const messages::stream_ended& x);
  void close(std::uint64_t stream);

private:
  /// Shared by the transport's thread and this actor.
  struct transfer {
    std::atomic<kube::api::transfer_id> id{0}; ///< 0: `start` has not returned yet
    std::atomic<bool> has_ended{false};        ///< ended because too many lines wait for the receiver
  };

  /// Callbacks that send the events of a stream as messages to an actor.
  /// @param line_cause the cause of the messages, for traces; 0: the cluster
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
    followed_; ///< watches for this actor
};

} // namespace actors::api
