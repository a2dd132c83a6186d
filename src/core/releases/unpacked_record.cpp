#include "core/releases/unpacked_record.hpp"

#include "core/releases/chart.hpp"
#include "core/releases/gzip.hpp"
#include "core/releases/lost_defaults.hpp"
#include "text/json/value_counter.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/checksum.hpp"

#include <initializer_list>
#include <map>
#include <optional>

namespace core::releases {

namespace {

// A Secret has room for 768 KiB of gzip, and records of real charts unpack to 4 to 20 times their size. But a
// few KiB may also unpack to gigabytes of blanks or empty lists, and records are read at each start. The Helm
// worker has the same limits (src/helm_worker/worker/bounded_records.go).
constexpr std::size_t payload_bytes_max = 32 << 20;
constexpr std::size_t payload_values_max = 500'000;
constexpr std::size_t manifest_bytes_max = 16 << 20; ///< the tree of a YAML text may take 12 times its bytes

constexpr std::string_view gzip_magic = "\x1f\x8b";

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

std::string version_of(const text::json& content) {
  const auto* metadata = find_path(content, {"chart", "metadata"});
  return metadata != nullptr && metadata->is_object() ? metadata->string_at("version").value_or("") : std::string();
}

} // namespace

base::result<text::json> read_payload(std::string_view secret) {
  auto object = text::parse_json(secret);
  if (!object) return base::fail("Secret of a release", object.error());
  const auto place = place_of_record(*object);
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
    return release_record{x.string_at("manifest").value_or(""), files_with_text(x), modules_of(x), schemas_of(x),
                          version_of(x)};
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
