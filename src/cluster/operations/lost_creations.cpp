#include "cluster/operations/lost_creations.hpp"

#include <algorithm>

namespace cluster::operations {

void lost_creations::note(const std::string& object, std::int64_t begun_us) {
  begun_us_.emplace(object, begun_us);
  if (begun_us_.size() <= objects_max) return;
  begun_us_.erase(std::min_element(begun_us_.begin(), begun_us_.end(),
                                   [](const auto& a, const auto& b) { return a.second < b.second; }));
}

std::optional<std::int64_t> lost_creations::begun_us(const std::string& object) const {
  const auto found = begun_us_.find(object);
  return found == begun_us_.end() ? std::nullopt : std::optional(found->second);
}

} // namespace cluster::operations
