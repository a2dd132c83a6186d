#include "core/trace/redaction.hpp"

#include <utility>

namespace core {

namespace {

constexpr std::string_view last_applied = "kubectl.kubernetes.io/last-applied-configuration";

json with_redacted_members(const json& object, std::string_view key) {
  const auto* member = object.find(key);
  if (!member || !member->is_object()) return object;
  json::object_type members;
  for (const auto& [name, value] : member->as_object()) members.emplace_back(name, redacted);
  return object.with(key, json::object(std::move(members)));
}

json without_last_applied(const json& secret) {
  const auto* metadata = secret.find("metadata");
  const auto* annotations = metadata ? metadata->find("annotations") : nullptr;
  if (!annotations || !annotations->find(last_applied)) return secret;
  return secret.with("metadata", metadata->with("annotations", annotations->with(last_applied, redacted)));
}

bool is_secret(const json& object) {
  return object.string_at("kind") == "Secret";
}

} // namespace

json redact_secrets(const json& x) {
  if (x.is_array()) {
    json::array_type items;
    for (const auto& item : x.as_array()) items.push_back(redact_secrets(item));
    return json::array(std::move(items));
  }
  if (!x.is_object()) return x;
  if (is_secret(x)) return without_last_applied(with_redacted_members(with_redacted_members(x, "data"), "stringData"));
  json::object_type members;
  for (const auto& [key, value] : x.as_object()) members.emplace_back(key, redact_secrets(value));
  return json::object(std::move(members));
}

} // namespace core
