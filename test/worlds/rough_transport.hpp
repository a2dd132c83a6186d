#pragma once

#include "kube/api/transport.hpp"
#include "simulation/agenda.hpp"
#include "simulation/fake_api_server.hpp"
#include "worlds/dice.hpp"
#include "worlds/plan.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace worlds {

/// The parts of a world that a transport needs.
struct rough_world {
  simulation::fake_api_server& api;
  simulation::agenda& later;
  std::function<std::int64_t()> now_us;
  /// The trouble that hits a request or its answer at this moment.
  std::function<std::optional<trouble_kind>(const kube::api::http_request&)> trouble_of_request;
  /// The trouble that hits a line of a watch.
  std::function<std::optional<trouble_kind>(const kube::api::http_request&, std::string_view line)> trouble_of_line;
  /// The answer that a read would have got some seconds before.
  std::function<kube::api::http_response(const kube::api::http_request&)> answer_from_the_past;
  /// The request has been carried out, and its answer does not arrive.
  std::function<void(const kube::api::http_request&)> on_lost_answer;
  /// Whether a webhook reviews the request.
  std::function<bool(const kube::api::http_request&)> has_review{};
  /// Calls back when the review is over.
  std::function<void(const kube::api::http_request&, std::function<void()> then)> admit{};
};

/// The connection of an operator to the API server: everything takes some time, and fails as the plan says.
/// It ends with the operator (`sever`), and the API server goes on. Not thread-safe.
class rough_transport final : public kube::api::transport {
public:
  rough_transport(rough_world outside, dice chance) : world_(std::move(outside)), chance_(chance) {}
  ~rough_transport() override { sever(); }

  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override;
  void cancel(kube::api::transfer_id id) override;

  /// The operator is dead: no message arrives any more, in either direction.
  void sever();

  // -- troubles of all watches that are open

  void break_watches();
  /// From now on, watches that are open get no more lines. Each ends by `after_us`, when a transport would
  /// notice the dead connection.
  void silence_watches(std::int64_t after_us);

  /// Transfers that have not ended.
  [[nodiscard]] std::size_t open() const { return transfers_.size(); }

private:
  struct transfer {
    kube::api::http_request request;
    kube::api::response_events events;
    std::optional<kube::api::transfer_id> at_server{};
    std::int64_t last_due_us = 0; ///< of the answers on their way: they keep their order
    bool is_silent = false;
    bool is_ending = false;
    bool is_admitted = false;    ///< its review is over
    std::string last_deletion{}; ///< a line of the watch, which comes once more
  };
  void arrive(kube::api::transfer_id id);
  void take_line(kube::api::transfer_id id, std::string_view line);
  void forward(kube::api::transfer_id id, std::optional<trouble_kind> after);
  /// Calls back when a line or an answer that is sent now has arrived.
  void bring(kube::api::transfer_id id, std::function<void(transfer&)> what);
  void end(kube::api::transfer_id id, base::result<kube::api::http_response> outcome);
  std::int64_t due(transfer& x);

  rough_world world_;
  dice chance_;
  std::map<kube::api::transfer_id, transfer> transfers_;
  kube::api::transfer_id last_id_ = 0;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace worlds
