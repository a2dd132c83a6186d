#include "kube/plugin_transport.hpp"

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace kube {

class plugin_transport::state : public std::enable_shared_from_this<plugin_transport::state> {
public:
  explicit state(plugin_transport_options options) : options_(std::move(options)) {}

  void begin() {
    thread_ = std::thread([this] { run(); });
  }
  void end();
  transfer_id start(http_request request, response_events events);
  void cancel(transfer_id id);

private:
  struct waiting_request {
    transfer_id id = 0;
    http_request request;
    response_events events;
    bool was_refused = false;
  };
  using lock = std::unique_lock<std::mutex>;

  void run();
  [[nodiscard]] bool is_valid() const;
  /// @pre the lock is held, and the credentials are valid
  void forward(waiting_request x);
  void answered(transfer_id id, core::result<http_response> answer);

  const plugin_transport_options options_;
  std::mutex mutex_;
  std::condition_variable wanted_;
  bool stopping_ = false;
  std::shared_ptr<const credentials> current_; ///< null: none, or refused
  std::optional<std::chrono::system_clock::time_point> expires_;
  std::deque<waiting_request> waiting_; ///< for the plugin. Bound: what the actors ask for at once
  struct sent_request {
    transfer_id inner = 0;
    waiting_request original;
    std::shared_ptr<const credentials> by;
  };
  std::map<transfer_id, sent_request> sent_;
  transfer_id last_id_ = 0;
  std::thread thread_;
};

bool plugin_transport::state::is_valid() const {
  return current_ && (!expires_ || options_.now() < *expires_);
}

transfer_id plugin_transport::state::start(http_request request, response_events events) {
  const lock held(mutex_);
  const auto id = ++last_id_;
  waiting_request x{id, std::move(request), std::move(events)};
  if (waiting_.empty() && is_valid()) {
    forward(std::move(x));
  } else {
    waiting_.push_back(std::move(x));
    wanted_.notify_one();
  }
  return id;
}

void plugin_transport::state::cancel(transfer_id id) {
  const lock held(mutex_);
  std::erase_if(waiting_, [id](const waiting_request& x) { return x.id == id; });
  if (const auto node = sent_.extract(id); !node.empty()) options_.inner->cancel(node.mapped().inner);
}

void plugin_transport::state::forward(waiting_request x) {
  const auto id = x.id;
  auto request = x.request;
  request.identity = current_;
  response_events events{x.events.on_line, {}, x.events.on_begin};
  // The transport may outlive this object's owner for as long as it delivers an event.
  events.on_done = [weak = weak_from_this(), id](core::result<http_response> answer) {
    if (const auto self = weak.lock()) self->answered(id, std::move(answer));
  };
  auto& sent = sent_[id];
  sent.original = std::move(x);
  sent.by = current_;
  sent.inner = options_.inner->start(std::move(request), std::move(events));
}

void plugin_transport::state::answered(transfer_id id, core::result<http_response> answer) {
  lock held(mutex_);
  auto node = sent_.extract(id);
  if (node.empty()) return;
  auto& sent = node.mapped();
  const bool refused = answer && answer->status == 401;
  if (refused && current_ == sent.by) current_ = nullptr;
  if (refused && !sent.original.was_refused) {
    sent.original.was_refused = true;
    waiting_.push_back(std::move(sent.original));
    wanted_.notify_one();
    return;
  }
  held.unlock();
  if (sent.original.events.on_done) sent.original.events.on_done(std::move(answer));
}

void plugin_transport::state::run() {
  lock held(mutex_);
  for (;;) {
    wanted_.wait(held, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    if (!is_valid()) {
      held.unlock();
      auto given = options_.obtain();
      held.lock();
      if (stopping_) return;
      if (!given) {
        auto failed = std::exchange(waiting_, {});
        held.unlock();
        for (auto& x : failed)
          if (x.events.on_done) x.events.on_done(tl::unexpected(given.error()));
        held.lock();
        continue;
      }
      current_ = std::make_shared<const credentials>(std::move(given->identity));
      expires_ = given->expires;
    }
    for (auto& x : std::exchange(waiting_, {})) forward(std::move(x));
  }
}

void plugin_transport::state::end() {
  {
    const lock held(mutex_);
    stopping_ = true;
  }
  wanted_.notify_one();
  options_.interrupt();
  thread_.join();
}

plugin_transport::plugin_transport(plugin_transport_options options)
  : state_(std::make_shared<state>(std::move(options))) {
  state_->begin();
}

plugin_transport::~plugin_transport() {
  state_->end();
}

transfer_id plugin_transport::start(http_request request, response_events events) {
  return state_->start(std::move(request), std::move(events));
}

void plugin_transport::cancel(transfer_id id) {
  state_->cancel(id);
}

} // namespace kube
