#include "sys/http/connection_places.hpp"

#include <algorithm>
#include <utility>

namespace sys::http {

namespace {

/// A client that works on its handshake has finished it after this time, over any network.
constexpr std::chrono::seconds handshake_usual{1};

} // namespace

std::optional<int> connection_places::open(id x, int socket, clock::time_point now, const std::string& peer) {
  const auto first = limits_.handshake ? phase::shaking : phase::asking;
  connection newcomer{socket, first, now, false, false, limits_.by_peer ? peer : std::string()};
  if (limits_.by_peer) return open_by_peer(std::move(newcomer), x);
  const auto freed = shares_.taken() >= limits_.places ? take_slowest() : std::nullopt;
  shares_.take(newcomer.peer);
  connections_.insert_or_assign(x, std::move(newcomer));
  return freed;
}

std::optional<int> connection_places::open_by_peer(connection newcomer, id x) {
  std::optional<int> freed;
  if (!shares_.may_take(newcomer.peer)) {
    const auto own = shares_.of(newcomer.peer);
    const auto busiest = shares_.busiest();
    const bool is_less_busy = shares_.of(busiest) > own + 1;
    auto* gives_way = is_less_busy ? slowest(&busiest) : own > 0 ? slowest(&newcomer.peer) : nullptr;
    const bool has_right = is_less_busy || own == 0;
    if (gives_way == nullptr && has_right) gives_way = slowest();
    const auto before = has_right ? newcomer.since : newcomer.since - handshake_usual;
    if (gives_way != nullptr) gives_way = oldest_handshake_or(gives_way, before);
    if (gives_way != nullptr) {
      freed = end(*gives_way);
    } else if (!has_right) {
      newcomer.now = phase::ended;
      freed = newcomer.socket;
    }
  }
  if (newcomer.now != phase::ended) shares_.take(newcomer.peer);
  connections_.insert_or_assign(x, std::move(newcomer));
  return freed;
}

int connection_places::end(connection& x) {
  x.now = phase::ended;
  shares_.give_back(x.peer);
  return x.socket;
}

void connection_places::shake_hands(id x, clock::time_point now) {
  const auto found = connections_.find(x);
  if (found == connections_.end() || found->second.now != phase::shaking) return;
  found->second.now = phase::asking;
  found->second.since = now;
}

void connection_places::begin(id x, clock::time_point now) {
  shake_hands(x, now); // it is over at the latest
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
    found->second = {found->second.socket, phase::answering, now, true, false, std::move(found->second.peer)};
}

void connection_places::ask_again(id x, clock::time_point now) {
  if (const auto found = connections_.find(x); found != connections_.end() && found->second.now != phase::ended)
    found->second = {found->second.socket, phase::asking, now, true, true, std::move(found->second.peer)};
}

void connection_places::close(id x) {
  const auto found = connections_.find(x);
  if (found == connections_.end()) return;
  if (found->second.now != phase::ended) end(found->second);
  connections_.erase(found);
}

std::optional<connection_places::clock::time_point> connection_places::deadline_of(const connection& x) const {
  switch (x.now) {
    case phase::shaking: return x.since + limits_.handshake.value_or(limits_.ask);
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
    late.push_back(end(x));
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
  auto* found = limits_.by_peer ? slowest_of_busiest() : nullptr;
  if (found == nullptr) found = slowest();
  if (found == nullptr) return std::nullopt;
  found = oldest_handshake_or(found, clock::time_point::max());
  return end(*found);
}

bool connection_places::has_slow() const {
  return std::any_of(connections_.begin(), connections_.end(),
                     [](const auto& x) { return x.second.now != phase::waiting && x.second.now != phase::ended; });
}

std::optional<int> connection_places::take(id x) {
  const auto found = connections_.find(x);
  if (found == connections_.end() || found->second.now == phase::ended) return std::nullopt;
  return end(found->second);
}

connection_places::connection* connection_places::slowest_of_busiest() {
  const auto busiest = shares_.busiest();
  return slowest(&busiest);
}

connection_places::connection* connection_places::oldest_handshake_or(connection* other, clock::time_point before) {
  auto* const slow = slowest();
  return slow != nullptr && slow->now == phase::shaking && slow->since < before ? slow : other;
}

connection_places::connection* connection_places::slowest(const std::string* peer) {
  const auto is_slower = [this](const connection& a, const connection& b) {
    const auto rank = [this](const connection& x) {
      if (x.now == phase::shaking) return -1;
      // Where clients come again and again, a client that was answered is no stranger.
      return x.now == phase::answering ? 2 : x.was_answered == limits_.by_peer ? 1 : 0;
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.since < b.since;
  };
  connection* found = nullptr;
  for (auto& [id, x] : connections_)
    if (x.now != phase::waiting && x.now != phase::ended && (peer == nullptr || x.peer == *peer)
        && (found == nullptr || is_slower(x, *found)))
      found = &x;
  return found;
}

} // namespace sys::http
