#include "core/releases/lost_value_sources.hpp"

#include "base/contains.hpp"
#include "core/releases/gone_hooks.hpp"
#include "core/releases/modules_directory.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/values/hook_label.hpp"
#include "core/values/names.hpp"
#include "text/json/shown_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace core::releases {

namespace {

constexpr std::size_t named_hooks_max = 5;
constexpr std::string_view before_helm = " of beforeHelm";

/// A missing source in words, and how a user confirms that it is missing on purpose.
struct source_words {
  std::string missing;
  std::string wish;
};

/// @param blank the key in the file that has no value; null: the file itself is missing
source_words words_of_file(const std::string& path, const std::string* blank) {
  if (blank == nullptr) return {path, fmt::format("`{{}}` into {}", path)};
  return {fmt::format("'{}' in {} (the key is there, with nothing behind it)", *blank, path),
          fmt::format("`{}: {{}}` into {}", *blank, path)};
}

source_words words_of_section_in(const std::string& path, const std::string& key) {
  return {fmt::format("section '{}' in {}", key, path), fmt::format("`{}: {{}}` into {}", key, path)};
}

/// The confirmation is a schema that accepts every property, because a schema without `additionalProperties`
/// forbids all properties.
source_words words_of_schema(const std::string& path) {
  return {path, fmt::format("`additionalProperties: true` into {}", path)};
}

std::string parent_of(const std::string& directory) {
  return directory.substr(0, directory.rfind('/'));
}

const std::string* blank_key(const values::value_standing& now, values::value_source x) {
  const auto at = now.blank.find(x);
  return at == now.blank.end() ? nullptr : &at->second;
}

/// @param of_hooks the source that is used for this section while only hooks have written it
source_words words_of_section(const std::string& key, values::value_source of_hooks,
                              const values::value_standing& now) {
  const auto missing = fmt::format("section '{}' of the ConfigMap", key);
  if (now.present.contains(of_hooks))
    return {missing + " as it was (hooks alone have written the present section)",
            fmt::format("a line of your own, which may be a comment, into section '{}' of the ConfigMap", key)};
  return {blank_key(now, of_hooks) == nullptr ? missing : missing + " (the key is there, but blank)",
          fmt::format("{}: \"{{}}\" into the ConfigMap", key)};
}

/// If hooks have created the ConfigMap, a user cannot create it, but any edit of its data makes the user its
/// author.
source_words words_of_config_map(const std::string& section, const values::value_standing& now) {
  if (now.config_map != values::config_map_state::made_by_hooks)
    return {"the ConfigMap that --config-map names", "an empty ConfigMap (`kubectl create configmap`)"};
  return {"the ConfigMap that --config-map names, as it was (hooks alone have written the present ConfigMap)",
          words_of_section(section, values::value_source::section_of_hooks, now).wish};
}

source_words words_of(values::value_source x, const held_upgrade& held) {
  const auto section = values::to_camel(held.release);
  switch (x) {
    case values::value_source::config_map: return words_of_config_map(section, held.now);
    case values::value_source::section:
    case values::value_source::section_of_hooks:
      return words_of_section(section, values::value_source::section_of_hooks, held.now);
    case values::value_source::global_section:
    case values::value_source::global_of_hooks:
      return words_of_section(std::string(values::global_key), values::value_source::global_of_hooks, held.now);
    case values::value_source::common_file:
      return words_of_file(parent_of(held.directory) + "/values.yaml", blank_key(held.now, x));
    case values::value_source::module_file:
      return words_of_file(held.directory + "/values.yaml", blank_key(held.now, x));
    case values::value_source::common_section:
      return words_of_section_in(parent_of(held.directory) + "/values.yaml", section);
    case values::value_source::common_global:
      return words_of_section_in(parent_of(held.directory) + "/values.yaml", std::string(values::global_key));
    case values::value_source::module_section: return words_of_section_in(held.directory + "/values.yaml", section);
    case values::value_source::config_schema: return words_of_schema(held.directory + "/openapi/config-values.yaml");
    case values::value_source::values_schema: return words_of_schema(held.directory + "/openapi/values.yaml");
    case values::value_source::global_config_schema:
      return words_of_schema(held.now.global_directory + "/openapi/config-values.yaml");
    case values::value_source::global_values_schema:
      return words_of_schema(held.now.global_directory + "/openapi/values.yaml");
  }
  return {};
}

constexpr values::value_source sections[] = {values::value_source::section, values::value_source::section_of_hooks,
                                             values::value_source::global_section,
                                             values::value_source::global_of_hooks};

bool is_file(values::value_source x) {
  return x != values::value_source::config_map
         && std::find(std::begin(sections), std::end(sections), x) == std::end(sections);
}

/// Sections that are missing together with the whole ConfigMap, or with their file, are not named separately,
/// because an empty ConfigMap or file confirms all of them.
values::value_sources named_of(const held_upgrade& x) {
  auto named = x.lost;
  if (x.lost.contains(values::value_source::config_map) && x.now.config_map != values::config_map_state::made_by_hooks)
    for (const auto section : sections) named.erase(section);
  if (x.lost.contains(values::value_source::common_file)) {
    named.erase(values::value_source::common_section);
    named.erase(values::value_source::common_global);
  }
  if (x.lost.contains(values::value_source::module_file)) named.erase(values::value_source::module_section);
  return named;
}

objection objection_to_emptiness(const held_upgrade& x) {
  return {
    "its chart renders to nothing all at once, and no edit and no hook asks for it",
    fmt::format("Bring back what has changed; or, if they are to go, edit section '{}' of the ConfigMap, or switch "
                "the module off until its release has gone ({}: \"false\")",
                values::to_camel(x.release), values::enabled_key(values::to_camel(x.release)))};
}

objection objection_to_sources(const held_upgrade& x) {
  std::vector<std::string> missing, wishes;
  const auto named = named_of(x);
  const auto add = [](std::vector<std::string>& all, std::string words) {
    if (!base::contains(all, words)) all.push_back(std::move(words));
  };
  for (const auto source : named) {
    auto words = words_of(source, x);
    add(missing, std::move(words.missing));
    add(wishes, std::move(words.wish));
  }
  const bool needs_restart = std::any_of(named.begin(), named.end(), is_file);
  return {fmt::format("values of its last revision came from what is missing now: {}", fmt::join(missing, ", ")),
          fmt::format("Bring it back; or, if they are to go, say so and write {}{}", fmt::join(wishes, " and "),
                      needs_restart ? ". A file counts after a restart" : "")};
}

objection objection_to_hooks(const held_upgrade& x) {
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(x.hooks.size(), named_hooks_max); ++i) named.push_back(describe(x.hooks[i], x));
  const auto more = x.hooks.size() - named.size();
  const bool is_of_start =
    std::all_of(x.hooks.begin(), x.hooks.end(), [](const lost_hook& hook) { return hook.standing.doubts.empty(); });
  const bool are_before_helm = std::all_of(x.hooks.begin(), x.hooks.end(),
                                           [](const lost_hook& hook) { return hook.words.ends_with(before_helm); });
  const auto* what = are_before_helm ? "a backup or values may be missing of"
                     : x.names_hooks ? "values of its last revision were set by"
                                     : "values of its last revision may have been set by";
  return {fmt::format("{} hooks that have not ended well{}: {}{}", what, is_of_start ? " since the start" : "",
                      fmt::join(named, ", "), more > 0 ? fmt::format(" and {} more", more) : ""),
          fmt::format("The release is decided again each time that one of these hooks ends well; if the objects are "
                      "to go without these hooks: kubectl -n {} label {} {} {}{}",
                      x.namespace_name, name(x.storage), release_secret_name(x.release, x.revision),
                      module_hook_values_label, x.names_hooks ? "-" : "=none")};
}

