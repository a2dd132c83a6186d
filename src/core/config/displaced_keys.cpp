#include "core/config/displaced_keys.hpp"

#include "base/excerpt.hpp"
#include "core/config/module_pause.hpp"
#include "core/values/names.hpp"

namespace core::config {

namespace {

bool is_true(const text::json& x) {
  return (x.is_bool() && x.as_bool()) || (x.is_string() && base::trimmed(x.as_string()) == "true");
}

bool pauses(const text::json& x) {
  const auto pause = read_pause(x.is_string() ? x.as_string() : "");
  return pause && *pause;
}

} // namespace

void displaced_keys::take_section(const std::string& key, const text::json& content,
                                  const std::set<std::string>& known) {
  if (!content.is_object()) return;
  const bool is_of_none = !known.contains(key);
  for (const auto& [name, value] : content.as_object()) {
    const auto place = key + "." + name;
    const bool is_meant = values::key_of_flag(name)          ? is_true(value)
                          : values::key_of_maintenance(name) ? pauses(value)
                                                             : is_of_none && value.is_object();
    if (known.contains(name) && is_meant) nested[name].insert(place);
    const auto flag = values::enabled_key(key);
    if (name == "enabled" && known.contains(flag) && is_true(value)) nested[flag].insert(place);
  }
}

bool displaced_keys::contains(const misspelt_key& slip) const {
  if (slip.kind == slip_kind::unusable) return unusable.contains(slip.written);
  if (slip.kind == slip_kind::flag_of_none) return flags_of_none.contains(slip.written);
  const auto at = nested.find(slip.meant);
  return slip.kind == slip_kind::nested && at != nested.end() && at->second.contains(slip.written);
}

std::vector<misspelt_key> displacements_of(const std::set<std::string>& missing, const displaced_keys& now) {
  std::vector<misspelt_key> found;
  for (const auto& meant : missing) {
    if (const auto at = now.nested.find(meant); at != now.nested.end())
      for (const auto& place : at->second) found.push_back({meant, place, slip_kind::nested});
    for (const auto& key : now.unusable) found.push_back({meant, key, slip_kind::unusable});
    if (!values::key_of_flag(meant)) continue;
    for (const auto& key : now.flags_of_none) found.push_back({meant, key, slip_kind::flag_of_none});
  }
  return found;
}

} // namespace core::config
