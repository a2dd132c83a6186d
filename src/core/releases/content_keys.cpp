#include "core/releases/content_keys.hpp"

#include "core/releases/manifest.hpp"
#include "text/json/json.hpp"
#include "text/json/json_parts.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>

namespace core::releases {

namespace {

constexpr std::array contents{"data", "stringData", "binaryData"};

bool has_contents(const text::json& object) {
  const auto kind = object.string_at("kind");
  return object.string_at("apiVersion") == "v1" && (kind == "Secret" || kind == "ConfigMap");
}

/// Object -> its keys.
using keys_by_object = std::map<std::string, std::set<std::string>>;

void collect(const text::json& object, std::string_view default_namespace, keys_by_object& to) {
  if (const auto* list = object.find("items"); list != nullptr && list->is_array()) {
    for (const auto& item : list->as_array()) collect(item, default_namespace, to);
    return;
  }
  if (!has_contents(object)) return;
  const auto name = name_in_release(object, default_namespace);
  if (!name) return;
  auto& keys = to[describe(*name)];
  for (const auto* part : contents) {
    const auto& all = text::member(object, part);
    if (all.is_object())
      for (const auto& [key, value] : all.as_object()) keys.insert(std::string(key));
  }
}

template <class Look>
void for_each_document(std::string_view manifest, Look look) {
  text::yaml_stream documents(manifest, text::duplicate_keys::last_counts);
  for (auto document = documents.next(); document && *document; document = documents.next()) look(**document);
}

keys_by_object keys_of(std::string_view manifest, std::string_view default_namespace) {
  keys_by_object found;
  for_each_document(manifest, [&](const text::json& x) { collect(x, default_namespace, found); });
  return found;
}

std::string words_of(const std::string& object, const std::string& key) {
  return fmt::format("key '{}' of {}", key, object);
}

} // namespace

void add_content_keys(const text::json& document, std::string_view default_namespace, std::set<std::string>& to) {
  keys_by_object found;
  collect(document, default_namespace, found);
  for (const auto& [object, keys] : found)
    for (const auto& key : keys) to.insert(words_of(object, key));
}

std::set<std::string> content_keys(std::string_view manifest, std::string_view default_namespace) {
  std::set<std::string> all;
  for_each_document(manifest, [&](const text::json& x) { add_content_keys(x, default_namespace, all); });
  return all;
}

std::vector<std::uint64_t> marks_of_keys(const std::set<std::string>& keys) {
  std::vector<std::uint64_t> marks;
  marks.reserve(keys.size());
  std::transform(keys.begin(), keys.end(), std::back_inserter(marks), std::hash<std::string>());
  std::sort(marks.begin(), marks.end());
  return marks;
}

std::vector<std::string> keys_without(std::string_view released, std::string_view rendered,
                                      std::string_view default_namespace) {
  const auto now = keys_of(rendered, default_namespace);
  std::vector<std::string> lost;
  for (const auto& [object, keys] : keys_of(released, default_namespace)) {
    const auto stays = now.find(object);
    if (stays == now.end()) continue;
    for (const auto& key : keys)
      if (!stays->second.contains(key)) lost.push_back(words_of(object, key));
    if (stays->second.empty() && !keys.empty())
      lost.push_back("with a helm that is started for each task, any key that another client has written into "
                     + object);
  }
  return lost;
}

} // namespace core::releases
