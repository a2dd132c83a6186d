#include "actors/api/streams.hpp"

#include <utility>

namespace actors {

streams::~streams() {
  for (const auto& [stream, id] : open_) transport_->cancel(id);
}

template <class Receiver>
kube::response_events streams::events_to(const Receiver& to, std::uint64_t stream, std::uint64_t line_cause) {
  const auto shared = self_->shared_ptr();
  auto inbox = std::make_shared<line_inbox>();
  return {[=](std::string_view line) {
            if (inbox->put(std::string(line)).begins()) post(shared, to, stream_lines{{}, stream, inbox}, line_cause);
          },
          [shared, to, stream, cause = self_->current_id()](core::result<kube::http_response> response) {
            post(shared, to, stream_ended{{}, stream, std::move(response)}, cause);
          }};
}

stream_opened streams::open(const open_stream& x) {
  const auto stream = ++last_stream_;
  // What the cluster reports begins a chain of causes of its own.
  auto events = events_to(x.receiver, stream, 0);
  events.on_begin = [shared = self_->shared_ptr(), to = x.receiver, stream, cause = self_->current_id()] {
    post(shared, to, stream_begun{{}, stream}, cause);
  };
  open_.emplace(stream, transport_->start(x.request, std::move(events)));
  return {{}, stream};
}

std::function<void()> streams::follow(kube::http_request request, followed_watch events) {
  const auto stream = ++last_stream_;
  followed_.emplace(stream, std::make_shared<const followed_watch>(std::move(events)));
  open_.emplace(
    stream, transport_->start(std::move(request), events_to(kube_client_actor(self_), stream, self_->current_id())));
  return [this, stream] {
    followed_.erase(stream);
    close(stream);
  };
}

void streams::take(const stream_lines& x) {
  const auto found = followed_.find(x.stream);
  if (found == followed_.end()) return;
  // A line may end the watch.
  const auto events = found->second;
  for (const auto& line : x.inbox->take().items)
    if (followed_.contains(x.stream)) events->on_line(line);
}

void streams::end(const stream_ended& x) {
  open_.erase(x.stream);
  const auto node = followed_.extract(x.stream);
  if (!node.empty()) node.mapped()->on_end(x.response);
}

void streams::close(std::uint64_t stream) {
  auto node = open_.extract(stream);
  if (!node.empty()) transport_->cancel(node.mapped());
}

} // namespace actors
