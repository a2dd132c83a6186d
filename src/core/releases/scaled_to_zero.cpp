#include "core/releases/scaled_to_zero.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace core::releases {

namespace {

std::optional<std::int64_t> replicas_of(const text::json& object) {
  const auto* spec = object.find("spec");
  const auto* replicas = spec == nullptr ? nullptr : spec->find("replicas");
  return replicas == nullptr ? std::nullopt : replicas->as_int();
}

/// Whether an entry of `managedFields` owns the field of `spec`.
bool is_owned(const text::json& metadata, std::string_view field) {
  const auto* entries = metadata.find("managedFields");
  if (entries == nullptr || !entries->is_array()) return false;
  return std::any_of(entries->as_array().begin(), entries->as_array().end(), [&](const auto& entry) {
    const auto* fields = entry.find("fieldsV1");
    const auto* spec = fields == nullptr ? nullptr : fields->find("f:spec");
    return spec != nullptr && spec->find(field) != nullptr;
  });
}

} // namespace

bool is_scaled_to_zero(const text::json& wanted, const text::json& live) {
  const auto* metadata = live.find("metadata");
  return replicas_of(wanted).value_or(0) > 0 && replicas_of(live) == 0 && metadata != nullptr
         && metadata->find("managedFields") != nullptr && !is_owned(*metadata, "f:replicas");
}

bool has_unowned_replicas(const text::json& metadata, std::string_view managed_fields) {
  // Nearly all objects are of other kinds, so they are not searched.
  for (const std::string_view field : {"f:strategy", "f:podManagementPolicy"})
    if (managed_fields.find(field) != managed_fields.npos && is_owned(metadata, field))
      return !is_owned(metadata, "f:replicas");
  return false;
}

bool may_be_repaired(const drifted_object& x) {
  return x.manager != unnamed_scaler;
}

} // namespace core::releases
