#include "kube/curl_transport.hpp"

#include "core/base/pour_pace.hpp"
#include "kube/curl_transfer.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kube {

namespace {

using clock = curl_transfer::clock;

// What kube-apiserver allows on one HTTP/2 connection (http2-max-streams-per-connection).
constexpr std::size_t streams_per_connection = 100;

// How often streams are read while they pour. To wake three threads for each line of thousands, each time with caches that
// others have filled meanwhile, costs more than to handle the line. So they are read two hundred times a second then, and
// while each read still brings several lines, down to twenty times.
constexpr core::pour_pace::limits stream_pace{std::chrono::milliseconds(5), std::chrono::milliseconds(50), 4, 50};

// Without anything to wait for, curl_multi_poll still wants a limit. Nothing depends on it.
constexpr std::chrono::hours longest_sleep{1};

void initialize_libcurl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

} // namespace

/// The thread and everything it owns. Other threads reach it through `commands_`.
class curl_transport::reactor {
public:
  explicit reactor(curl_transport_options options);
  ~reactor();

  transfer_id start(http_request request, response_events events);
  void cancel(transfer_id id);

private:
  struct command {
    transfer_id id = 0;
    std::unique_ptr<curl_transfer> start; ///< null: cancel
  };

  void run();
  [[nodiscard]] bool carry_out_commands();
  void begin(transfer_id id, std::unique_ptr<curl_transfer> transfer);
  void take_results();
  void end_idle_transfers();
  void limit_connections();
  void let_lines_gather();
  void sleep();
  void wake();
  std::unique_ptr<curl_transfer> remove(transfer_id id);

  const curl_transport_options options_;
  CURLM* multi_;
  // Of the thread:
  std::unordered_map<transfer_id, std::unique_ptr<curl_transfer>> transfers_;
  std::size_t requests_ = 0; ///< transfers that are no streams
  clock::time_point next_deadline_ = clock::time_point::max();
  core::pour_pace pace_{stream_pace};
  std::size_t lines_ = 0;   ///< that have come since `let_lines_gather`
  bool shares_connections_; ///< HTTP/2
  std::size_t connections_max_ = 0;
  // Of everybody:
  std::mutex mutex_;
  std::condition_variable command_has_come_;
  std::vector<command> commands_;
  std::unordered_map<transfer_id, cancel_flag> flags_; ///< of transfers that have not ended
  transfer_id last_id_ = 0;
  bool stopping_ = false;
  std::thread thread_; ///< last, so that all else exists when it begins
};

curl_transport::reactor::reactor(curl_transport_options options)
  : options_(std::move(options)), shares_connections_(options_.cluster.address.starts_with("https://")) {
  initialize_libcurl();
  multi_ = curl_multi_init();
  curl_multi_setopt(multi_, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_MULTIPLEX));
  // Above the server's limit, so that it is the server's that counts.
  curl_multi_setopt(multi_, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000L);
  thread_ = std::thread([this] { run(); });
}

curl_transport::reactor::~reactor() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake();
  thread_.join();
  for (auto& [id, transfer] : transfers_) curl_multi_remove_handle(multi_, transfer->handle());
  transfers_.clear();
  curl_multi_cleanup(multi_);
}

transfer_id curl_transport::reactor::start(http_request request, response_events events) {
  auto cancelled = std::make_shared<std::atomic<bool>>(false);
  transfer_id id = 0;
  {
    std::lock_guard lock(mutex_);
    id = ++last_id_;
    auto transfer = std::make_unique<curl_transfer>(id, std::move(request), std::move(events), cancelled);
    flags_.emplace(id, std::move(cancelled));
    commands_.push_back({.id = id, .start = std::move(transfer)});
  }
  wake();
  return id;
}

void curl_transport::reactor::cancel(transfer_id id) {
  {
    std::lock_guard lock(mutex_);
    const auto flag = flags_.find(id);
    if (flag == flags_.end()) return;
    flag->second->store(true);
    commands_.push_back({.id = id, .start = nullptr});
  }
  wake();
}

void curl_transport::reactor::wake() {
  command_has_come_.notify_one();
  curl_multi_wakeup(multi_);
}

void curl_transport::reactor::run() {
  while (carry_out_commands()) {
    int running = 0;
    curl_multi_perform(multi_, &running);
    take_results();
    end_idle_transfers();
    let_lines_gather();
    sleep();
  }
}

