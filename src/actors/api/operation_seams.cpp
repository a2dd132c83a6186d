#include "actors/api/operation_seams.hpp"

#include "kube/response.hpp"

namespace actors {

const char* name(operation_outcome x) noexcept {
  switch (x) {
    case operation_outcome::created: return "created";
    case operation_outcome::updated: return "updated";
    case operation_outcome::unchanged: return "unchanged";
    case operation_outcome::patched: return "patched";
    case operation_outcome::deleted: return "deleted";
    case operation_outcome::absent: return "absent";
  }
  return "unknown";
}

std::string metadata_text(const core::json& object, std::string_view field) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? std::string{} : metadata->string_at(field).value_or("");
}

core::result<void> success_of(const core::result<kube::http_response>& answer) {
  const auto shown = kube::object_of(answer);
  if (!shown) return tl::unexpected(shown.error());
  return {};
}

} // namespace actors
