#pragma once

#include "actors/api/operation_seams.hpp"
#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/kube_client.hpp"
#include "kube/transport.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace actors {

/// Watches that are open: those of informers, whose lines go to them directly, and those of object operations, whose
/// lines come to the actor itself. A part of the KUBE CLIENT; gives all of them up at its end.
class streams {
public:
  streams(base<kube_client_actor>* self, std::shared_ptr<kube::transport> transport)
    : self_(self), transport_(std::move(transport)) {}
  ~streams();
  streams(const streams&) = delete;
  streams& operator=(const streams&) = delete;

  stream_opened open(const open_stream& x);
  /// Opens a watch whose lines come to this actor itself. @returns what gives it up.
  [[nodiscard]] std::function<void()> follow(kube::http_request request, followed_watch events);
  void take(const stream_lines& x);
  void end(const stream_ended& x);
  void close(std::uint64_t stream);

private:
  /// Events of a stream as messages to an actor. @param line_cause what has caused its lines; 0: the cluster
  template <class Receiver>
  [[nodiscard]] kube::response_events events_to(const Receiver& to, std::uint64_t stream, std::uint64_t line_cause);

  base<kube_client_actor>* self_;
  std::shared_ptr<kube::transport> transport_;
  std::uint64_t last_stream_ = 0;
  std::map<std::uint64_t, kube::transfer_id> open_;
  std::map<std::uint64_t, std::shared_ptr<const followed_watch>> followed_; ///< those of the actor's own
};

} // namespace actors
