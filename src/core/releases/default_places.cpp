#include "core/releases/default_places.hpp"

#include "core/releases/digest_labels.hpp"

#include <algorithm>
#include <iterator>

namespace core::releases {

namespace {

constexpr std::string_view no_defaults = "none";

/// Calls `use` with the place of each value that is no object. An empty object has no such place.
template <class F>
void for_each_value(const text::json& x, text::json_pointer& at, F& use) {
  if (!x.is_object()) return use(at);
  for (const auto& [key, member] : x.as_object()) {
    at.tokens.push_back(key);
    for_each_value(member, at, use);
    at.tokens.pop_back();
  }
}

template <class F>
void for_each_value_of(const std::string& section, const text::json& values, F use) {
  const auto* found = values.find(section);
  if (found == nullptr || !found->is_object()) return;
  text::json_pointer at{{section}};
  for_each_value(*found, at, use);
}

/// True if a schema refers to another file: `$ref: common.yaml#/definitions/db`.
bool refers_to_file(std::string_view schema) {
  constexpr std::string_view word = "$ref";
  constexpr std::string_view between = " \t\r\n:\"'";
  for (auto at = schema.find(word); at != schema.npos; at = schema.find(word, at + 1)) {
    const auto target = schema.find_first_not_of(between, at + word.size());
    if (target != schema.npos && schema[target] != '#') return true;
  }
  return false;
}

bool is_in(const std::set<std::string>& hidden, const std::string& path) {
  const auto slash = path.find('/');
  return hidden.contains(path) || (slash != path.npos && hidden.contains(path.substr(0, slash)));
}

/// True if a values file has a value at the place.
bool is_in_files(const text::json& files, const text::json_pointer& place) {
  const auto* layers = files.find(place.tokens.front());
  if (layers == nullptr || !layers->is_array()) return false;
  const text::json_pointer inside{{place.tokens.begin() + 1, place.tokens.end()}};
  return std::any_of(layers->as_array().begin(), layers->as_array().end(),
                     [&](const auto& layer) { return text::find_at(layer, inside) != nullptr; });
}

bool is_missing(const text::json& values, const text::json_pointer& place) {
  const auto* at = &values;
  for (const auto& token : place.tokens) {
    if (!at->is_object()) return false;
    at = at->find(token);
    if (at == nullptr) return true;
  }
  return false;
}

} // namespace

bool are_defaults_beyond_record(const std::map<std::string, std::string>& schemas,
                                const std::set<std::string>& hidden) {
  return std::any_of(schemas.begin(), schemas.end(),
                     [&](const auto& x) { return is_in(hidden, x.first) || refers_to_file(x.second); });
}

std::vector<text::json_pointer> default_places(const sources_of_values& x) {
  std::vector<text::json_pointer> found;
  for_each_value_of(x.section, x.values, [&](const text::json_pointer& place) {
    const bool is_written = is_in_files(x.files, place) || text::find_at(x.config, place) != nullptr;
    const bool is_set = std::any_of(x.hooks.begin(), x.hooks.end(),
                                    [&](const auto& hook) { return hook.contains(place) || place.contains(hook); });
    if (!is_written && !is_set) found.push_back(place);
  });
  return found;
}

std::map<std::string, std::string> default_labels(const release* last,
                                                  const std::optional<std::vector<text::json_pointer>>& now) {
  std::vector<std::string> texts;
  if (now) std::transform(now->begin(), now->end(), std::back_inserter(texts), [](const auto& x) { return x.text(); });
  auto labels = digest_labels(module_defaults_prefix, texts);
  if (now && labels.empty()) labels.emplace(std::string(module_defaults_prefix) + "0", no_defaults);
  if (last != nullptr) remove_outdated(labels, *last, module_defaults_prefix, label_taken_away);
  return labels;
}

std::vector<text::json_pointer> lost_default_places(const release& last, const std::string& section,
                                                    const text::json& before, const text::json& now) {
  std::vector<text::json_pointer> lost;
  for_each_value_of(section, before, [&](const text::json_pointer& place) {
    if (is_missing(now, place) && has_digest(last, module_defaults_prefix, place.text())) lost.push_back(place);
  });
  return lost;
}

} // namespace core::releases
