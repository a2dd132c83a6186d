#include "kube/watch/watch_position.hpp"

#include "kube/objects/resource_version.hpp"

#include <utility>

namespace kube::watch {

bool watch_position::is_ahead_of(const std::string& shown) const noexcept {
  return objects::is_older(shown, version_);
}

void watch_position::move_to(std::string version) {
  version_ = std::move(version);
  is_in_doubt_ = false;
}

} // namespace kube::watch
