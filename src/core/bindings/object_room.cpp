#include "core/bindings/object_room.hpp"

#include <algorithm>

namespace core::bindings {

object_room::watch object_room::enter() {
  watches_.emplace(++last_, entry{});
  return last_;
}

void object_room::leave(watch x) {
  const auto found = watches_.find(x);
  if (found == watches_.end()) return;
  bytes_ -= found->second.bytes;
  watches_.erase(found);
}

std::optional<object_room::watch> object_room::note(watch x, std::size_t bytes) {
  const auto found = watches_.find(x);
  if (found == watches_.end() || found->second.is_out) return std::nullopt;
  bytes_ += bytes - found->second.bytes;
  found->second.bytes = bytes;
  if (bytes_ <= bytes_max_) return std::nullopt;
  // The largest watch gives its objects up, because it frees most, and small watches of other modules go on.
  const auto most = std::ranges::max_element(watches_, {}, [](const auto& one) { return one.second.bytes; });
  bytes_ -= most->second.bytes;
  most->second = {.bytes = 0, .is_out = true};
  return most->first;
}

bool object_room::fits(std::size_t bytes) const noexcept {
  const auto most = bytes_max_ - bytes_max_ / 8;
  return bytes_ <= most && bytes <= most - bytes_;
}

void object_room::come_back(watch x) {
  if (const auto found = watches_.find(x); found != watches_.end()) found->second.is_out = false;
}

} // namespace core::bindings
