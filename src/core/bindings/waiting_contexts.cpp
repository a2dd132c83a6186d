#include "core/bindings/waiting_contexts.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace core::bindings {

namespace {

std::size_t bytes_shown(const context& x) {
  const auto* event = std::get_if<event_context>(&x);
  return event == nullptr ? 0 : bytes_of(event->object);
}

} // namespace

void waiting_contexts::put(std::uint64_t number, kept_context x) {
  ++size_.events;
  size_.bytes += bytes_shown(x.shown);
  contexts_.emplace_hint(contexts_.end(), number, std::move(x));
}

const context* waiting_contexts::find(std::uint64_t number) const {
  const auto at = contexts_.find(number);
  return at == contexts_.end() ? nullptr : &at->second.shown;
}

bool waiting_contexts::has_objects(std::uint64_t last) const {
  return std::any_of(contexts_.begin(), contexts_.upper_bound(last), [](const auto& entry) {
    return std::holds_alternative<event_context>(entry.second.shown)
           || std::holds_alternative<synchronization_context>(entry.second.shown);
  });
}

// -- runs --------------------------------------------------------------------

void waiting_contexts::begin(const std::vector<std::uint64_t>& numbers) {
  for (const auto number : numbers) {
    const auto at = contexts_.find(number);
    if (at == contexts_.end() || std::exchange(at->second.is_running, true)) continue;
    --size_.events;
    size_.bytes -= bytes_shown(at->second.shown);
  }
}

void waiting_contexts::put_back(const std::vector<std::uint64_t>& numbers) {
  for (const auto number : numbers) end_run(number, false);
}

void waiting_contexts::fail(const std::vector<std::uint64_t>& numbers) {
  for (const auto number : numbers) end_run(number, true);
}

void waiting_contexts::end_run(std::uint64_t number, bool has_failed) {
  const auto at = contexts_.find(number);
  if (at == contexts_.end() || !std::exchange(at->second.is_running, false)) return;
  at->second.has_failed = at->second.has_failed || has_failed;
  ++size_.events;
  size_.bytes += bytes_shown(at->second.shown);
}

void waiting_contexts::drop(const std::vector<std::uint64_t>& numbers) {
  for (const auto number : numbers)
    if (const auto at = contexts_.find(number); at != contexts_.end()) erase(at);
  bound_.reset();
  is_compacted_ = false;
}

void waiting_contexts::erase(std::map<std::uint64_t, kept_context>::iterator at) {
  if (!at->second.is_running) {
    --size_.events;
    size_.bytes -= bytes_shown(at->second.shown);
  }
  contexts_.erase(at);
}

// -- too many ----------------------------------------------------------------

runs_by_queue waiting_contexts::compact() {
  std::vector<waiting_context> waiting;
  waiting.reserve(size_.events);
  for (auto& [number, x] : contexts_)
    if (!x.is_running) waiting.push_back({number, &x});
  runs_by_queue outdated;
  for (const auto number : outdated_contexts(waiting)) {
    const auto at = contexts_.find(number);
    outdated[at->second.queue].push_back(number);
    erase(at);
  }
  bound_.compacted_to(size_);
  is_compacted_ = true;
  return outdated;
}

runs_by_queue waiting_contexts::end_object(const binding_id& binding, std::string_view namespace_name,
                                           std::string_view name) {
  runs_by_queue outdated;
  if (!is_compacted_) return outdated;
  for (auto at = contexts_.begin(); at != contexts_.end();) {
    const auto now = at++;
    const auto* event = std::get_if<event_context>(&now->second.shown);
    if (event == nullptr || now->second.is_running || !event->group.empty() || event->id != binding) continue;
    if (event->object.name() != name || event->object.namespace_name() != namespace_name) continue;
    outdated[now->second.queue].push_back(now->first);
    erase(now);
  }
  return outdated;
}

} // namespace core::bindings
