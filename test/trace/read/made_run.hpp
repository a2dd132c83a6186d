#pragma once

#include "trace/event.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace trace::read {

/// A recorded run, made task by task; its events are a second apart.
struct made_run {
  std::vector<event> events;

  std::uint64_t add(event x) {
    x.id = events.size() + 1;
    x.time_us = static_cast<std::int64_t>(x.id) * 1'000'000;
    events.push_back(std::move(x));
    return events.size();
  }
  /// @returns the id of the request of queue `main`
  std::uint64_t task(trace_facts facts, const std::string& outcome, std::uint64_t cause = 0,
                     const std::string& reason = {}) {
    facts.push_back({"queue", "main"});
    const auto request = add({.cause = cause, .sender = "queue main", .type = {"execute_task"}, .facts = facts});
    if (outcome.empty()) return request;
    const auto answer = add({.cause = request, .type = {"task_outcome"}});
    add({.cause = answer,
         .type = {"task_run"},
         .duration_us = 500'000,
         .facts = {{"outcome", outcome}, {"reason", reason}}});
    return request;
  }
  std::uint64_t module(const std::string& name, const std::string& outcome = "done", std::uint64_t cause = 0,
                       const std::string& reason = {}) {
    return task({{"task", "ModuleRun"}, {"module", name}}, outcome, cause, reason);
  }
};

} // namespace trace::read
