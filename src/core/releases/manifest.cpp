#include "core/releases/manifest.hpp"

#include "core/base/excerpt.hpp"
#include "core/text/checksum.hpp"
#include "core/text/json.hpp"
#include "core/text/yaml.hpp"

#include <algorithm>
#include <cctype>

namespace core {

namespace {

constexpr std::string_view hook_annotation = "helm.sh/hook";
constexpr std::string_view policy_annotation = "helm.sh/resource-policy";
constexpr std::string_view white_space = " \t\r\n";

bool is_helm_hook(const json& metadata) {
  const auto* annotations = metadata.find("annotations");
  return annotations && annotations->find(hook_annotation);
}

/// Helm never deletes it, and somebody who does means it.
bool is_kept(const json& metadata) {
  const auto* annotations = metadata.find("annotations");
  const auto policy = annotations ? annotations->string_at(policy_annotation) : std::nullopt;
  if (!policy) return false;
  std::string word(trimmed(*policy));
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word == "keep";
}

bool is_list(const json& document) {
  const auto* items = document.find("items");
  auto kind = document.string_at("kind");
  return kind && kind->ends_with("List") && items && items->is_array();
}

/// Collects the objects of one document; of a list's items one by one.
class object_collector {
public:
  object_collector(std::string_view default_namespace, std::vector<manifest_object>& objects)
    : default_namespace_(default_namespace), objects_(objects) {}

  result<void> collect(const json& document, const std::string& place) {
    if (is_list(document)) {
      std::size_t number = 0;
      for (const auto& item : document.find("items")->as_array())
        if (auto done = collect(item, place + ", item " + std::to_string(++number)); !done) return done;
      return {};
    }
    auto api_version = document.string_at("apiVersion");
    auto kind = document.string_at("kind");
    if (!api_version || !kind)
      return fail(error_code::invalid_input, place + ": an object must have apiVersion and kind");
    const auto* metadata = document.find("metadata");
    auto name = metadata ? metadata->string_at("name") : std::nullopt;
    // Each creation gives another name, so there is none to look for.
    if (!name && metadata && metadata->string_at("generateName")) return {};
    if (!name) return fail(error_code::invalid_input, place + ": " + *kind + " without metadata.name");
    if (is_helm_hook(*metadata) || is_kept(*metadata)) return {};
    auto written = metadata->string_at("namespace").value_or("");
    objects_.push_back({*api_version, *kind, written.empty() ? std::string(default_namespace_) : written, *name});
    return {};
  }

private:
  std::string_view default_namespace_;
  std::vector<manifest_object>& objects_;
};

} // namespace

std::string describe(const manifest_object& x) {
  auto text = x.kind + "/" + x.name;
  return x.namespace_name.empty() ? text : x.namespace_name + "/" + text;
}

std::string describe_object(const json& object) {
  const auto* metadata = object.find("metadata");
  const auto part = [&](const char* key) {
    return metadata != nullptr ? metadata->string_at(key).value_or("") : std::string();
  };
  return describe(manifest_object{{}, object.string_at("kind").value_or(""), part("namespace"), part("name")});
}

result<std::vector<manifest_object>> manifest_objects(std::string_view manifest, std::string_view default_namespace) {
  // Helm takes the last one, and the release is installed so.
  auto documents = parse_yaml_stream(manifest, duplicate_keys::last_counts);
  if (!documents) return fail("manifest", documents.error());
  std::vector<manifest_object> objects;
  object_collector collector(default_namespace, objects);
  std::size_t number = 0;
  for (const auto& document : *documents) {
    ++number;
    if (document.is_null()) continue;
    if (auto done = collector.collect(document, "manifest: document " + std::to_string(number)); !done)
      return tl::unexpected(done.error());
  }
  return objects;
}

std::string manifest_digest(std::string_view manifest) {
  auto begin = manifest.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return md5_hex("");
  return md5_hex(manifest.substr(begin, manifest.find_last_not_of(white_space) + 1 - begin));
}

} // namespace core
