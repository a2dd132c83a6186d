#pragma once

#include "kube/api/transport.hpp"
#include "kube/transport/curl_transfer.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace kube::transport {

/// Commands of all threads to the thread of the transport, in their order. Thread-safe; `take` and
/// `wait_until` are for the thread of the transport.
class transfer_commands {
public:
  struct command {
    api::transfer_id id = 0;
    std::unique_ptr<curl_transfer> start; ///< null: cancel
  };

  api::transfer_id start(api::http_request request, api::response_events events, answer_budget& budget);
  /// From now on the transfer reports no events. Of no effect if it has ended.
  void cancel(api::transfer_id id);
  void stop();

  /// The number of a transfer that the transport begins by itself.
  [[nodiscard]] api::transfer_id new_id();
  /// A transfer has ended.
  void forget(api::transfer_id id);

  /// The commands since the last call; nullopt when the thread must end.
  [[nodiscard]] std::optional<std::vector<command>> take();
  /// True if `take` has commands, or the thread must end.
  [[nodiscard]] bool has_any();
  /// Sleeps until then, or until a command comes.
  void wait_until(curl_transfer::clock::time_point time);

private:
  std::mutex mutex_;
  std::condition_variable has_come_;
  /// Bound: the transfers that callers begin between two calls of `take`.
  std::vector<command> commands_;
  std::unordered_map<api::transfer_id, cancel_flag> flags_; ///< of transfers that have not ended
  api::transfer_id last_id_ = 0;
  bool is_stopping_ = false;
};

} // namespace kube::transport
