#include "core/trace/trace_ring.hpp"

#include <optional>
#include <string>
#include <utility>

namespace core {

namespace {

/// What a text has allocated; a short one lies within the object.
std::size_t allocated(const std::string& x) noexcept {
  return x.capacity() < sizeof(std::string) ? 0 : x.capacity() + 1;
}

std::size_t allocated(const std::optional<std::string>& x) noexcept {
  return x ? allocated(*x) : 0;
}

} // namespace

std::size_t bytes_of(const trace_event& x) noexcept {
  auto bytes = sizeof(x) + allocated(x.sender) + allocated(x.receiver) + allocated(x.type) + allocated(x.summary)
               + x.also.capacity() * sizeof(std::uint64_t) + x.facts.capacity() * sizeof(trace_facts::value_type)
               + x.changes.capacity() * sizeof(value_change);
  for (const auto& [name, text] : x.facts) bytes += allocated(name) + allocated(text);
  for (const auto& change : x.changes)
    bytes += allocated(change.key) + allocated(change.before) + allocated(change.after);
  return bytes;
}

void trace_ring::add(trace_event x) {
  ++added_;
  bytes_ += bytes_of(x);
  events_.push_back(std::move(x));
  while (bytes_ > bytes_max_) {
    bytes_ -= bytes_of(events_.front());
    events_.pop_front();
  }
}

} // namespace core
