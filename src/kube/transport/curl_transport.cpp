#include "kube/transport/curl_transport.hpp"

#include "base/event_batching.hpp"
#include "kube/access/credential_reader.hpp"
#include "kube/access/trust_reader.hpp"
#include "kube/transport/curl_connection.hpp"
#include "kube/transport/curl_pool.hpp"
#include "kube/transport/curl_transfer.hpp"
#include "kube/transport/transfer_commands.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kube::transport {

namespace {

using clock = curl_transfer::clock;

// The pace at which busy streams are read. Waking three threads with cold caches for every line costs more
// than handling the line. So busy streams are read two hundred times a second, and down to twenty times a
// second while each read still brings several lines.
constexpr base::event_batching::limits stream_pace{std::chrono::milliseconds(5), std::chrono::milliseconds(50), 4, 50};

// curl_multi_poll wants a limit even if there is no deadline. No behaviour depends on it.
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

  api::transfer_id start(api::http_request request, api::response_events events);
  void cancel(api::transfer_id id);

private:
  void run();
  [[nodiscard]] bool carry_out_commands();
  void begin(api::transfer_id id, std::unique_ptr<curl_transfer> transfer);
  void read_trust();
  void take_results();
  void end_late_transfers();
  void end_late(const curl_transfer& x);
  void let_lines_gather();
  void sleep();
  void fail(api::transfer_id id, const base::error& reason);
  /// @param failure why it ends; null: it has its answer, or is cancelled.
  std::unique_ptr<curl_transfer> remove(api::transfer_id id, const base::error* failure);

  // -- connections that many transfers share
  curl_connection& connection_for(const curl_transfer& transfer);
  /// Waiting transfers begin, or fail with their connection.
  void settle_connections();
  void forget_empty_connections();
  void ask_silent_connections();
  void ask(curl_connection& connection);
  void give_up(curl_connection& connection);
  /// Called when a connection is dead: unused connections may be dead, too, so they are not used again.
  void distrust_pool() { pool_ = std::make_shared<const curl_pool>(); }

  const curl_transport_options options_;
  const connection_limits limits_;
  CURLM* multi_;
  // Of the thread:
  access::credential_reader identity_;
  access::trust_reader trust_;
  std::shared_ptr<const std::string> trusted_;                ///< the authorities of usable connections
  std::vector<std::unique_ptr<curl_connection>> connections_; ///< the newest first
  std::shared_ptr<const curl_pool> pool_;                     ///< for transfers without a shared connection (HTTP/1.1)
  answer_budget budget_;                                      ///< before the transfers, which count in it
  std::unordered_map<api::transfer_id, std::unique_ptr<curl_transfer>> transfers_;
  std::size_t requests_ = 0; ///< transfers that are no streams
  clock::time_point next_deadline_ = clock::time_point::max();
  clock::time_point next_check_ = clock::time_point::max(); ///< of the connections
  base::event_batching pace_{stream_pace};
  std::size_t lines_ = 0;      ///< that have come since `let_lines_gather`
  bool shares_connections_;    ///< HTTP/2
  transfer_commands commands_; ///< shared by all threads
  std::thread thread_;         ///< last, so that all else exists when it begins
};

curl_transport::reactor::reactor(curl_transport_options options)
  : options_(std::move(options)), limits_{options_.silence, options_.answer},
    identity_(options_.cluster.identity, options_.cluster.origin, options_.read_file),
    trust_(options_.cluster.ca_pem, options_.cluster.ca_file, options_.read_file), budget_(options_.answers_bytes_max),
    shares_connections_(options_.cluster.address.starts_with("https://")) {
  initialize_libcurl();
  multi_ = curl_multi_init();
  distrust_pool();
  curl_multi_setopt(multi_, CURLMOPT_PIPELINING, static_cast<long>(CURLPIPE_MULTIPLEX));
  // Above the server's limit, so that the server's limit counts.
  curl_multi_setopt(multi_, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000L);
  thread_ = std::thread([this] { run(); });
}

curl_transport::reactor::~reactor() {
  commands_.stop();
  curl_multi_wakeup(multi_);
  thread_.join();
  // In this order: a transfer uses the pool of its connection, and all of them use the multi handle.
  for (auto& [id, transfer] : transfers_) curl_multi_remove_handle(multi_, transfer->handle());
  transfers_.clear();
  connections_.clear();
  pool_.reset();
  curl_multi_cleanup(multi_);
}

api::transfer_id curl_transport::reactor::start(api::http_request request, api::response_events events) {
  const auto id = commands_.start(std::move(request), std::move(events), budget_);
  curl_multi_wakeup(multi_);
  return id;
}

