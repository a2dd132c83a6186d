#pragma once

#include "kube/api/transport.hpp"
#include "simulation/virtual_actors.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// A transport on which some requests get no answer: they end when their time is over, as on the real one.
/// All other requests go to the transport behind.
class hanging_transport final : public kube::api::transport {
public:
  hanging_transport(simulation::virtual_actors& time, std::shared_ptr<kube::api::transport> behind)
    : time_(time), behind_(std::move(behind)) {}

  /// Requests whose target contains the text hang from now on; empty: none hangs.
  void hang(std::string target_part) { target_part_ = std::move(target_part); }
  /// The targets of all requests that hung.
  [[nodiscard]] const std::vector<std::string>& hung() const noexcept { return hung_; }

  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override {
    if (target_part_.empty() || request.target.find(target_part_) == request.target.npos)
      return behind_->start(std::move(request), std::move(events));
    hung_.push_back(request.target);
    const std::chrono::milliseconds time =
      request.streaming || request.timeout.count() == 0 ? std::chrono::seconds(30) : request.timeout;
    time_.after(time, [done = std::move(events.on_done)] {
      done(base::fail(base::error_code::timeout, "no answer from https://api: Timeout was reached"));
    });
    return 0;
  }
  void cancel(kube::api::transfer_id id) override {
    if (id != 0) behind_->cancel(id);
  }

private:
  simulation::virtual_actors& time_;
  std::shared_ptr<kube::api::transport> behind_;
  std::string target_part_;
  std::vector<std::string> hung_;
};

} // namespace test
