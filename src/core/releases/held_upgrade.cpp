#include "core/releases/held_upgrade.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core {

namespace {

constexpr std::size_t named_objects_max = 5;

/// A missing source, and how somebody says that it is to be missing.
struct source_words {
  std::string missing;
  std::string wish;
};

source_words words_of_file(const std::string& path) {
  return {path, fmt::format("`{{}}` into {}", path)};
}

/// A schema that says nothing else forbids every property.
source_words words_of_schema(const std::string& path) {
  return {path, fmt::format("`additionalProperties: true` into {}", path)};
}

std::string parent_of(const std::string& directory) {
  return directory.substr(0, directory.rfind('/'));
}

source_words words_of(value_source x, const held_upgrade& held) {
  const auto section = to_camel(held.release);
  switch (x) {
    case value_source::config_map:
      return {"the ConfigMap that --config-map names", "an empty ConfigMap (`kubectl create configmap`)"};
    case value_source::section:
      return {fmt::format("section '{}' of the ConfigMap", section),
              fmt::format("{}: \"{{}}\" into the ConfigMap", section)};
    case value_source::global_section:
      return {"section 'global' of the ConfigMap", "global: \"{}\" into the ConfigMap"};
    case value_source::common_file: return words_of_file(parent_of(held.directory) + "/values.yaml");
    case value_source::module_file: return words_of_file(held.directory + "/values.yaml");
    case value_source::config_schema: return words_of_schema(held.directory + "/openapi/config-values.yaml");
    case value_source::values_schema: return words_of_schema(held.directory + "/openapi/values.yaml");
    case value_source::global_config_schema: return words_of_schema("openapi/config-values.yaml of the global hooks");
    case value_source::global_values_schema: return words_of_schema("openapi/values.yaml of the global hooks");
  }
  return {};
}

bool is_file(value_source x) {
  return x != value_source::config_map && x != value_source::section && x != value_source::global_section;
}

/// Sections that have gone with the whole ConfigMap need no words of their own.
value_sources named_of(const value_sources& lost) {
  auto named = lost;
  if (!lost.contains(value_source::config_map)) return named;
  named.erase(value_source::section);
  named.erase(value_source::global_section);
  return named;
}

std::string words_of_loss(const held_upgrade& x) {
  if (x.lost.empty())
    return fmt::format(
      "its chart renders to nothing all at once, and nothing that was written asks for it. Bring back "
      "what has changed; or, if they are to go, edit section '{}' of the ConfigMap, or switch the module "
      "off until its release has gone ({}: \"false\")",
      to_camel(x.release), enabled_key(to_camel(x.release)));
  std::vector<std::string> missing;
  std::vector<std::string> wishes;
  const auto named = named_of(x.lost);
  for (const auto source : named) {
    auto words = words_of(source, x);
    missing.push_back(std::move(words.missing));
    wishes.push_back(std::move(words.wish));
  }
  const bool needs_restart = std::any_of(named.begin(), named.end(), is_file);
  return fmt::format("values of its last revision came from what is missing now: {}. Bring it back; or, if they are to "
                     "go, say so and write {}{}",
                     fmt::join(missing, ", "), fmt::join(wishes, " and "),
                     needs_restart ? ". A file counts after a restart" : "");
}

} // namespace

value_sources lost_sources(const release& last, const value_standing& now) {
  const auto label = last.label(module_values_from_label);
  value_sources lost = label ? read_value_sources(*label) : value_sources{value_source::config_map};
  std::erase_if(lost, [&](value_source x) { return now.present.contains(x) || now.taken_away.contains(x); });
  return lost;
}

bool has_wish(const release& last, const value_standing& now) {
  const auto before = read_value_sources(last.label(module_values_from_label).value_or(""));
  return std::any_of(before.begin(), before.end(), [&](value_source x) { return now.taken_away.contains(x); });
}

bool is_source_label_due(const release& last, const value_standing& now) {
  return !last.label(module_values_from_label) || has_wish(last, now);
}

std::vector<manifest_object> objects_without(const std::vector<manifest_object>& released,
                                             const std::vector<manifest_object>& rendered) {
  const auto group_of = [](const std::string& api_version) {
    const auto slash = api_version.find('/');
    return slash == api_version.npos ? std::string() : api_version.substr(0, slash);
  };
  const auto is_same = [&](const manifest_object& a, const manifest_object& b) {
    return a.kind == b.kind && a.name == b.name && a.namespace_name == b.namespace_name
           && group_of(a.api_version) == group_of(b.api_version);
  };
  std::vector<manifest_object> gone;
  for (const auto& x : released)
    if (std::none_of(rendered.begin(), rendered.end(), [&](const auto& y) { return is_same(x, y); })) gone.push_back(x);
  return gone;
}

std::string words_of_objects(const std::vector<manifest_object>& objects) {
  std::string text;
  for (std::size_t i = 0; i < std::min(objects.size(), named_objects_max); ++i)
    text += (i == 0 ? "" : ", ") + describe(objects[i]);
  return objects.size() > named_objects_max ? text + fmt::format(" and {} more", objects.size() - named_objects_max)
                                            : text;
}

std::string describe(const held_upgrade& x) {
  return fmt::format("helm would remove {} from the release, which stays as it is, revision {}: {}",
                     words_of_objects(x.objects), x.revision, words_of_loss(x));
}

} // namespace core