void curl_transport::reactor::cancel(api::transfer_id id) {
  commands_.cancel(id);
  curl_multi_wakeup(multi_);
}

void curl_transport::reactor::run() {
  while (carry_out_commands()) {
    int running = 0;
    curl_multi_perform(multi_, &running);
    take_results();
    end_late_transfers();
    ask_silent_connections();
    settle_connections();
    let_lines_gather();
    sleep();
  }
}

/// @returns false when the thread must end.
bool curl_transport::reactor::carry_out_commands() {
  auto commands = commands_.take();
  if (!commands) return false;
  for (auto& x : *commands) {
    if (x.start)
      begin(x.id, std::move(x.start));
    else
      remove(x.id, nullptr);
  }
  return true;
}

void curl_transport::reactor::begin(api::transfer_id id, std::unique_ptr<curl_transfer> transfer) {
  if (!shares_connections_) transfer->shorten_watch();
  read_trust();
  auto identity = identity_.read();
  const auto prepared = identity.and_then([&](const auto& x) { return transfer->prepare(options_, x, trusted_); });
  if (!prepared) {
    remove(id, nullptr);
    transfer->fail(prepared.error());
    return;
  }
  bool is_ready = true;
  if (shares_connections_) {
    auto& connection = connection_for(*transfer);
    transfer->send_over(connection);
    is_ready = connection.attach(id, clock::now());
  } else {
    transfer->take_from(pool_);
  }
  next_deadline_ = std::min(next_deadline_, transfer->deadline());
  transfer->count_lines_in(lines_);
  if (!transfer->is_stream()) ++requests_;
  if (is_ready) curl_multi_add_handle(multi_, transfer->handle());
  transfers_.emplace(id, std::move(transfer));
}

/// From now on, new requests avoid connections whose server was checked with other authorities.
void curl_transport::reactor::read_trust() {
  auto now = trust_.read();
  if (now == trusted_) return;
  trusted_ = std::move(now);
  for (const auto& connection : connections_) connection->give_up();
  distrust_pool();
}

std::unique_ptr<curl_transfer> curl_transport::reactor::remove(api::transfer_id id, const base::error* failure) {
  commands_.forget(id);
  auto node = transfers_.extract(id);
  if (node.empty()) return nullptr;
  auto transfer = std::move(node.mapped());
  if (!transfer->is_stream()) --requests_;
  curl_multi_remove_handle(multi_, transfer->handle());
  if (auto* connection = transfer->connection()) {
    if (connection->question() == id)
      connection->forget_question(clock::now());
    else
      connection->detach(id, failure);
  }
  return transfer;
}

void curl_transport::reactor::fail(api::transfer_id id, const base::error& reason) {
  const auto transfer = remove(id, &reason);
  if (!transfer) return;
  auto* connection = transfer->connection();
  // No byte came for the whole time of a request, so its connection may be dead: the next requests avoid it.
  if (reason.code == base::error_code::timeout) {
    if (!connection)
      distrust_pool();
    else if (!connection->has_heard_since(transfer->begun()))
      connection->give_up();
  }
  transfer->fail(reason);
}

void curl_transport::reactor::take_results() {
  int left = 0;
  while (const auto* message = curl_multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const auto code = message->data.result;
    curl_transfer* done = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &done);
    if (shares_connections_ && done->needs_own_connection()) {
      // The server has no HTTP/2: from now on each transfer has its own connection, and another deadline.
      shares_connections_ = false;
      next_deadline_ = clock::now();
    }
    if (code == CURLE_OK)
      remove(done->id(), nullptr)->finish();
    else
      fail(done->id(), done->reason_of(code, options_));
  }
}

void curl_transport::reactor::end_late_transfers() {
  const auto now = clock::now();
  if (now < next_deadline_) return;
  std::vector<curl_transfer*> late;
  next_deadline_ = clock::time_point::max();
  for (const auto& [id, transfer] : transfers_) {
    if (transfer->deadline() <= now)
      late.push_back(transfer.get());
    else
      next_deadline_ = std::min(next_deadline_, transfer->deadline());
  }
  for (auto* x : late) end_late(*x);
}

void curl_transport::reactor::end_late(const curl_transfer& x) {
  // A connection that takes no new requests cannot be probed, so it is not known whether it is dead.
  if (x.is_left_behind()) return remove(x.id(), nullptr)->break_off();
  const auto address = access::way_to(options_.cluster);
  fail(x.id(), {base::error_code::timeout,
                x.is_stream() ? "no sign of life from " + address + " within the idle timeout; the watch is given up"
                              : "no answer from " + address + ": the request has waited too long for a connection"});
}

