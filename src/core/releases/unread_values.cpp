#include "core/releases/unread_values.hpp"

#include "base/contains.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/unpacked_record.hpp"
#include "core/releases/upgrade_guard.hpp"
#include "core/releases/values_read.hpp"
#include "core/values/hook_keys.hpp"
#include "core/values/names.hpp"
#include "text/json/json_parts.hpp"
#include "text/plain/base64.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;
/// Each label is some hundred bytes of a Secret.
constexpr std::size_t labels_max = 20;
constexpr std::size_t digest_digits = 10;
constexpr std::string_view version_word = "version ";
constexpr std::string_view revision_word = "revision ";

std::string label_key(const text::json_pointer& place) {
  return std::string(module_unread_prefix) + text::md5_hex(place.text()).substr(0, digest_digits);
}

/// `v0.1.0` for `version 0.1.0`.
std::string short_name(const std::string& chart) {
  return chart.starts_with(version_word) ? "v" + chart.substr(version_word.size())
                                         : "r" + chart.substr(std::min(revision_word.size(), chart.size()));
}
std::string long_name(std::string_view name) {
  return std::string(name.starts_with('v') ? version_word : revision_word)
         + std::string(name.substr(std::min<std::size_t>(1, name.size())));
}

bool is_of_hooks(const values::value_standing& x, const std::string& section) {
  return x.present.contains(section == values::global_key ? values::value_source::global_of_hooks
                                                          : values::value_source::section_of_hooks);
}

template_texts templates_in(const text::json& record) {
  template_texts found;
  const auto* chart = record.find("chart");
  const auto* files = chart == nullptr ? nullptr : chart->find("templates");
  if (files == nullptr || !files->is_array()) return found;
  for (const auto& file : files->as_array())
    if (auto text = text::decode_base64(file.string_at("data").value_or("")))
      found.rendered.emplace(file.string_at("name").value_or(""), std::move(*text));
  return found;
}

std::string version_in(const text::json& record) {
  const auto* chart = record.find("chart");
  const auto* metadata = chart == nullptr ? nullptr : chart->find("metadata");
  return metadata == nullptr ? std::string() : metadata->string_at("version").value_or("");
}

} // namespace

std::vector<text::json_pointer> places_of_users(const values::value_standing& standing) {
  std::vector<text::json_pointer> found;
  for (auto& place : values::leaf_places(standing.sections)) {
    // A section as a whole is no value, and hooks need no advice about their own values.
    if (place.tokens.size() < 2 || is_of_hooks(standing, place.tokens.front())) continue;
    const auto* value = text::find_at(standing.sections, place);
    if (value != nullptr && !value->is_null() && !standing.hook_keys.stored.contains(place))
      found.push_back(std::move(place));
  }
  return found;
}

base::result<unread_findings> values_read_before(std::string_view record, const release& last,
                                                 const revision_contents& now, const text::json& sections,
                                                 const std::vector<text::json_pointer>& places) {
  const auto payload = read_payload(record);
  if (!payload) return tl::unexpected(payload.error());
  const auto* values = payload->find("config");
  const auto read = values_read_by(templates_in(*payload));
  const auto version = version_in(*payload);
  const auto version_now = now.metadata.string_at("version").value_or("");
  // Charts of modules often keep their version, so the number of the revision stands for it then.
  const bool has_other_version = version != version_now && !version.empty() && !version_now.empty();
  unread_findings found;
  if (values == nullptr) return found;
  found.misspelt = misspelt_values({*values, read, sections, places});
  for (const auto& place : places)
    if (text::find_at(*values, place) != nullptr && names(read, place))
      found.lost.push_back(
        {place,
         has_other_version ? std::string(version_word) + version : fmt::format("{}{}", revision_word, last.revision),
         has_other_version ? std::string(version_word) + version_now
                           : fmt::format("{}{}", revision_word, last.revision + 1)});
  return found;
}

