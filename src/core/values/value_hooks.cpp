#include "core/values/value_hooks.hpp"

#include "text/plain/checksum.hpp"

#include <algorithm>

namespace core::values {

namespace {

constexpr std::string_view global_prefix = "global.";

constexpr std::size_t label_max = 63;
constexpr std::size_t digest_digits = 10;

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Makes a text fit as the value of a label; `otherwise` if no character of it is allowed in a label.
std::string label_value(std::string text, const char* otherwise) {
  for (auto& c : text)
    if (!is_alphanumeric(c) && c != '-' && c != '_' && c != '.') c = '_';
  // The end of a path identifies a hook better than its beginning.
  if (text.size() > label_max) text.erase(0, text.size() - label_max);
  const auto begin = std::find_if(text.begin(), text.end(), is_alphanumeric);
  const auto end = std::find_if(text.rbegin(), text.rend(), is_alphanumeric).base();
  return begin < end ? std::string(begin, end) : otherwise;
}

} // namespace

std::string describe(const value_hook& x) {
  return (x.module.empty() ? "global hook '" : "hook '") + x.name + "'";
}

std::string hook_standing::awaited(std::string_view label) const {
  if (label.empty() || has_set) return {};
  const auto at = std::find_if(bindings.begin(), bindings.end(),
                               [&](const std::string& name) { return label_value_of_binding(name) == label; });
  // A hook that does not have the binding any more can set these values in no run for it.
  if (at == bindings.end()) return bindings.empty() ? std::string() : std::string(label);
  return ended_at.contains(*at) ? std::string() : *at;
}

bool hook_standing::is_believed_at(std::string_view label) const {
  return is_believed() && awaited(label).empty();
}

void value_hooks::know(const std::string& module, const std::map<std::string, std::string>& occasions,
                       const std::map<std::string, std::set<std::string>>& bindings) {
  for (auto& [hook, standing] : hooks_)
    // A hook that is not known any more keeps its record: a revision may name it.
    if (hook.module == module) standing.is_there = false;
  for (const auto& [name, when] : occasions) {
    auto& standing = hooks_[{module, name}];
    standing.is_there = true;
    standing.occasions = when;
    const auto at = bindings.find(name);
    standing.bindings = at == bindings.end() ? std::set<std::string>() : at->second;
  }
}

void value_hooks::ended_well(const value_hook& x, const std::string& occasion) {
  auto& standing = hooks_[x];
  standing.has_ended = true;
  standing.has_failed = false;
  standing.doubts.erase(occasion);
  if (standing.bindings.contains(occasion)) standing.ended_at.insert(occasion);
}

void value_hooks::doubted(const value_hook& x, const std::string& occasion, const std::string& words) {
  hooks_[x].doubts[occasion] = words;
}

void value_hooks::failed(const value_hook& x) {
  auto& standing = hooks_[x];
  // If an earlier run has ended well, its values still count after a failed run.
  standing.has_failed = !standing.has_ended;
}

void value_hooks::set_values(const value_hook& x, const std::string& occasion) {
  ended_well(x, occasion);
  auto& standing = hooks_[x];
  standing.has_set = true;
  standing.set_at = occasion;
  standing.doubts.clear();
}

void value_hooks::forget_runs(const std::string& module) {
  for (auto& [hook, standing] : hooks_)
    if (hook.module == module) {
      standing.has_ended = standing.has_failed = standing.has_set = false;
      standing.doubts.clear();
      standing.ended_at.clear();
      standing.set_at.clear();
    }
}

bool value_hooks::is_settled(const value_hook& x) const {
  const auto known = hooks_.find(x);
  if (known == hooks_.end() || !known->second.is_believed()) return false;
  // A hook that has set no values must end well for each binding, because any of them may set values.
  return known->second.has_set || known->second.ended_at == known->second.bindings;
}

hook_standings value_hooks::standings(const std::string& module) const {
  hook_standings found;
  for (const auto& [hook, standing] : hooks_)
    // A global hook sets values of the section `global`, which every chart gets.
    if (hook.module.empty() || hook.module == module) found.emplace(hook, standing);
  return found;
}

bool has_one_ended(const hook_standings& before, const hook_standings& now) {
  return std::any_of(now.begin(), now.end(), [&](const auto& x) {
    const auto was = before.find(x.first);
    const auto& now_standing = x.second;
    const hook_standing unknown;
    const auto& was_standing = was == before.end() ? unknown : was->second;
    // Doubts with new words change the message of a held upgrade, so it must be decided again. Doubts with
    // the same words do not.
    if (!now_standing.doubts.empty()) return now_standing.doubts != was_standing.doubts;
    return now_standing.is_believed()
           && (!was_standing.is_believed() || now_standing.ended_at != was_standing.ended_at);
  });
}

std::string label_key_of(const value_hook& x) {
  // A path may be longer than the 63 characters of a label's key. So the key identifies the hook by a digest,
  // and the value names it for users.
  return std::string(module_values_by_prefix) + text::md5_hex(x.module + "\n" + x.name).substr(0, digest_digits);
}

std::string describe_hook_label(std::string_view value) {
  const bool is_global = value.starts_with(global_prefix);
  return describe(
    value_hook{is_global ? "" : "module", std::string(value.substr(is_global ? global_prefix.size() : 0))});
}

std::string label_value_of(const value_hook& x) {
  return label_value(x.module.empty() ? std::string(global_prefix) + x.name : x.name, "hook");
}

std::string binding_label_key_of(const value_hook& x) {
  return binding_label_key_beside(label_key_of(x));
}

std::string binding_label_key_beside(std::string_view hook_label_key) {
  return std::string(module_values_at_prefix) + std::string(hook_label_key.substr(module_values_by_prefix.size()));
}

std::string label_value_of_binding(std::string_view name) {
  return label_value(std::string(name), "binding");
}

} // namespace core::values
