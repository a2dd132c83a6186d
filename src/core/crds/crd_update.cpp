#include "core/crds/crd_update.hpp"

#include "text/json/json_parts.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace core::crds {

using text::items;
using text::member;

namespace {

const text::json* version_called(const text::json& versions, const std::string& name) {
  for (const auto& x : items(versions))
    if (x.string_at("name") == name) return &x;
  return nullptr;
}

bool has_webhook(const text::json& spec) {
  return member(spec, "conversion").string_at("strategy") == "Webhook";
}

/// The field manager with which an operator applies definitions.
constexpr std::string_view manager = "addon-operator";

bool is_conversion_applied(const text::json& current) {
  const auto& writes = items(member(member(current, "metadata"), "managedFields"));
  return std::any_of(writes.begin(), writes.end(), [](const text::json& write) {
    return write.is_object() && write.string_at("manager") == manager && write.string_at("operation") == "Apply"
           && !member(member(member(write, "fieldsV1"), "f:spec"), "f:conversion").is_null();
  });
}

/// True for a written strategy without a webhook.
bool is_given_up(const text::json& spec) {
  return member(member(spec, "conversion"), "strategy").is_string() && !has_webhook(spec);
}

const text::json* condition(const text::json& object, std::string_view type) {
  for (const auto& x : items(member(member(object, "status"), "conditions")))
    if (x.string_at("type") == type) return &x;
  return nullptr;
}

bool has_status(const text::json* condition, std::string_view status) {
  return condition != nullptr && condition->string_at("status") == status;
}

} // namespace

crd_update update_of(const definition& wanted, const text::json& current) {
  crd_update update;
  auto spec = *wanted.object.find("spec");
  const auto& own = member(spec, "versions");
  const auto& known = member(member(current, "spec"), "versions");
  auto versions = items(own);
  for (const auto& stored : items(member(member(current, "status"), "storedVersions"))) {
    // The API server refuses to drop a version in which objects may be stored: it could not read them any
    // more.
    if (!stored.is_string() || version_called(own, stored.as_string()) != nullptr) continue;
    const auto* kept = version_called(known, stored.as_string());
    if (kept == nullptr) continue;
    // A CustomResourceDefinition has exactly one storage version, and the module names it.
    versions.push_back(kept->with("storage", false));
    update.kept_versions.push_back(stored.as_string());
  }
  if (!update.kept_versions.empty()) spec = spec.with("versions", text::json::array(std::move(versions)));
  // A field that a server-side apply leaves out stays if another client owns it, so its webhook survives.
  if (has_webhook(member(current, "spec")) && !has_webhook(spec)) {
    const bool goes = is_given_up(spec);
    spec = spec.without("conversion");
    if (!goes && is_conversion_applied(current)) {
      spec = spec.with("conversion", member(member(current, "spec"), "conversion"));
      update.kept_parts.emplace_back("spec.conversion, which the file has lost (strategy None gives it up)");
    }
  }
  update.object = wanted.object.with("spec", spec);
  return update;
}

bool is_converted_after_update(const definition& wanted, const text::json& current) {
  const auto& spec = *wanted.object.find("spec");
  if (!has_webhook(member(current, "spec"))) return has_webhook(spec);
  return !is_given_up(spec) || !is_conversion_applied(current);
}

crd_state_variant state_of(const text::json& current) {
  // A definition that is being deleted may still be Established, but its objects go with it.
  if (member(member(current, "metadata"), "deletionTimestamp").is_string()) return definition_state::terminating{};
  if (has_status(condition(current, "Established"), "True")) return definition_state::established{};
  const auto* names = condition(current, "NamesAccepted");
  if (has_status(names, "False")) return definition_state::refused{names->string_at("message").value_or("")};
  return definition_state::pending{};
}

std::vector<served_kind> served_kinds(const text::json& definition) {
  const auto& spec = member(definition, "spec");
  const auto group = spec.string_at("group");
  const auto kind = member(spec, "names").string_at("kind");
  std::vector<served_kind> kinds;
  if (!group || !kind) return kinds;
  for (const auto& version : items(member(spec, "versions"))) {
    const auto* served = version.find("served");
    const auto name = version.string_at("name");
    if (name && served != nullptr && *served == text::json(true)) kinds.push_back({*group + "/" + *name, *kind});
  }
  return kinds;
}

} // namespace core::crds