/// @returns false when the thread shall end.
bool curl_transport::reactor::carry_out_commands() {
  std::vector<command> commands;
  {
    std::lock_guard lock(mutex_);
    if (stopping_) return false;
    commands.swap(commands_);
  }
  for (auto& x : commands) {
    if (x.start)
      begin(x.id, std::move(x.start));
    else
      remove(x.id);
  }
  if (!commands.empty()) limit_connections();
  return true;
}

void curl_transport::reactor::begin(transfer_id id, std::unique_ptr<curl_transfer> transfer) {
  if (auto prepared = transfer->prepare(options_); !prepared) {
    remove(id);
    transfer->fail(prepared.error());
    return;
  }
  next_deadline_ = std::min(next_deadline_, transfer->deadline());
  transfer->count_lines_in(lines_);
  if (!transfer->is_stream()) ++requests_;
  curl_multi_add_handle(multi_, transfer->handle());
  transfers_.emplace(id, std::move(transfer));
}

/// Forgets a transfer; it is destroyed with what is returned.
std::unique_ptr<curl_transfer> curl_transport::reactor::remove(transfer_id id) {
  {
    std::lock_guard lock(mutex_);
    flags_.erase(id);
  }
  auto node = transfers_.extract(id);
  if (node.empty()) return nullptr;
  if (!node.mapped()->is_stream()) --requests_;
  curl_multi_remove_handle(multi_, node.mapped()->handle());
  return std::move(node.mapped());
}

void curl_transport::reactor::take_results() {
  int left = 0;
  while (const auto* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const auto code = message->data.result;
    curl_transfer* done = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &done);
    if (shares_connections_ && done->needs_own_connection()) {
      shares_connections_ = false;
      limit_connections();
    }
    const auto transfer = remove(done->id());
    transfer->finish(code, options_);
  }
}

void curl_transport::reactor::end_idle_transfers() {
  const auto now = clock::now();
  if (now < next_deadline_) return;
  std::vector<transfer_id> dead;
  next_deadline_ = clock::time_point::max();
  for (const auto& [id, transfer] : transfers_) {
    if (transfer->deadline() <= now)
      dead.push_back(id);
    else
      next_deadline_ = std::min(next_deadline_, transfer->deadline());
  }
  for (auto id : dead)
    remove(id)->fail({core::error_code::timeout, "no sign of life from " + options_.cluster.address
                                                   + " within the idle timeout; the watch is given up"});
}

/// libcurl would open a connection of its own for every stream above the server's limit. Those that fit nowhere wait
/// instead until a stream or the spare connection is free.
void curl_transport::reactor::limit_connections() {
  const auto streams = transfers_.size();
  const auto wanted =
    shares_connections_ ? (streams + streams_per_connection - 1) / streams_per_connection + 1 : std::size_t{0};
  if (wanted == connections_max_) return;
  connections_max_ = wanted;
  curl_multi_setopt(multi_, CURLMOPT_MAX_HOST_CONNECTIONS, static_cast<long>(wanted));
}

/// Where streams pour, their sockets are left alone for a moment, unless somebody waits for an answer.
void curl_transport::reactor::let_lines_gather() {
  const auto lines = std::exchange(lines_, 0);
  if (lines == 0) return;
  const auto now = clock::now();
  pace_.take(lines, now.time_since_epoch());
  if (requests_ > 0) return;
  const auto until = now + pace_.wait(now.time_since_epoch());
  std::unique_lock lock(mutex_);
  command_has_come_.wait_until(lock, until, [this] { return !commands_.empty() || stopping_; });
}

void curl_transport::reactor::sleep() {
  {
    std::lock_guard lock(mutex_);
    if (!commands_.empty() || stopping_) return;
  }
  auto time = std::chrono::duration_cast<std::chrono::milliseconds>(longest_sleep);
  if (next_deadline_ != clock::time_point::max())
    time = std::min(time, std::chrono::ceil<std::chrono::milliseconds>(next_deadline_ - clock::now()));
  const auto limit = static_cast<int>(std::max<std::int64_t>(time.count(), 0));
  curl_multi_poll(multi_, nullptr, 0, limit, nullptr);
}

curl_transport::curl_transport(curl_transport_options options)
  : reactor_(std::make_unique<reactor>(std::move(options))) {}

curl_transport::~curl_transport() = default;

transfer_id curl_transport::start(http_request request, response_events events) {
  return reactor_->start(std::move(request), std::move(events));
}

void curl_transport::cancel(transfer_id id) {
  reactor_->cancel(id);
}

} // namespace kube
