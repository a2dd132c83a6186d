#include "kube/api/list_end.hpp"

namespace kube::api {

bool is_cut_off(const text::json& page) {
  const auto* metadata = page.find("metadata");
  if (metadata == nullptr || !metadata->string_at("continue").value_or("").empty()) return false;
  const auto* remaining = metadata->find("remainingItemCount");
  return remaining != nullptr && remaining->as_int().value_or(0) > 0;
}

} // namespace kube::api
