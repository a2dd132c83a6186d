#pragma once

#include "core/tasks/queue_order.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Tasks for a queue, and the steps that all tests of a queue use. The time is noon by default.
namespace test {

inline constexpr std::int64_t noon_us = 43'200'000'000;

inline constexpr core::tasks::retry_rule fast{std::chrono::milliseconds(100), std::chrono::milliseconds(1000)};

inline core::tasks::queued_task run(std::uint64_t id, const std::string& module) {
  return {id, core::tasks::run_module{module, 1, "test"}};
}

inline void append(core::tasks::queue_order& queue, core::tasks::queued_task x) {
  static_cast<void>(queue.append(std::move(x)));
}

inline const core::tasks::queued_task* start(core::tasks::queue_order& queue) {
  std::vector<std::uint64_t> combined;
  return queue.start_head(combined, noon_us);
}

} // namespace test
