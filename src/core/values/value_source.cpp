#include "core/values/value_source.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace core::values {

namespace {

/// The label's value if a module has no source. An empty value would look as if the sources were not known.
constexpr std::string_view no_source = "none";

/// Short words, because a label must have room for all of them.
constexpr std::array words{std::pair{value_source::config_map, std::string_view("configmap")},
                           std::pair{value_source::section, std::string_view("section")},
                           std::pair{value_source::section_of_hooks, std::string_view("hs")},
                           std::pair{value_source::global_section, std::string_view("global")},
                           std::pair{value_source::global_of_hooks, std::string_view("hg")},
                           std::pair{value_source::common_file, std::string_view("common")},
                           std::pair{value_source::module_file, std::string_view("values")},
                           std::pair{value_source::config_schema, std::string_view("cs")},
                           std::pair{value_source::values_schema, std::string_view("vs")},
                           std::pair{value_source::global_config_schema, std::string_view("gcs")},
                           std::pair{value_source::global_values_schema, std::string_view("gvs")},
                           std::pair{value_source::common_section, std::string_view("cw")},
                           std::pair{value_source::common_global, std::string_view("cg")},
                           std::pair{value_source::module_section, std::string_view("vw")}};

} // namespace

std::string label_of(const value_sources& x) {
  std::string label;
  for (const auto& [source, word] : words)
    if (x.contains(source)) label.append(label.empty() ? "" : ".").append(word);
  return label.empty() ? std::string(no_source) : label;
}

value_sources read_value_sources(std::string_view label) {
  value_sources found;
  while (!label.empty()) {
    const auto end = label.find('.');
    for (const auto& [source, word] : words)
      if (word == label.substr(0, end)) found.insert(source);
    label = end == label.npos ? std::string_view() : label.substr(end + 1);
  }
  return found;
}

namespace {

/// True if `a` has a value in the ConfigMap that no hook has stored, and that `b` has not.
bool has_other_values_of_users(const value_standing& a, const value_standing& b) {
  const auto places = leaf_places(a.sections);
  return std::any_of(places.begin(), places.end(), [&](const auto& place) {
    if (a.hook_keys.stored.contains(place) || b.hook_keys.stored.contains(place)) return false;
    const auto* other = text::find_at(b.sections, place);
    return other == nullptr || !(*other == *text::find_at(a.sections, place));
  });
}

} // namespace

bool is_decided_again(const value_standing& held_by, const value_standing& now) {
  // `hook_values` and keys that hooks have stored are left out: hooks may change values all the time. An edit
  // of a user may repeat the value of a hook, and so change no value for Helm.
  return held_by.present != now.present || held_by.taken_away != now.taken_away || held_by.is_edited != now.is_edited
         || held_by.blank_values != now.blank_values || held_by.missing_modules != now.missing_modules
         || held_by.settled_modules != now.settled_modules || held_by.hook_keys.anew != now.hook_keys.anew
         || held_by.hook_keys.given_up != now.hook_keys.given_up || held_by.hook_keys.stored != now.hook_keys.stored
         || has_one_ended(held_by.hooks, now.hooks) || has_other_values_of_users(held_by, now)
         || has_other_values_of_users(now, held_by);
}

} // namespace core::values
