#include "core/releases/lookup_answers.hpp"

#include "core/releases/digest_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;

std::vector<manifest_object> read_objects(const text::json* items) {
  std::vector<manifest_object> found;
  if (items == nullptr || !items->is_array()) return found;
  for (const auto& item : items->as_array()) {
    if (!item.is_object()) continue;
    manifest_object x{item.string_at("apiVersion").value_or(""), item.string_at("kind").value_or(""),
                      item.string_at("namespace").value_or(""), item.string_at("name").value_or("")};
    if (!x.api_version.empty() && !x.kind.empty()) found.push_back(std::move(x));
  }
  return found;
}

/// The text whose digest stands for the object, in any version of its kind. No part has a line break.
std::string identity_of(const manifest_object& x) {
  const auto slash = x.api_version.find('/');
  const auto group = slash == x.api_version.npos ? std::string() : x.api_version.substr(0, slash);
  return fmt::format("{}\n{}\n{}\n{}", group, x.kind, x.namespace_name, x.name);
}

std::map<std::string, std::string> labels_of(const lookup_answers& now) {
  auto objects = now.found;
  std::stable_partition(objects.begin(), objects.end(), [](const auto& x) { return !x.name.empty(); });
  std::vector<std::string> texts;
  std::transform(objects.begin(), objects.end(), std::back_inserter(texts), identity_of);
  return digest_labels(module_lookups_prefix, texts);
}

std::string words_of(manifest_object x) {
  // The Helm worker names a key of a found object `NAME#KEY` (looked_up_keys.go).
  if (const auto at = x.name.find('#'); at != x.name.npos) {
    const auto key = x.name.substr(at + 1);
    x.name.resize(at);
    return fmt::format("{} (its key '{}')", words_of(std::move(x)), key);
  }
  if (x.name.empty())
    return fmt::format("the list of kind {}{}{}", x.kind, x.namespace_name.empty() ? "" : " in namespace ",
                       x.namespace_name);
  return fmt::format("{} {}{}{}", x.kind, x.namespace_name, x.namespace_name.empty() ? "" : "/", x.name);
}

} // namespace

lookup_answers read_lookup_answers(const text::json& x) {
  return {read_objects(x.find("found")), read_objects(x.find("absent"))};
}

std::map<std::string, std::string> lookup_labels(const release* last, const std::optional<lookup_answers>& now) {
  if (!now) return {};
  auto labels = labels_of(*now);
  if (last != nullptr) remove_outdated(labels, *last, module_lookups_prefix, label_taken_away);
  return labels;
}

std::map<std::string, std::string> lookup_labels_due(const release& last, const std::optional<lookup_answers>& now) {
  if (!now) return {};
  auto labels = labels_of(*now);
  remove_outdated(labels, last, module_lookups_prefix, "");
  std::erase_if(labels, [&](const auto& x) { return last.label(x.first) == x.second; });
  return labels;
}

std::vector<manifest_object> lost_lookups(const release& last, const lookup_answers& now) {
  std::vector<manifest_object> lost;
  for (const auto& x : now.absent)
    if (has_digest(last, module_lookups_prefix, identity_of(x))) lost.push_back(x);
  return lost;
}

std::string words_of_lookups(const std::vector<manifest_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_max); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", words_of(objects[i]));
  return objects.size() > named_max ? text + fmt::format(" and {} more", objects.size() - named_max) : text;
}

} // namespace core::releases
