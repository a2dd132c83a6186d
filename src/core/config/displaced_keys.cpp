#include "core/config/displaced_keys.hpp"

#include "base/excerpt.hpp"
#include "core/config/module_pause.hpp"
#include "core/values/names.hpp"
#include "text/yaml/yaml.hpp"

#include <algorithm>

namespace core::config {

namespace {

bool is_true(const text::json& x) {
  return (x.is_bool() && x.as_bool()) || (x.is_string() && base::trimmed(x.as_string()) == "true");
}

bool pauses(const text::json& x) {
  const auto pause = read_pause(x.is_string() ? x.as_string() : "");
  return pause && *pause;
}

/// True for a map, and for a text of a map: `web: |` that has slid into another section.
bool is_content_of_section(const text::json& x) {
  if (!x.is_string()) return x.is_object();
  const auto parsed = text::parse_yaml(x.as_string());
  return parsed && parsed->is_object();
}

/// Members of `global` may have any name, also the name of a section.
/// @param section that has the known key `name`
bool is_meant_as_key(const std::string& section, const std::string& name, const text::json& value) {
  if (values::key_of_flag(name)) return is_true(value);
  return values::key_of_maintenance(name) ? pauses(value)
                                          : section != values::global_key && is_content_of_section(value);
}

/// The key of a comment line: `# dbEnabled: "true"` has `dbEnabled`; empty for any other line.
std::string_view key_of_comment(std::string_view line) {
  line = base::trimmed(line);
  if (!line.starts_with('#')) return {};
  line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
  const auto end = line.find(':');
  return end == line.npos ? std::string_view() : base::trimmed(line.substr(0, end));
}

/// @param places of known keys
bool has_place(const std::map<std::string, std::set<std::string>>& places, const misspelt_key& slip) {
  const auto at = places.find(slip.meant);
  return at != places.end() && at->second.contains(slip.written);
}

} // namespace

void displaced_keys::take_section(const std::string& key, const text::json& content,
                                  const std::set<std::string>& known) {
  if (!content.is_object()) return;
  for (const auto& [name, value] : content.as_object()) {
    const auto place = key + "." + name;
    if (known.contains(name) && name != key && is_meant_as_key(key, name, value)) nested[name].insert(place);
    const auto flag = values::enabled_key(key);
    if (name == "enabled" && known.contains(flag) && is_true(value)) nested[flag].insert(place);
  }
}

void displaced_keys::take_comments(const std::string& key, std::string_view text, const std::set<std::string>& known) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string name(key_of_comment(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (name != key && known.contains(name)) commented[name].insert(key + ": # " + name);
  }
}

bool displaced_keys::contains(const misspelt_key& slip) const {
  if (slip.kind == slip_kind::unusable) return unusable.contains(slip.written);
  if (slip.kind == slip_kind::flag_of_none) return flags_of_none.contains(slip.written);
  if (slip.kind == slip_kind::commented) return has_place(commented, slip);
  return slip.kind == slip_kind::nested && has_place(nested, slip);
}

std::vector<misspelt_key> displacements_of(const std::set<std::string>& missing, const displaced_keys& now) {
  std::vector<misspelt_key> found;
  for (const auto& meant : missing) {
    if (const auto at = now.nested.find(meant); at != now.nested.end())
      for (const auto& place : at->second) found.push_back({meant, place, slip_kind::nested});
    if (const auto at = now.commented.find(meant); at != now.commented.end())
      for (const auto& place : at->second) found.push_back({meant, place, slip_kind::commented});
    for (const auto& key : now.unusable) found.push_back({meant, key, slip_kind::unusable});
    if (!values::key_of_flag(meant)) continue;
    for (const auto& key : now.flags_of_none) found.push_back({meant, key, slip_kind::flag_of_none});
  }
  return found;
}

} // namespace core::config
