#include "core/releases/drift_exemption.hpp"

namespace core::releases {

namespace {

bool has_exemption(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* annotations = metadata == nullptr ? nullptr : metadata->find("annotations");
  if (annotations == nullptr || !annotations->is_object()) return false;
  for (const auto* key : {drift_annotation, flux_drift_annotation})
    if (annotations->string_at(key) == "disabled") return true;
  return false;
}

} // namespace

bool is_exempt_from_drift(const text::json& wanted, const text::json& live) {
  return has_exemption(wanted) || has_exemption(live);
}

} // namespace core::releases
