#include "actors/api/streams.hpp"

#include <memory>
#include <string>
#include <utility>

namespace actors::api {

streams::~streams() {
  for (const auto& [stream, id] : open_) transport_->cancel(id);
}

template <class Receiver>
kube::api::response_events streams::events_to(const Receiver& to, std::uint64_t stream, std::uint64_t line_cause,
                                              const std::shared_ptr<transfer>& of) {
  const auto shared = self_->shared_ptr();
  const auto end = [shared, to, stream, cause = self_->current_id()](base::result<kube::api::http_response> response) {
    framework::post(shared, to, messages::stream_ended{{}, stream, std::move(response)}, cause);
  };
  auto inbox = std::make_shared<messages::line_inbox>(messages::line_inbox::bounds{.enough = messages::line_bytes_max});
  kube::api::response_events events;
  events.on_line = [=, transport = std::weak_ptr(transport_)](std::string_view line) {
    if (of->has_ended) return;
    const auto change = inbox->put(std::string(line), line.size() + sizeof(std::string));
    if (change.begins()) framework::post(shared, to, messages::stream_lines{{}, stream, inbox}, line_cause);
    if (!change.reaches_enough()) return;
    of->has_ended = true;
    if (const auto alive = transport.lock()) alive->cancel(of->id);
    // For the receiver this looks like an end by the server, so it opens a new watch at its position.
    end(kube::api::http_response{.status = 200, .body = {}, .retry_after = {}});
  };
  events.on_done = [=](base::result<kube::api::http_response> response) {
    if (!of->has_ended) end(std::move(response));
  };
  return events;
}

void streams::start(std::uint64_t stream, kube::api::http_request request, kube::api::response_events events,
                    const std::shared_ptr<transfer>& of) {
  of->id = transport_->start(std::move(request), std::move(events));
  // The transport's thread may have wanted to end the stream before `start` had returned the id.
  if (of->has_ended) transport_->cancel(of->id);
  open_.emplace(stream, of->id);
}

messages::stream_opened streams::open(const messages::open_stream& x) {
  const auto stream = ++last_stream_;
  const auto made = std::make_shared<transfer>();
  // Events from the cluster begin a new chain of causes.
  auto events = events_to(x.receiver, stream, 0, made);
  events.on_begin = [shared = self_->shared_ptr(), to = x.receiver, stream, cause = self_->current_id()] {
    framework::post(shared, to, messages::stream_begun{{}, stream}, cause);
  };
  start(stream, x.request, std::move(events), made);
  return {{}, stream};
}

std::function<void()> streams::follow(kube::api::http_request request, cluster::operations::followed_watch events) {
  const auto stream = ++last_stream_;
  followed_.emplace(stream, std::make_shared<const cluster::operations::followed_watch>(std::move(events)));
  const auto made = std::make_shared<transfer>();
  start(stream, std::move(request), events_to(messages::kube_client_actor(self_), stream, self_->current_id(), made),
        made);
  return [this, stream] {
    followed_.erase(stream);
    close(stream);
  };
}

void streams::on_lines(const messages::stream_lines& x) {
  const auto found = followed_.find(x.stream);
  if (found == followed_.end()) return;
  // A copy of the pointer, because a line may end the watch, which destroys the callbacks.
  const auto events = found->second;
  for (const auto& line : x.inbox->take().items)
    if (followed_.contains(x.stream)) events->on_line(line);
}

void streams::end(const messages::stream_ended& x) {
  open_.erase(x.stream);
  const auto node = followed_.extract(x.stream);
  if (!node.empty()) node.mapped()->on_end(x.response);
}

void streams::close(std::uint64_t stream) {
  auto node = open_.extract(stream);
  if (!node.empty()) transport_->cancel(node.mapped());
}

} // namespace actors::api
