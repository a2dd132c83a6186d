#include "core/releases/release.hpp"

#include "text/json/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace core::releases {

namespace {

constexpr std::string_view secret_type = "helm.sh/release.v1";
constexpr std::string_view name_prefix = "sh.helm.release.v1.";

constexpr std::array<std::pair<release_status, const char*>, 9> status_names{{
  {release_status::unknown, "unknown"},
  {release_status::deployed, "deployed"},
  {release_status::uninstalled, "uninstalled"},
  {release_status::superseded, "superseded"},
  {release_status::failed, "failed"},
  {release_status::uninstalling, "uninstalling"},
  {release_status::pending_install, "pending-install"},
  {release_status::pending_upgrade, "pending-upgrade"},
  {release_status::pending_rollback, "pending-rollback"},
}};

std::map<std::string, std::string> labels_of(const text::json& metadata) {
  std::map<std::string, std::string> labels;
  if (const auto* object = metadata.find("labels"); object && object->is_object())
    for (const auto& [key, value] : object->as_object())
      if (value.is_string()) labels.emplace(key, value.as_string());
  // In an upgrade this text removes a label, but an installation stores it as the value.
  const auto checksum = labels.find(std::string(module_checksum_label));
  if (checksum != labels.end() && checksum->second == label_taken_away) labels.erase(checksum);
  return labels;
}

bool is_release_secret(const text::json& secret, const std::map<std::string, std::string>& labels) {
  auto owner = labels.find("owner");
  if (owner == labels.end() || owner->second != "helm") return false;
  // Only checked if present, because metadata-only objects have no type.
  auto type = secret.string_at("type");
  return !type || *type == secret_type;
}

/// The revision in the name of a Secret. The label `version` does not count, because a client can change it,
/// and Helm does not read it: with its number the operator would look for a Secret that does not exist.
std::optional<std::uint32_t> number_in_name(std::string_view secret, std::string_view release) {
  const auto prefix = std::string(name_prefix).append(release).append(".v");
  if (!secret.starts_with(prefix)) return std::nullopt;
  const auto digits = secret.substr(prefix.size());
  std::uint32_t number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size();
  return is_number ? std::optional(number) : std::nullopt;
}

} // namespace

const char* name(release_status x) noexcept {
  for (const auto& [status, word] : status_names)
    if (status == x) return word;
  return "unknown";
}

release_status status_of(std::string_view word) noexcept {
  for (const auto& [status, known] : status_names)
    if (word == known) return status;
  return release_status::unknown;
}

const char* name(release_storage x) noexcept {
  return x == release_storage::config_maps ? "configmap" : "secret";
}

bool is_pending(release_status x) noexcept {
  return x == release_status::pending_install || x == release_status::pending_upgrade
         || x == release_status::pending_rollback;
}

std::optional<std::string> release::label(std::string_view key) const {
  auto i = labels.find(std::string(key));
  return i == labels.end() ? std::nullopt : std::optional(i->second);
}

bool is_made_by_operator(const release& x) {
  return x.label(module_checksum_label) || x.label(inputs_checksum_label);
}

bool is_made_by_others(const release& x) {
  const auto number = x.label(module_revision_label);
  // Helm copies labels to the next revision, so a wrong number was copied from the previous revision.
  return number ? *number != std::to_string(x.revision) : !is_made_by_operator(x);
}

bool is_uninstalled_by_operator(const release& x) {
  return x.label(module_uninstall_label) == std::to_string(x.revision);
}

bool has_number_of_another(const release& x, const std::vector<release>& history) {
  const auto number = x.label(module_revision_label);
  return number && std::any_of(history.begin(), history.end(), [&](const release& other) {
           return other.revision != x.revision && other.label(module_revision_label) == number;
         });
}

std::string release_secret_name(std::string_view release, std::uint32_t revision) {
  return std::string(name_prefix).append(release).append(".v").append(std::to_string(revision));
}

std::string place_of_record(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto* kind = object.string_at("kind") == "ConfigMap" ? "ConfigMap" : "Secret";
  return std::string(kind) + " '" + (metadata != nullptr ? metadata->string_at("name").value_or("") : "") + "'";
}

base::result<release> read_release(std::string_view secret) {
  auto object = text::parse_json(secret);
  if (!object) return base::fail("Secret of a release", object.error());
  const auto* metadata = object->find("metadata");
  if (!metadata) return base::fail(base::error_code::invalid_input, "Secret of a release: no metadata");
  const auto place = place_of_record(*object);
  release x;
  x.labels = labels_of(*metadata);
  if (!is_release_secret(*object, x.labels))
    return base::fail(base::error_code::not_found, place + " does not belong to a Helm release");
  auto release_name = x.label("name");
  if (!release_name)
    return base::fail(base::error_code::invalid_input, place + ": the label 'name' must name the release");
  const auto number = number_in_name(metadata->string_at("name").value_or(""), *release_name);
  if (!number)
    return base::fail(base::error_code::invalid_input, place + ": a revision of release '" + *release_name
                                                         + "' is named '" + release_secret_name(*release_name, 1)
                                                         + "', '.v2' and so on");
  x.revision = *number;
  x.name = std::move(*release_name);
  x.status = status_of(x.label("status").value_or(""));
  x.resource_version = metadata->string_at("resourceVersion").value_or("");
  x.uid = metadata->string_at("uid").value_or("");
  return x;
}

} // namespace core::releases