objection objection_to_config_map(const held_upgrade& x) {
  return {fmt::format("its last revision was made with another ConfigMap: '{}'", x.config_map_before),
          fmt::format("Correct --config-map; or, if the objects are to go: kubectl -n {} label {} {} {}-",
                      x.namespace_name, name(x.storage), release_secret_name(x.release, x.revision),
                      module_config_map_label)};
}

objection objection_to_blanks(const held_upgrade& x) {
  std::vector<std::string> named;
  for (const auto& [at, place] : x.blank)
    if (named.size() < named_hooks_max) named.push_back(fmt::format("{} in {}", text::shown_place(at), place));
  const auto more = x.blank.size() - named.size();
  return {fmt::format("a key had a value for its last revision, and has no value now: {}{}", fmt::join(named, ", "),
                      more > 0 ? fmt::format(" and {} more", more) : ""),
          "Write the value; or, if they are to go, take the key out, or write `{}`, `[]` or `\"\"` behind it"};
}

bool is_value_label(const std::string& key) {
  return key == module_values_from_label || key == module_hook_values_label
         || key.starts_with(module_global_from_prefix) || key == modules_directory_label
         || key.starts_with(values::module_hook_key_prefix) || key.starts_with(values::module_values_by_prefix)
         || key.starts_with(values::module_values_at_prefix);
}

/// The binding for which the hook had set values, according to the revision's label; empty: not known.
std::string binding_label_of(const release& last, std::string_view hook_label_key) {
  return last.label(values::binding_label_key_beside(hook_label_key)).value_or("");
}