base::result<std::vector<text::json_pointer>> new_places_in(const std::vector<text::json>& layers,
                                                            std::string_view record) {
  const auto payload = read_payload(record);
  if (!payload) return tl::unexpected(payload.error());
  const auto& values = text::member(*payload, "config");
  std::set<text::json_pointer> found;
  for (const auto& layer : layers)
    for (auto& place : values::leaf_places(layer))
      if (place.tokens.size() > 1 && text::find_at(values, place) == nullptr) found.insert(std::move(place));
  return std::vector<text::json_pointer>(found.begin(), found.end());
}

base::result<std::vector<misspelt_value>> slips_in_files(const std::vector<text::json>& layers, std::string_view record,
                                                         const std::vector<text::json_pointer>& unread) {
  const auto payload = read_payload(record);
  if (!payload) return tl::unexpected(payload.error());
  const auto& values = text::member(*payload, "config");
  const auto read = values_read_by(templates_in(*payload));
  std::vector<misspelt_value> found;
  for (const auto& layer : layers) {
    std::vector<text::json_pointer> here;
    std::copy_if(unread.begin(), unread.end(), std::back_inserter(here),
                 [&](const auto& place) { return text::find_at(layer, place) != nullptr; });
    for (auto& slip : misspelt_values({values, read, layer, here})) {
      slip.where = misspelt_value::place::values_file;
      if (!base::contains(found, slip)) found.push_back(std::move(slip));
    }
  }
  return found;
}

std::vector<unread_value> noted_unread_values(const release& last, const std::vector<text::json_pointer>& places) {
  std::vector<unread_value> found;
  for (const auto& place : places) {
    const auto label = last.label(label_key(place));
    if (!label) continue;
    // The label's value has both names: `v0.1.0_v0.2.0`.
    const auto middle = std::min(label->find('_'), label->size());
    found.push_back(
      {place, long_name(label->substr(0, middle)), long_name(label->substr(std::min(middle + 1, label->size())))});
  }
  return found;
}

bool notes_unread_values(const release& last) {
  return std::any_of(last.labels.begin(), last.labels.end(),
                     [](const auto& label) { return label.first.starts_with(module_unread_prefix); });
}

std::map<std::string, std::string> unread_value_labels(const release* last, const std::vector<unread_value>& unread,
                                                       const std::string& taken_away) {
  std::map<std::string, std::string> labels;
  for (const auto& x : unread)
    if (labels.size() < labels_max)
      labels.emplace(label_key(x.place),
                     values::label_value_of_binding(short_name(x.before) + "_" + short_name(x.since)));
  if (last == nullptr) return labels;
  for (const auto& [key, value] : last->labels)
    if (key.starts_with(module_unread_prefix)) labels.emplace(key, taken_away);
  return labels;
}

std::string words_of_places(const std::vector<unread_value>& unread) {
  std::vector<std::string> named;
  for (const auto& x : unread)
    if (named.size() < named_max) named.push_back(values::words_of(x.place));
  const auto more = unread.size() - named.size();
  return fmt::format("{}{}", fmt::join(named, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string describe(const std::vector<unread_value>& unread) {
  if (unread.empty()) return {};
  const auto& first = unread.front();
  return fmt::format(
    "{} of the ConfigMap {} no effect since {} of the chart ({} read {}). Move the {} to the keys that "
    "the chart reads now, or remove {} from the ConfigMap",
    words_of_places(unread), unread.size() == 1 ? "has" : "have", first.since, first.before,
    unread.size() == 1 ? "it" : "them", unread.size() == 1 ? "value" : "values", unread.size() == 1 ? "it" : "them");
}

objection objection_to_unread(const planned_upgrade& x, const std::string& effect) {
  return {
    fmt::format("helm would {}, which stays as it is, revision {}: the chart in {} does not read {} of the "
                "ConfigMap any more ({} read it)",
                effect, x.last->revision, x.directory, words_of_places(*x.unread), x.unread->front().before),
    fmt::format("Move the value to the key that the chart reads now; or, if the objects are to go, remove it from "
                "the ConfigMap, or: kubectl -n {} label {} {} {}-",
                x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                chart_directories_label)};
}

} // namespace core::releases
