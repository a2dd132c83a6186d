#include "sys/http/connection_places.hpp"

#include <algorithm>

namespace sys::http {

std::optional<int> connection_places::open(id x, int socket, clock::time_point now) {
  const auto freed = taken_ >= limits_.places ? take_slowest() : std::nullopt;
  connections_.insert_or_assign(x, connection{socket, phase::asking, now});
  ++taken_;
  return freed;
}

void connection_places::begin(id x, clock::time_point now) {
  const auto found = connections_.find(x);
  if (found == connections_.end() || found->second.now != phase::asking || !found->second.is_idle) return;
  found->second.is_idle = false;
  if (limits_.idle) found->second.since = now;
}

void connection_places::wait(id x) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second.now = phase::waiting;
}

void connection_places::answer(id x, clock::time_point now) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second = {found->second.socket, phase::answering, now, true};
}

void connection_places::ask_again(id x, clock::time_point now) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second = {found->second.socket, phase::asking, now, true, true};
}

void connection_places::close(id x) {
  const auto found = connections_.find(x);
  if (found == connections_.end()) return;
  if (found->second.now != phase::ended) --taken_;
  connections_.erase(found);
}

std::optional<connection_places::clock::time_point> connection_places::deadline_of(const connection& x) const {
  switch (x.now) {
    case phase::asking: return x.since + (x.is_idle ? limits_.idle.value_or(limits_.ask) : limits_.ask);
    case phase::answering: return x.since + limits_.answer;
    case phase::waiting:
    case phase::ended: break;
  }
  return std::nullopt;
}

std::vector<int> connection_places::take_late(clock::time_point now) {
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

std::optional<connection_places::clock::time_point> connection_places::next_deadline() const {
  std::optional<clock::time_point> next;
  for (const auto& [id, x] : connections_)
    if (const auto deadline = deadline_of(x)) next = std::min(next.value_or(*deadline), *deadline);
  return next;
}

std::optional<int> connection_places::take_slowest() {
  auto* const found = slowest();
  if (found == nullptr) return std::nullopt;
  found->now = phase::ended;
  --taken_;
  return found->socket;
}

bool connection_places::has_slow() const {
  return std::any_of(connections_.begin(), connections_.end(),
                     [](const auto& x) { return x.second.now == phase::asking || x.second.now == phase::answering; });
}

std::optional<int> connection_places::take(id x) {
  const auto found = connections_.find(x);
  if (found == connections_.end() || found->second.now == phase::ended) return std::nullopt;
  found->second.now = phase::ended;
  --taken_;
  return found->second.socket;
}

connection_places::connection* connection_places::slowest() {
  const auto is_slower = [](const connection& a, const connection& b) {
    const auto rank = [](const connection& x) { return x.now == phase::answering ? 2 : x.was_answered ? 0 : 1; };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.since < b.since;
  };
  connection* found = nullptr;
  for (auto& [id, x] : connections_)
    if ((x.now == phase::asking || x.now == phase::answering) && (found == nullptr || is_slower(x, *found))) found = &x;
  return found;
}

} // namespace sys::http
