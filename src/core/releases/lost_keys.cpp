#include "core/releases/lost_keys.hpp"

#include "base/contains.hpp"
#include "core/releases/release_labels.hpp"
#include "core/values/value_hooks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;

/// The number of keys that labels of a revision name. Each label is some hundred bytes of a Secret.
constexpr std::size_t labels_max = 50;

std::set<std::string> labels_in(const release& x) {
  std::set<std::string> found;
  for (const auto& [key, words] : x.labels)
    if (key.starts_with(values::module_hook_key_prefix)) found.insert(key);
  return found;
}

/// The labels of all values of the sections.
std::set<std::string> labels_of_present(const values::hook_key_standing& now) {
  std::set<std::string> found;
  for (const auto& place : values::leaf_places(now.sections))
    if (const auto* value = text::find_at(now.sections, place); value != nullptr && !value->is_null())
      found.insert(values::label_key_of(place));
  return found;
}

} // namespace

bool names_hook_keys(const release& last) {
  return !labels_in(last).empty();
}

std::vector<lost_key> lost_keys(const release& last, const values::hook_key_standing& now, const text::json& before) {
  const auto labels = labels_in(last);
  std::vector<lost_key> lost;
  for (auto& place : values::leaf_places(before)) {
    // A section that is missing as a whole is a lost source of its own (`lost_sources`).
    if (!now.sections.find(place.tokens.empty() ? "" : place.tokens.front())) continue;
    const auto label = values::label_key_of(place);
    if (!labels.contains(label) || now.given_up.contains(place)) continue;
    const auto* present = text::find_at(now.sections, place);
    if (present == nullptr) {
      lost.push_back({std::move(place), label, {}});
      continue;
    }
    const auto anew = now.anew.find(place);
    const auto* was = text::find_at(before, place);
    // If the hook has stored the former value since, its present value is a change on purpose.
    if (anew == now.anew.end() || *present == *was || base::contains(anew->second, values::checksum_of_key(*was)))
      continue;
    const auto by = now.stored.find(place);
    lost.push_back({place, label, by == now.stored.end() || by->second.empty() ? "a hook" : by->second});
  }
  return lost;
}

std::map<std::string, std::string> hook_key_labels(const release* last, const values::hook_key_standing& now) {
  std::map<std::string, std::string> labels;
  for (const auto& [place, by] : now.stored)
    if (labels.size() < labels_max)
      labels.emplace(values::label_key_of(place), values::label_value_of_binding(values::words_of(place)));
  if (last == nullptr) return labels;
  const auto before = labels_in(*last);
  if (before.empty()) return labels;
  // A ConfigMap that was restored without its annotations has keys that hooks had stored.
  const auto present = labels_of_present(now);
  const auto given_up = given_up_key_labels(*last, now);
  const std::set<std::string> ended(given_up.begin(), given_up.end());
  for (const auto& key : before) {
    if (labels.contains(key) || (present.contains(key) && !ended.contains(key))) continue;
    labels.emplace(key, label_taken_away);
  }
  return labels;
}

std::vector<std::string> given_up_key_labels(const release& last, const values::hook_key_standing& now) {
  std::vector<std::string> found;
  for (const auto& place : now.given_up)
    if (auto key = values::label_key_of(place); last.label(key)) found.push_back(std::move(key));
  return found;
}

objection objection_to(const std::vector<lost_key>& keys, const std::string& release, const std::string& namespace_name,
                       const std::string& record) {
  std::vector<std::string> named;
  std::string labels;
  for (const auto& key : keys) {
    labels += " " + key.label + "-";
    if (named.size() < named_max)
      named.push_back(
        fmt::format("{} ({})", values::words_of(key.place),
                    key.by.empty() ? "it is missing" : "it was missing, and " + key.by + " has stored another value"));
  }
  const auto more = keys.size() - named.size();
  return {
    fmt::format("hooks had stored values of its last revision in the ConfigMap, which has lacked them since: {}{}",
                fmt::join(named, ", "), more > 0 ? fmt::format(" and {} more", more) : ""),
    fmt::format("Write the former values into the ConfigMap (`helm -n {} get values {}` prints them); or, if "
                "they are to go: kubectl -n {} label {}{}",
                namespace_name, release, namespace_name, record, labels)};
}

} // namespace core::releases
