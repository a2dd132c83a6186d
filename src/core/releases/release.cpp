#include "core/releases/release.hpp"

#include "core/releases/chart.hpp"
#include "core/releases/gzip.hpp"
#include "core/releases/lost_defaults.hpp"
#include "text/json/json.hpp"
#include "text/json/value_counter.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/checksum.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <map>
#include <utility>

namespace core::releases {

namespace {

constexpr std::string_view secret_type = "helm.sh/release.v1";
constexpr std::string_view name_prefix = "sh.helm.release.v1.";
// A Secret has room for 768 KiB of gzip, and records of real charts unpack to 4 to 20 times their size. But a
// few KiB may also unpack to gigabytes of blanks or empty lists, and records are read at each start. The Helm
// worker has the same limits (src/helm_worker/worker/bounded_records.go).
constexpr std::size_t payload_bytes_max = 32 << 20;
constexpr std::size_t payload_values_max = 500'000;
constexpr std::size_t manifest_bytes_max = 16 << 20; ///< the tree of a YAML text may take 12 times its bytes

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

release_status status_of(std::string_view text) noexcept {
  for (const auto& [status, word] : status_names)
    if (text == word) return status;
  return release_status::unknown;
}

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

constexpr std::string_view gzip_magic = "\x1f\x8b";

/// Names the object in a message: `Secret 'x'` or `ConfigMap 'x'`.
std::string place_of(const text::json& object, const text::json* metadata) {
  const auto* kind = object.string_at("kind") == "ConfigMap" ? "ConfigMap" : "Secret";
  return std::string(kind) + " '" + (metadata != nullptr ? metadata->string_at("name").value_or("") : "") + "'";
}

/// The payload itself; a ConfigMap has it as text, and a Secret encodes it once more.
std::optional<std::string> unwrapped(const std::string& payload) {
  auto once = text::decode_base64(payload);
  if (!once || once->starts_with(gzip_magic)) return once;
  return text::decode_base64(*once);
}

/// The JSON text of a record. A text above the limits is an error, and is not kept in memory.
base::result<std::string> payload_text(std::string_view packed) {
  text::value_counter values;
  return gunzip(packed, payload_bytes_max, [&](std::string_view part) -> base::result<void> {
    values.add(part);
    if (values.count() <= payload_values_max) return {};
    return base::fail(base::error_code::invalid_input, "more than " + std::to_string(payload_values_max) + " values");
  });
}

bool is_release_secret(const text::json& secret, const std::map<std::string, std::string>& labels) {
  auto owner = labels.find("owner");
  if (owner == labels.end() || owner->second != "helm") return false;
  // Only checked if present, because metadata-only objects have no type.
  auto type = secret.string_at("type");
  return !type || *type == secret_type;
}

/// The revision in the name of a Secret. A client can change the label `version`, and Helm does not read it.
/// With another number than that of the name the Secret would be looked for in vain.
std::optional<std::uint32_t> number_in_name(std::string_view secret, std::string_view release) {
  const auto prefix = std::string(name_prefix).append(release).append(".v");
  if (!secret.starts_with(prefix)) return std::nullopt;
  const auto digits = secret.substr(prefix.size());
  std::uint32_t number = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size();
  return is_number ? std::optional(number) : std::nullopt;
}

const text::json* find_path(const text::json& from, std::initializer_list<std::string_view> path) {
  const auto* at = &from;
  for (const auto key : path) at = at == nullptr || !at->is_object() ? nullptr : at->find(key);
  return at;
}

/// The content of files is base64.
std::set<std::string> files_with_text(const text::json& content) {
  std::set<std::string> found;
  const auto* files = find_path(content, {"chart", "files"});
  if (files == nullptr || !files->is_array()) return found;
  for (const auto& file : files->as_array()) {
    if (!file.is_object()) continue;
    const auto path = file.string_at("name");
    const auto text = text::decode_base64(file.string_at("data").value_or(""));
    if (path && text && !is_blank_file(*text) && damage_of(*text) == file_damage::none) found.insert(*path);
  }
  return found;
}

std::string schemas_of(const text::json& content) {
  std::map<std::string, std::string> digests;
  const auto* files = find_path(content, {"chart", "files"});
  if (files == nullptr || !files->is_array()) return {};
  for (const auto& file : files->as_array()) {
    const auto path = file.is_object() ? file.string_at("name").value_or("") : std::string();
    if (!is_schema_file(path)) continue;
    const auto text = text::decode_base64(file.string_at("data").value_or(""));
    digests.emplace(path, text::md5_hex(text.value_or("")));
  }
  return schemas_digest(digests);
}

std::set<std::string> modules_of(const text::json& content) {
  std::set<std::string> found;
  const auto* names = find_path(content, {"config", "global", "enabledModules"});
  if (names == nullptr || !names->is_array()) return found;
  for (const auto& name : names->as_array())
    if (name.is_string()) found.insert(name.as_string());
  return found;
}

} // namespace

const char* name(release_status x) noexcept {
  for (const auto& [status, word] : status_names)
    if (status == x) return word;
  return "unknown";
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

base::result<release> read_release(std::string_view secret) {
  auto object = text::parse_json(secret);
  if (!object) return base::fail("Secret of a release", object.error());
  const auto* metadata = object->find("metadata");
  if (!metadata) return base::fail(base::error_code::invalid_input, "Secret of a release: no metadata");
  const auto place = place_of(*object, metadata);
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

base::result<text::json> read_payload(std::string_view secret) {
  auto object = text::parse_json(secret);
  if (!object) return base::fail("Secret of a release", object.error());
  const auto* metadata = object->find("metadata");
  const auto place = place_of(*object, metadata);
  const auto* data = object->find("data");
  auto payload = data ? data->string_at("release") : std::nullopt;
  if (!payload) return base::fail(base::error_code::invalid_input, place + ": no 'data.release'");
  const auto packed = unwrapped(*payload);
  if (!packed) return base::fail(base::error_code::invalid_input, place + ": 'data.release' is not base64 of base64");
  auto text = payload_text(*packed);
  if (!text) return base::fail(place + ": 'data.release'", text.error());
  auto content = text::parse_json(*text);
  if (!content) return base::fail(place + ": 'data.release'", content.error());
  // Without `info` Helm panics, or skips the record.
  const auto* info = content->find("info");
  if (!info || !info->is_object())
    return base::fail(base::error_code::invalid_input,
                      place + ": 'data.release' is not a release, for it has no 'info'");
  if (content->string_at("manifest").value_or("").size() > manifest_bytes_max)
    return base::fail(base::error_code::invalid_input, place + ": 'data.release' has a manifest of more than "
                                                         + std::to_string(manifest_bytes_max) + " bytes");
  return content;
}

base::result<release_record> read_record(std::string_view secret) {
  return read_payload(secret).map([](const text::json& x) {
    return release_record{x.string_at("manifest").value_or(""), files_with_text(x), modules_of(x), schemas_of(x)};
  });
}

base::result<std::string> read_manifest(std::string_view secret) {
  return read_payload(secret).map([](const text::json& x) { return x.string_at("manifest").value_or(""); });
}

base::result<release_status> read_status_inside(std::string_view secret) {
  return read_payload(secret).map(
    [](const text::json& x) { return status_of(x.find("info")->string_at("status").value_or("")); });
}

} // namespace core::releases
