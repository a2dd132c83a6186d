#include "sys/http/refused_clients.hpp"

#include <utility>

namespace sys::http {

namespace {

constexpr std::chrono::minutes recent_time{1};

} // namespace

std::string_view name(refused_room x) {
  switch (x) {
    case refused_room::connection: return "connection";
    case refused_room::body: return "body";
    case refused_room::review: return "review";
  }
  return {};
}

void refused_clients::note(refused_room what, const std::string& busiest, clock::time_point now) {
  const std::lock_guard lock(guard_);
  ++counts_.at(static_cast<std::size_t>(what));
  busiest_ = busiest;
  last_ = now;
}

std::optional<std::string> refused_clients::recent(clock::time_point now) const {
  const std::lock_guard lock(guard_);
  return last_ && now < *last_ + recent_time ? std::optional(busiest_) : std::nullopt;
}

refused_clients::counts refused_clients::take() {
  const std::lock_guard lock(guard_);
  return std::exchange(counts_, {});
}

} // namespace sys::http
