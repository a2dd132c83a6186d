#include "core/releases/manifest.hpp"

#include "base/excerpt.hpp"
#include "core/releases/content_keys.hpp"
#include "core/releases/self_ending_objects.hpp"
#include "text/json/json.hpp"
#include "text/plain/checksum.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

namespace core::releases {

namespace {

constexpr std::string_view hook_annotation = "helm.sh/hook";
constexpr std::string_view policy_annotation = "helm.sh/resource-policy";
constexpr std::string_view white_space = " \t\r\n";

bool is_helm_hook(const text::json& metadata) {
  const auto* annotations = metadata.find("annotations");
  return annotations && annotations->find(hook_annotation);
}

/// Helm never deletes such an object. So if it is missing, a user has deleted it on purpose.
bool is_kept(const text::json& metadata) {
  const auto* annotations = metadata.find("annotations");
  const auto policy = annotations ? annotations->string_at(policy_annotation) : std::nullopt;
  if (!policy) return false;
  std::string word(base::trimmed(*policy));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word == "keep";
}

bool is_list(const text::json& document) {
  const auto* items = document.find("items");
  auto kind = document.string_at("kind");
  return kind && kind->ends_with("List") && items && items->is_array();
}

std::string namespace_of(const text::json& metadata, std::string_view default_namespace) {
  auto written = metadata.string_at("namespace").value_or("");
  return written.empty() ? std::string(default_namespace) : written;
}

/// Collects the objects of a document; each item of a list is an object.
class object_collector {
public:
  /// @param objects that must exist
  /// @param kept that Helm never deletes
  object_collector(std::string_view default_namespace, std::vector<manifest_object>& objects,
                   std::vector<manifest_object>& kept)
    : default_namespace_(default_namespace), objects_(objects), kept_(kept) {}

  base::result<void> collect(const text::json& document, const std::string& place) {
    if (is_list(document)) {
      std::size_t number = 0;
      for (const auto& item : document.find("items")->as_array())
        if (auto done = collect(item, place + ", item " + std::to_string(++number)); !done) return done;
      return {};
    }
    auto api_version = document.string_at("apiVersion");
    auto kind = document.string_at("kind");
    if (!api_version || !kind)
      return base::fail(base::error_code::invalid_input, place + ": an object must have apiVersion and kind");
    const auto* metadata = document.find("metadata");
    auto name = metadata ? metadata->string_at("name") : std::nullopt;
    // Each creation gives a new name, so there is no fixed name to look for.
    if (!name && metadata && metadata->string_at("generateName")) return {};
    if (!name) return base::fail(base::error_code::invalid_input, place + ": " + *kind + " without metadata.name");
    if (is_helm_hook(*metadata)) return {};
    const bool stays = is_kept(*metadata);
    if (!stays && ends_by_itself(*api_version, *kind, document)) return {};
    (stays ? kept_ : objects_).push_back({*api_version, *kind, namespace_of(*metadata, default_namespace_), *name});
    return {};
  }

private:
  std::string_view default_namespace_;
  std::vector<manifest_object>& objects_;
  std::vector<manifest_object>& kept_;
};

/// @param look gets each document
base::result<void> collect_all(
  std::string_view manifest, object_collector& collector,
  const std::function<void(const text::json&)>& look = [](const text::json&) {}) {
  // Like Helm, which installs the release with the last value of a repeated key.
  text::yaml_stream documents(manifest, text::duplicate_keys::last_counts);
  for (std::size_t number = 1;; ++number) {
    const auto document = documents.next();
    if (!document) return base::fail("manifest", document.error());
    if (!*document) return {};
    if (auto done = collector.collect(**document, "manifest: document " + std::to_string(number)); !done) return done;
    look(**document);
  }
}

} // namespace

std::string describe(const manifest_object& x) {
  auto text = x.kind + "/" + x.name;
  return x.namespace_name.empty() ? text : x.namespace_name + "/" + text;
}

std::string describe_object(const text::json& object) {
  const auto* metadata = object.find("metadata");
  const auto part = [&](const char* key) {
    return metadata != nullptr ? metadata->string_at(key).value_or("") : std::string();
  };
  return describe(manifest_object{{}, object.string_at("kind").value_or(""), part("namespace"), part("name")});
}

base::result<std::vector<manifest_object>> manifest_objects(std::string_view manifest,
                                                            std::string_view default_namespace) {
  std::vector<manifest_object> objects;
  std::vector<manifest_object> kept;
  object_collector collector(default_namespace, objects, kept);
  if (auto done = collect_all(manifest, collector); !done) return tl::unexpected(done.error());
  return objects;
}

base::result<manifest_parts> read_manifest_parts(std::string_view manifest, std::string_view default_namespace) {
  manifest_parts parts;
  std::set<std::string> keys;
  object_collector collector(default_namespace, parts.objects, parts.kept);
  const auto note_keys = [&](const text::json& document) { add_content_keys(document, default_namespace, keys); };
  if (auto done = collect_all(manifest, collector, note_keys); !done) return tl::unexpected(done.error());
  parts.keys = marks_of_keys(keys);
  return parts;
}

std::vector<manifest_object> kept_objects(std::string_view manifest, std::string_view default_namespace) {
  // Most manifests have no such object, and reading a large manifest takes long.
  if (manifest.find(policy_annotation) == manifest.npos) return {};
  std::vector<manifest_object> objects;
  std::vector<manifest_object> kept;
  object_collector collector(default_namespace, objects, kept);
  if (!collect_all(manifest, collector)) return {};
  return kept;
}

std::optional<manifest_object> name_in_release(const text::json& object, std::string_view default_namespace) {
  auto api_version = object.string_at("apiVersion");
  auto kind = object.string_at("kind");
  const auto* metadata = object.find("metadata");
  auto name = metadata != nullptr ? metadata->string_at("name") : std::nullopt;
  if (!api_version || !kind || !name || is_helm_hook(*metadata)) return std::nullopt;
  return manifest_object{*api_version, *kind, namespace_of(*metadata, default_namespace), *name};
}

text::json name_for_lookup(const manifest_object& x) {
  const auto metadata = text::json::object({{"name", x.name}, {"namespace", x.namespace_name}});
  return text::json::object({{"apiVersion", x.api_version}, {"kind", x.kind}, {"metadata", metadata}});
}

std::string manifest_digest(std::string_view manifest) {
  auto begin = manifest.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return text::md5_hex("");
  return text::md5_hex(manifest.substr(begin, manifest.find_last_not_of(white_space) + 1 - begin));
}

} // namespace core::releases