curl_connection& curl_transport::reactor::connection_for(const curl_transfer& transfer) {
  if (!transfer.wants_fresh_connection())
    for (const auto& connection : connections_)
      if (connection->has_room()) return *connection;
  return **connections_.insert(connections_.begin(), std::make_unique<curl_connection>(trusted_));
}

void curl_transport::reactor::settle_connections() {
  for (const auto& connection : connections_) {
    if (const auto failed = connection->take_failed_waiters())
      for (const auto id : failed->transfers) fail(id, failed->reason);
    for (const auto id : connection->take_ready())
      if (const auto found = transfers_.find(id); found != transfers_.end())
        curl_multi_add_handle(multi_, found->second->handle());
    // The previous connection cannot be probed any more, so from now on its streams have deadlines.
    if (connection->has_moved()) next_deadline_ = clock::now();
  }
  forget_empty_connections();
}

/// One empty connection is kept for the next request.
void curl_transport::reactor::forget_empty_connections() {
  bool kept = false;
  std::erase_if(connections_, [&](const auto& connection) {
    if (!connection->is_empty()) return false;
    if (!connection->is_given_up() && !std::exchange(kept, true)) return false;
    if (const auto question = connection->question(); question != 0) remove(question, nullptr);
    return true;
  });
}

void curl_transport::reactor::ask_silent_connections() {
  const auto now = clock::now();
  next_check_ = clock::time_point::max();
  if (!shares_connections_) return;
  for (const auto& connection : connections_) {
    if (now >= connection->next_check(limits_)) {
      if (connection->question() == 0)
        ask(*connection);
      else if (connection->has_answered())
        remove(connection->question(), nullptr);
      else
        give_up(*connection);
    }
    next_check_ = std::min(next_check_, connection->next_check(limits_));
  }
}

void curl_transport::reactor::ask(curl_connection& connection) {
  const auto id = commands_.new_id();
  auto transfer = std::make_unique<curl_transfer>(id, sign_of_life(limits_), api::response_events{},
                                                  std::make_shared<std::atomic<bool>>(false), budget_);
  connection.ask(id, clock::now());
  // The probe needs no valid credentials: they may be unreadable at the moment, or a wrapping transport may
  // have them. A refusal proves that the connection is alive, too.
  const auto identity = identity_.read();
  const auto shown = identity ? *identity : std::make_shared<const access::credentials>();
  // A probe that cannot be sent does not prove that the connection is dead.
  if (!transfer->prepare(options_, shown, connection.trust())) return connection.forget_question(clock::now());
  transfer->send_over(connection);
  ++requests_;
  curl_multi_add_handle(multi_, transfer->handle());
  transfers_.emplace(id, std::move(transfer));
}

void curl_transport::reactor::give_up(curl_connection& connection) {
  connection.give_up();
  const base::error reason{base::error_code::timeout, "no sign of life from " + access::way_to(options_.cluster)
                                                        + " over a connection that was open; a new one is made"};
  std::vector<api::transfer_id> transfers;
  for (const auto& [id, transfer] : transfers_)
    if (transfer->connection() == &connection) transfers.push_back(id);
  for (const auto id : transfers) fail(id, reason);
}

/// Leaves the sockets of busy streams alone for a moment, unless an actor waits for an answer.
void curl_transport::reactor::let_lines_gather() {
  const auto lines = std::exchange(lines_, 0);
  if (lines == 0) return;
  const auto now = clock::now();
  pace_.take(lines, now.time_since_epoch());
  if (requests_ > 0) return;
  const auto until = now + pace_.wait(now.time_since_epoch());
  commands_.wait_until(until);
}

void curl_transport::reactor::sleep() {
  if (commands_.has_any()) return;
  auto time = std::chrono::duration_cast<std::chrono::milliseconds>(longest_sleep);
  if (const auto next = std::min(next_deadline_, next_check_); next != clock::time_point::max())
    time = std::min(time, std::chrono::ceil<std::chrono::milliseconds>(next - clock::now()));
  const auto limit = static_cast<int>(std::max<std::int64_t>(time.count(), 0));
  curl_multi_poll(multi_, nullptr, 0, limit, nullptr);
}

curl_transport::curl_transport(curl_transport_options options)
  : reactor_(std::make_unique<reactor>(std::move(options))) {}

curl_transport::~curl_transport() = default;

api::transfer_id curl_transport::start(api::http_request request, api::response_events events) {
  return reactor_->start(std::move(request), std::move(events));
}

void curl_transport::cancel(api::transfer_id id) {
  reactor_->cancel(id);
}

} // namespace kube::transport
