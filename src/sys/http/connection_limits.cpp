#include "sys/http/connection_limits.hpp"

#include <algorithm>

namespace sys::http {

std::optional<int> connection_limits::open(id x, int socket, clock::time_point now) {
  const auto freed = taken_ >= limits_.places ? take_slowest() : std::nullopt;
  connections_.insert_or_assign(x, connection{socket, phase::asking, now});
  ++taken_;
  return freed;
}

void connection_limits::wait(id x) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second.now = phase::waiting;
}

void connection_limits::answer(id x, clock::time_point now) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second = {found->second.socket, phase::answering, now};
}

void connection_limits::ask_again(id x, clock::time_point now) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second = {found->second.socket, phase::asking, now};
}

void connection_limits::close(id x) {
  const auto found = connections_.find(x);
  if (found == connections_.end()) return;
  if (found->second.now != phase::ended) --taken_;
  connections_.erase(found);
}

std::optional<connection_limits::clock::time_point> connection_limits::deadline_of(const connection& x) const {
  switch (x.now) {
    case phase::asking: return x.since + limits_.ask;
    case phase::answering: return x.since + limits_.answer;
    case phase::waiting:
    case phase::ended: break;
  }
  return std::nullopt;
}

std::vector<int> connection_limits::take_late(clock::time_point now) {
  std::vector<int> late;
  for (auto& [id, x] : connections_) {
    const auto deadline = deadline_of(x);
    if (!deadline || *deadline > now) continue;
    x.now = phase::ended;
    --taken_;
    late.push_back(x.socket);
  }
  return late;
}

std::optional<connection_limits::clock::time_point> connection_limits::next_deadline() const {
  std::optional<clock::time_point> next;
  for (const auto& [id, x] : connections_)
    if (const auto deadline = deadline_of(x)) next = std::min(next.value_or(*deadline), *deadline);
  return next;
}

std::optional<int> connection_limits::take_slowest() {
  auto* slowest = longest_in(phase::asking);
  if (slowest == nullptr) slowest = longest_in(phase::answering);
  if (slowest == nullptr) return std::nullopt;
  slowest->now = phase::ended;
  --taken_;
  return slowest->socket;
}

std::optional<int> connection_limits::take(id x) {
  const auto found = connections_.find(x);
  if (found == connections_.end() || found->second.now == phase::ended) return std::nullopt;
  found->second.now = phase::ended;
  --taken_;
  return found->second.socket;
}

connection_limits::connection* connection_limits::longest_in(phase wanted) {
  connection* longest = nullptr;
  for (auto& [id, x] : connections_)
    if (x.now == wanted && (longest == nullptr || x.since < longest->since)) longest = &x;
  return longest;
}

} // namespace sys::http