bool is_binding_named(const values::hook_standing& x) {
  return x.has_set && x.bindings.contains(x.set_at) && x.bindings.size() > 1;
}

/// The labels of the revision for hooks that no longer have values that count.
std::vector<std::string> outdated_hook_labels(const release& last, const values::hook_standings& hooks) {
  std::set<std::string> counting;
  for (const auto& [hook, standing] : hooks)
    if (standing.has_set) {
      counting.insert(values::label_key_of(hook));
      if (is_binding_named(standing)) counting.insert(values::binding_label_key_of(hook));
    }
  const auto is_of_hook = [](const std::string& key) {
    return key.starts_with(values::module_values_by_prefix) || key.starts_with(values::module_values_at_prefix);
  };
  std::vector<std::string> outdated;
  for (const auto& [key, words] : last.labels)
    if (is_of_hook(key) && !counting.contains(key)) outdated.push_back(key);
  return outdated;
}

/// The labels of the revision for hooks that have run since, without setting values.
std::vector<std::string> given_up_hook_labels(const release& last, const values::hook_standings& hooks) {
  std::vector<std::string> given_up;
  if (!last.label(module_hook_values_label)) return given_up;
  for (const auto& [hook, standing] : hooks) {
    const auto key = values::label_key_of(hook);
    const auto binding = binding_label_of(last, key);
    if (standing.has_set || !standing.is_believed_at(binding) || !last.label(key)) continue;
    given_up.push_back(key);
    if (!binding.empty()) given_up.push_back(values::binding_label_key_of(hook));
  }
  return given_up;
}

std::map<std::string, std::string> labels_of(const values::value_standing& now) {
  std::map<std::string, std::string> labels{{std::string(module_values_from_label), values::label_of(now.present)},
                                            {std::string(module_hook_values_label), now.hook_values}};
  for (const auto& [hook, standing] : now.hooks) {
    if (standing.has_set) labels.emplace(values::label_key_of(hook), values::label_value_of(hook));
    if (is_binding_named(standing))
      labels.emplace(values::binding_label_key_of(hook), values::label_value_of_binding(standing.set_at));
  }
  return labels;
}

/// The hooks that will run and have not ended well yet, except hooks that run only after their module is
/// deleted.
std::vector<lost_hook> hooks_that_are_due(const values::hook_standings& hooks) {
  std::vector<lost_hook> due;
  for (const auto& [hook, standing] : hooks)
    if (standing.is_there && !standing.occasions.empty() && standing.occasions != "afterDeleteHelm"
        && !standing.is_believed())
      due.push_back({values::describe(hook), standing});
  return due;
}

bool has_source_wish(const release& last, const values::value_standing& now) {
  const auto before = values::read_value_sources(last.label(module_values_from_label).value_or(""));
  return std::any_of(before.begin(), before.end(), [&](values::value_source x) { return now.taken_away.contains(x); });
}

} // namespace

values::value_sources lost_sources(const release& last, const values::value_standing& now) {
  // A revision without the label (of the predecessor, or of an earlier version) may have had values from the
  // ConfigMap.
  const auto label = last.label(module_values_from_label);
  values::value_sources lost =
    label ? values::read_value_sources(*label) : values::value_sources{values::value_source::config_map};
  // A section of a user replaces a section of hooks, but a section of hooks does not replace a lost section
  // of a user.
  const auto is_replaced = [&](values::value_source x) {
    return (x == values::value_source::section_of_hooks && now.present.contains(values::value_source::section))
           || (x == values::value_source::global_of_hooks
               && now.present.contains(values::value_source::global_section));
  };
  std::erase_if(lost, [&](values::value_source x) {
    return now.present.contains(x) || now.taken_away.contains(x) || is_replaced(x);
  });
  return lost;
}

std::vector<lost_hook> lost_hooks(const release& last, const values::value_standing& now) {
  std::vector<lost_hook> lost;
  if (!names_hooks(last)) return hooks_that_are_due(now.hooks);
  if (!last.label(module_hook_values_label)) return lost; // a user has said that there is no hook to wait for
  std::map<std::string, values::hook_standings::const_pointer> known;
  for (const auto& x : now.hooks) known.emplace(values::label_key_of(x.first), &x);
  for (const auto& [key, words] : last.labels) {
    if (!key.starts_with(values::module_values_by_prefix)) continue;
    const auto hook = known.find(key);
    if (hook == known.end())
      lost.push_back({values::describe_hook_of_label(key, words, last.name), {}});
    else if (const auto& standing = hook->second->second; !standing.is_believed_at(binding_label_of(last, key)))
      lost.push_back({values::describe(hook->second->first), standing,
                      standing.is_believed() ? standing.awaited(binding_label_of(last, key)) : std::string()});
  }
  for (const auto& [hook, x] : now.hooks) {
    if (last.label(values::label_key_of(hook))) continue;
    if (x.has_set_in_doubt())
      lost.push_back({values::describe(hook), x});
    else if (!hook.module.empty() && x.is_there && x.doubts.contains("beforeHelm")) // may have made a backup
      lost.push_back({values::describe(hook) + std::string(before_helm), x});
  }
  return lost;
}

