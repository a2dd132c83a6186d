#include "core/hooks/object_rounds.hpp"

#include "base/duration.hpp"
#include "base/secret_key.hpp"
#include "base/word_list.hpp"
#include "text/json/json.hpp"
#include "text/plain/shown_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace core::hooks {

namespace {

constexpr std::size_t runs_max = 60; ///< of an object
constexpr std::size_t objects_max = 64;
constexpr std::size_t restless_runs = 10;
constexpr std::int64_t minute_us = 60'000'000;
constexpr std::int64_t warning_interval_us = 10 * minute_us;
/// A patch that is longer than this is not parsed again for the name of a field.
constexpr std::size_t patch_bytes_max = std::size_t{64} << 10;

/// The path to a value of a patch, and the value.
struct written_field {
  std::string path;
  std::string value;
};

/// The value for private readers, if it is short.
std::string shown_value(const text::json& x) {
  constexpr std::size_t value_bytes_max = 60;
  auto text = x.dump();
  return text.size() > value_bytes_max ? std::string() : text;
}

/// The path to the first value of a merge patch, beside the names of the object: `data.mtu`. A secret has no
/// value.
written_field first_field(const text::json& patch, const std::string& kind) {
  bool is_secret = kind == "Secret";
  std::string path;
  std::string name;
  const auto* at = &patch;
  while (at->is_object()) {
    const auto& members = at->as_object();
    const auto member = std::find_if(members.begin(), members.end(), [&](const auto& x) {
      return !path.empty() || (x.first != "apiVersion" && x.first != "kind" && x.first != "metadata");
    });
    if (member == members.end()) break;
    path += (path.empty() ? "" : ".") + text::shown_key(member->first);
    name = member->first;
    is_secret = is_secret || base::names_a_secret(name);
    at = &member->second;
  }
  if (path.empty()) return {};
  if (is_secret || base::names_a_login(name)) return {path, ""};
  return {path, shown_value(*at)};
}

written_field field_of(const object_operation& x) {
  const auto* patch = std::get_if<patch_object>(&x);
  const auto* merge = patch == nullptr ? nullptr : std::get_if<merge_patch>(&patch->change);
  if (merge == nullptr || merge->patch.size() > patch_bytes_max) return {};
  const auto parsed = text::parse_json(merge->patch);
  return parsed ? first_field(*parsed, target_of(x).kind) : written_field{};
}

} // namespace

std::optional<object_rounds::finding> object_rounds::note(round x, std::int64_t now_us) {
  auto& known = by_object_[x.object];
  known.runs.push_back({now_us, std::move(x.hook), std::move(x.field), std::move(x.value)});
  if (known.runs.size() > runs_max) known.runs.pop_front();
  auto found = finding_of(x.object, known, now_us);
  if (found && known.warned_us && now_us - *known.warned_us < warning_interval_us) found.reset();
  if (found) known.warned_us = now_us;
  if (by_object_.size() > objects_max)
    by_object_.erase(std::min_element(by_object_.begin(), by_object_.end(), [](const auto& a, const auto& b) {
      return a.second.runs.back().at_us < b.second.runs.back().at_us;
    }));
  return found;
}

std::optional<object_rounds::finding> object_rounds::finding_of(const std::string& object, const known_object& x,
                                                                std::int64_t now_us) {
  finding found;
  found.object = object;
  std::set<std::string> hooks;
  std::set<std::string> fields;
  for (const auto& run : x.runs) {
    if (run.at_us <= now_us - minute_us) continue;
    if (found.times++ == 0) found.within_us = now_us - run.at_us;
    hooks.insert(run.hook);
    if (!run.field.empty()) fields.insert(run.field);
    if (!run.value.empty()) found.values[run.hook] = run.value;
  }
  if (found.times < restless_runs) return std::nullopt;
  found.hooks.assign(hooks.begin(), hooks.end());
  found.fields.assign(fields.begin(), fields.end());
  return found;
}

std::vector<object_rounds::finding> object_rounds::now(std::int64_t now_us) const {
  std::vector<finding> all;
  for (const auto& [object, known] : by_object_)
    if (auto found = finding_of(object, known, now_us)) all.push_back(std::move(*found));
  return all;
}

std::vector<object_rounds::round> rounds_in(const std::vector<object_operation>& operations,
                                            const std::set<std::string>& woken_by, const std::string& default_namespace,
                                            const std::string& hook) {
  std::vector<object_rounds::round> found;
  if (woken_by.empty()) return found;
  for (const auto& operation : operations) {
    const auto& at = target_of(operation);
    auto name = woken_name(at.kind, at.namespace_name, at.name);
    if (at.namespace_name.empty() && !woken_by.contains(name)) name = woken_name(at.kind, default_namespace, at.name);
    if (!woken_by.contains(name)) continue;
    const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& x) { return x.object == name; });
    if (is_known) continue;
    auto field = field_of(operation);
    found.push_back({hook, name, std::move(field.path), std::move(field.value)});
  }
  return found;
}

std::string woken_name(const std::string& kind, const std::string& namespace_name, const std::string& name) {
  return namespace_name.empty() ? kind + " " + name : kind + " " + namespace_name + "/" + name;
}

std::string describe(const object_rounds::finding& x) {
  const bool is_single = x.hooks.size() == 1;
  const auto fields = x.fields.empty()
                        ? std::string()
                        : fmt::format(" ({} {})", x.fields.size() == 1 ? "field" : "fields", fmt::join(x.fields, ", "));
  return fmt::format("{} {} run {} times in {}: {} {}{}, and {} it, so each run wakes {}", base::word_list(x.hooks),
                     is_single ? "has" : "have", x.times, base::duration_text(std::chrono::microseconds(x.within_us)),
                     is_single ? "it writes" : (x.hooks.size() == 2 ? "both write" : "all write"), x.object, fields,
                     is_single ? "watches" : "watch", is_single ? "the next" : "the other");
}

std::string values_of(const object_rounds::finding& x) {
  // With several fields the values may be of different fields.
  if (x.fields.size() != 1) return {};
  std::vector<std::string> words;
  for (const auto& [hook, value] : x.values) words.push_back(fmt::format("{} writes {}", hook, value));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string next_step(const object_rounds::finding& x) {
  if (x.hooks.size() == 1)
    return "let the hook write only what differs, or give its binding a jqFilter that leaves out what it writes; "
           "`addon-operator module pause NAME` holds the module of a hook meanwhile";
  return "decide which hook writes the object, and let the other leave it alone; meanwhile `addon-operator module "
         "pause NAME` with the module of one hook ends it";
}

} // namespace core::hooks
