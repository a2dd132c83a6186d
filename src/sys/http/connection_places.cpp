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
    const auto place = place_for(newcomer);
    if (place.gives_way != nullptr) {
      freed = end(*place.gives_way);
    } else if (!place.is_due) {
      newcomer.now = phase::ended;
      freed = newcomer.socket;
    }
  }
  if (newcomer.now != phase::ended) shares_.take(newcomer.peer);
  connections_.insert_or_assign(x, std::move(newcomer));
  return freed;
}

connection_places::place connection_places::place_for(const connection& newcomer) {
  const auto safe = safe_peers();
  const auto own = shares_.of(newcomer.peer);
  const bool gets_any = known_.contains(newcomer.peer) && known_places() < limits_.places / 2;
  const auto most = busiest();
  const bool is_less_busy = !gets_any && shares_.of(most) > own + 1;
  auto* gives_way = is_less_busy ? slowest(&most) : own > 0 && !gets_any ? slowest(&newcomer.peer) : nullptr;
  const bool has_right = gets_any || is_less_busy || own == 0;
  if (gives_way == nullptr && has_right) gives_way = slowest();
  const auto before = has_right ? newcomer.since : newcomer.since - handshake_usual;
  if (gives_way != nullptr) gives_way = oldest_handshake_or(gives_way, before);
  const bool is_safe = gives_way != nullptr && safe.contains(gives_way->peer);
  // A stranger is refused rather than served at the cost of a known address.
  if (is_safe && !known_.contains(newcomer.peer)) return {nullptr, false};
  return {gives_way, has_right};
}

std::size_t connection_places::known_places() const {
  std::map<std::string, std::size_t> by_peer;
  for (const auto& [id, x] : connections_)
    if (x.now != phase::ended && known_.contains(x.peer)) ++by_peer[x.peer];
  std::size_t count = 0;
  for (const auto& [peer, places] : by_peer) count += std::min(places, guarded_max());
  return count;
}

std::set<std::string> connection_places::safe_peers() const {
  std::set<std::string> safe;
  if (known_places() > limits_.places / 2) return safe;
  for (const auto& [id, x] : connections_)
    if (known_.contains(x.peer) && shares_.of(x.peer) <= guarded_max()) safe.insert(x.peer);
  return safe;
}

std::string connection_places::busiest() const {
  const auto safe = safe_peers();
  std::string found;
  for (const auto& [id, x] : connections_)
    if (x.now != phase::ended && !safe.contains(x.peer) && shares_.of(x.peer) > shares_.of(found)) found = x.peer;
  return found.empty() ? shares_.busiest() : found;
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

void connection_places::answer(id x, clock::time_point now, credit earned) {
  const auto found = connections_.find(x);
  if (found == connections_.end() || found->second.now == phase::ended) return;
  found->second = {found->second.socket, phase::answering, now, true, false, std::move(found->second.peer)};
  if (limits_.by_peer && earned == credit::known) known_.note(found->second.peer, now);
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
  const auto most = busiest();
  return slowest(&most);
}

connection_places::connection* connection_places::oldest_handshake_or(connection* other, clock::time_point before) {
  auto* const slow = slowest();
  return slow != nullptr && slow->now == phase::shaking && slow->since < before ? slow : other;
}

connection_places::connection* connection_places::slowest(const std::string* peer) {
  const auto safe = safe_peers();
  const auto is_slower = [&](const connection& a, const connection& b) {
    if (safe.contains(a.peer) != safe.contains(b.peer)) return safe.contains(b.peer);
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