bool names_hooks(const release& last) {
  return last.label(module_hook_values_label) || last.label(module_values_from_label);
}

bool has_wish(const release& last, const values::value_standing& now) {
  return has_source_wish(last, now) || !given_up_key_labels(last, now.hook_keys).empty()
         || !given_up_hook_labels(last, now.hooks).empty();
}

std::map<std::string, std::string> value_labels(const std::optional<release>& last, const values::value_standing& now) {
  auto labels = labels_of(now);
  labels.merge(hook_key_labels(last ? &*last : nullptr, now.hook_keys));
  if (last)
    // Helm copies labels to the next revision, so an outdated label must be removed explicitly.
    for (const auto& key : outdated_hook_labels(*last, now.hooks)) labels.emplace(key, label_taken_away);
  return labels;
}

std::map<std::string, std::string> value_labels_due(const release& last, const values::value_standing& now) {
  auto due = labels_of(now);
  if (last.label(module_hook_values_label)) {
    due.clear();
    for (const auto& key : given_up_hook_labels(last, now.hooks)) due.emplace(key, "");
  } else {
    // The revision's labels about hooks are outdated.
    for (const auto& key : outdated_hook_labels(last, now.hooks)) due.emplace(key, "");
    due.erase(std::string(module_values_from_label));
  }
  if (!last.label(module_values_from_label) || has_source_wish(last, now))
    due.emplace(module_values_from_label, values::label_of(now.present));
  for (const auto& key : given_up_key_labels(last, now.hook_keys)) due.emplace(key, "");
  return due;
}

bool is_emptiness_meant(const release& last, const values::value_standing& now) {
  const auto before = last.label(module_hook_values_label);
  return now.is_edited || (before ? *before : std::string(values::no_hook_values)) != now.hook_values;
}

std::map<std::string, std::string> value_labels_of(const release& x) {
  auto labels = x.labels;
  std::erase_if(labels, [](const auto& label) { return !is_value_label(label.first); });
  return labels;
}

bool has_same_value_labels(const release& a, const release& b) {
  return value_labels_of(a) == value_labels_of(b);
}

std::string words_of_missing(const held_upgrade& x) {
  std::vector<std::string> named;
  for (const auto source : named_of(x)) {
    auto words = words_of(source, x).missing;
    if (!base::contains(named, words)) named.push_back(std::move(words));
  }
  for (const auto& global : x.globals) named.push_back(global.words);
  for (const auto& hook : x.hooks) named.push_back(describe(hook, x));
  const auto more = named.size() - std::min(named.size(), named_hooks_max);
  named.resize(named.size() - more);
  return fmt::format("{}{}", fmt::join(named, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

objection objection_to_loss(const held_upgrade& x) {
  std::vector<objection> all;
  const auto record = std::string(name(x.storage)) + " " + release_secret_name(x.release, x.revision);
  if (!x.lost.empty()) all.push_back(objection_to_sources(x));
  if (!x.globals.empty()) all.push_back(objection_to(x.globals, x.namespace_name, record));
  if (!x.blank.empty()) all.push_back(objection_to_blanks(x));
  if (!x.keys.empty()) all.push_back(objection_to(x.keys, x.release, x.namespace_name, record));
  if (!x.hooks.empty()) all.push_back(objection_to_hooks(x));
  if (!x.modules.empty()) all.push_back(objection_to(x.modules));
  if (!x.config_map_before.empty()) all.push_back(objection_to_config_map(x));
  if (all.empty()) return objection_to_emptiness(x);
  auto why = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) why.way_out += "; and " + describe(all[i]);
  return why;
}

objection objection_to(const held_upgrade& x) {
  auto why = objection_to_loss(x);
  std::string loss;
  if (!x.objects.empty()) loss = fmt::format("remove {} from the release", words_of_objects(x.objects));
  if (!x.exposed.empty())
    loss += fmt::format("{}take `helm.sh/resource-policy: keep` away from {}; the release", loss.empty() ? "" : " and ",
                        words_of_objects(x.exposed));
  why.reason = fmt::format("helm would {}{} stays as it is, revision {}: {}", loss, x.exposed.empty() ? ", which" : "",
                           x.revision, why.reason);
  return why;
}

} // namespace core::releases
