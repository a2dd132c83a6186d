#include "kube/transport/credential_plugin_transport.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace kube::transport {

/// The state that requests share. Outlives the transport while a thread still delivers an event to it.
class credential_plugin_transport::state : public std::enable_shared_from_this<credential_plugin_transport::state> {
public:
  explicit state(credential_plugin_transport_options options) : options_(std::move(options)) {}

  api::transfer_id start(api::http_request request, api::response_events events);
  void cancel(api::transfer_id id);
  /// Ends the plugin and the inner transport; later results are dropped.
  void end();

private:
  struct request_of_somebody {
    api::transfer_id id = 0;
    api::http_request request;
    api::response_events events;
    bool was_refused = false;
  };
  struct sent_request {
    api::transfer_id inner = 0;
    request_of_somebody original;
    std::shared_ptr<const access::credentials> by;
  };
  using lock = std::unique_lock<std::mutex>;

  [[nodiscard]] bool is_valid() const;
  /// Sends the request, or keeps it until there are credentials. Releases the lock.
  void send_or_wait(lock held, request_of_somebody x);
  /// @pre the lock is held
  void forward(request_of_somebody x);
  void answered(api::transfer_id id, base::result<api::http_response> answer);
  void obtain();
  void obtained(base::result<access::plugin_credentials> given);

  credential_plugin_transport_options options_; ///< `inner` is null after the end
  std::mutex mutex_;
  std::shared_ptr<const access::credentials> current_; ///< null: not obtained yet, or refused
  std::optional<std::chrono::system_clock::time_point> expires_;
  bool is_obtaining_ = false;
  /// Requests that wait for credentials. Bound: the requests that actors make at the same time.
  std::deque<request_of_somebody> waiting_;
  std::map<api::transfer_id, sent_request> sent_;
  api::transfer_id last_id_ = 0;
};

// A thread that delivers an event keeps this state alive. This thread mostly belongs to the inner transport,
// and would wait for its own end if it destroyed the inner transport together with the state. So the inner
// transport is released here.
void credential_plugin_transport::state::end() {
  options_.end();
  std::shared_ptr<api::transport> inner; // first, so that it ends without the lock
  const lock held(mutex_);
  inner.swap(options_.inner);
}

bool credential_plugin_transport::state::is_valid() const {
  return current_ && (!expires_ || options_.now() < *expires_);
}

api::transfer_id credential_plugin_transport::state::start(api::http_request request, api::response_events events) {
  lock held(mutex_);
  const auto id = ++last_id_;
  send_or_wait(std::move(held), {id, std::move(request), std::move(events)});
  return id;
}

void credential_plugin_transport::state::cancel(api::transfer_id id) {
  const lock held(mutex_);
  std::erase_if(waiting_, [id](const request_of_somebody& x) { return x.id == id; });
  if (const auto node = sent_.extract(id); !node.empty() && options_.inner) options_.inner->cancel(node.mapped().inner);
}

void credential_plugin_transport::state::send_or_wait(lock held, request_of_somebody x) {
  if (!is_obtaining_ && is_valid()) return forward(std::move(x));
  waiting_.push_back(std::move(x));
  if (std::exchange(is_obtaining_, true)) return;
  held.unlock();
  obtain();
}

void credential_plugin_transport::state::forward(request_of_somebody x) {
  if (!options_.inner) return;
  const auto id = x.id;
  auto request = x.request;
  request.identity = current_;
  api::response_events events{x.events.on_line, {}, x.events.on_begin};
  events.on_done = [weak = weak_from_this(), id](base::result<api::http_response> answer) {
    if (const auto self = weak.lock()) self->answered(id, std::move(answer));
  };
  auto& sent = sent_[id];
  sent.original = std::move(x);
  sent.by = current_;
  sent.inner = options_.inner->start(std::move(request), std::move(events));
}

void credential_plugin_transport::state::answered(api::transfer_id id, base::result<api::http_response> answer) {
  lock held(mutex_);
  auto node = sent_.extract(id);
  if (node.empty()) return;
  auto& sent = node.mapped();
  const bool is_refused = answer && answer->status == 401;
  // Another request may have been refused before, and may have asked for new credentials already.
  if (is_refused && current_ == sent.by) current_ = nullptr;
  if (is_refused && !std::exchange(sent.original.was_refused, true))
    return send_or_wait(std::move(held), std::move(sent.original));
  held.unlock();
  if (sent.original.events.on_done) sent.original.events.on_done(std::move(answer));
}

void credential_plugin_transport::state::obtain() {
  options_.obtain([weak = weak_from_this()](base::result<access::plugin_credentials> given) {
    if (const auto self = weak.lock()) self->obtained(std::move(given));
  });
}

void credential_plugin_transport::state::obtained(base::result<access::plugin_credentials> given) {
  lock held(mutex_);
  is_obtaining_ = false;
  auto waiting = std::exchange(waiting_, {});
  if (given) {
    current_ = std::make_shared<const access::credentials>(std::move(given->identity));
    expires_ = given->expires;
    for (auto& x : waiting) forward(std::move(x));
    return;
  }
  held.unlock();
  for (auto& x : waiting)
    if (x.events.on_done) x.events.on_done(tl::unexpected(given.error()));
}

credential_plugin_transport::credential_plugin_transport(credential_plugin_transport_options options)
  : state_(std::make_shared<state>(std::move(options))) {}

credential_plugin_transport::~credential_plugin_transport() {
  state_->end();
}

api::transfer_id credential_plugin_transport::start(api::http_request request, api::response_events events) {
  return state_->start(std::move(request), std::move(events));
}

void credential_plugin_transport::cancel(api::transfer_id id) {
  state_->cancel(id);
}

} // namespace kube::transport
