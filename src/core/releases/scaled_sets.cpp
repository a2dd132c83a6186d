#include "core/releases/scaled_sets.hpp"

#include "core/releases/bearing_objects.hpp"
#include "text/json/json_parts.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace core::releases {

using text::items;
using text::member;

namespace {

constexpr std::size_t named_max = 3;
constexpr std::string_view kind_of_sets = "StatefulSet";

/// The sets of a manifest with their objects, in its order. Items of a `List` are no documents of their own,
/// and no chart in use has its sets there.
std::vector<std::pair<manifest_object, text::json>> sets_in(std::string_view manifest,
                                                            std::string_view default_namespace) {
  std::vector<std::pair<manifest_object, text::json>> found;
  text::yaml_stream documents(manifest, text::duplicate_keys::last_counts);
  for (;;) {
    const auto document = documents.next();
    if (!document) return {};
    if (!*document) return found;
    if (auto name = name_in_release(**document, default_namespace); name && is_stateful_set(*name))
      found.emplace_back(std::move(*name), **document);
  }
}

std::optional<std::int64_t> replicas_of(const text::json& set) {
  const auto& written = member(member(set, "spec"), "replicas");
  return written.is_number() ? written.as_int() : std::nullopt;
}

std::optional<std::string> when_scaled_of(const text::json& set) {
  const auto& policy = member(member(set, "spec"), "persistentVolumeClaimRetentionPolicy");
  return policy.is_object() ? policy.string_at("whenScaled") : std::nullopt;
}

/// Helm removes a policy that only the former manifest has, and then the default of Kubernetes counts.
std::optional<std::string> when_scaled_by(const text::json& before, const text::json& now) {
  if (auto written = when_scaled_of(now)) return written;
  return when_scaled_of(before) ? std::optional<std::string>("Retain") : std::nullopt;
}

} // namespace

std::vector<scaled_set> sets_with_fewer_replicas(std::string_view before, std::string_view now,
                                                 std::string_view default_namespace) {
  std::vector<scaled_set> found;
  // Most charts have no such set, and reading a large manifest takes long.
  if (before.find(kind_of_sets) == before.npos || now.find(kind_of_sets) == now.npos) return found;
  const auto former = sets_in(before, default_namespace);
  for (const auto& [name, set] : sets_in(now, default_namespace)) {
    const auto same = std::find_if(former.begin(), former.end(), [&, &own = name](const auto& x) {
      return x.first.name == own.name && x.first.namespace_name == own.namespace_name;
    });
    if (same == former.end()) continue;
    const auto had = replicas_of(same->second);
    const auto has = replicas_of(set);
    const bool falls = had ? has.value_or(1) < *had : has.has_value();
    if (falls) found.push_back({name, has.value_or(1), when_scaled_by(same->second, set)});
  }
  return found;
}

bool takes_claims_along(const scaled_set& x, const base::result<text::json>& found) {
  if (x.when_scaled && *x.when_scaled != "Delete") return false;
  if (!found) return found.error().code != base::error_code::not_found;
  return x.when_scaled.value_or(when_scaled_of(*found).value_or("")) == "Delete"
         && replicas_of(*found).value_or(1) > x.replicas
         && !items(member(member(*found, "spec"), "volumeClaimTemplates")).empty();
}

std::string words_of_scaled(const std::vector<scaled_set>& sets) {
  std::string text;
  for (std::size_t i = 0; i < std::min(sets.size(), named_max); ++i)
    text += fmt::format("{}{}/{} ({} {})", i == 0 ? "" : ", ", sets[i].object.kind, sets[i].object.name,
                        sets[i].replicas, sets[i].replicas == 1 ? "replica" : "replicas");
  return sets.size() > named_max ? text + fmt::format(" and {} more", sets.size() - named_max) : text;
}

} // namespace core::releases
