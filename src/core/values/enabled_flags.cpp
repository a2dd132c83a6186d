#include "core/values/enabled_flags.hpp"

#include "base/contains.hpp"

#include <algorithm>

namespace core::values {
namespace {

tl::unexpected<base::error> refuse(std::string message) {
  return base::fail(base::error_code::invalid_input, std::move(message));
}

/// The sources that an extender's name stands for; empty for an unknown name.
flag_order sources_of(std::string_view extender) {
  if (extender == "Static") return {flag_source::common_values, flag_source::module_values};
  if (extender == "DynamicallyEnabled") return {flag_source::hook_patch};
  if (extender == "KubeConfig") return {flag_source::config_map};
  return {};
}

} // namespace

const char* describe(flag_source source) noexcept {
  switch (source) {
    case flag_source::common_values: return "$MODULES_DIR/values.yaml";
    case flag_source::module_values: return "values.yaml of the module";
    case flag_source::hook_patch: return "values patch of a global hook";
    case flag_source::config_map: return "ConfigMap";
  }
  return "unknown";
}

flag_order default_flag_order() {
  return {flag_source::common_values, flag_source::module_values, flag_source::hook_patch, flag_source::config_map};
}

base::result<flag_order> parse_flag_order(std::string_view extenders) {
  constexpr std::string_view scripts = "ScriptEnabled";
  flag_order order;
  while (extenders != scripts) {
    const auto name = extenders.substr(0, extenders.find(','));
    extenders.remove_prefix(std::min(name.size() + 1, extenders.size()));
    const auto sources = sources_of(name);
    // The loop ends at a last `ScriptEnabled`, so here it comes too early or not at all.
    if (name == scripts || (name.empty() && extenders.empty()))
      return refuse("ScriptEnabled must be the last one: enabled scripts are asked after all flags");
    if (sources.empty())
      return refuse("unknown module extender '" + std::string(name)
                    + "': known are Static, DynamicallyEnabled, KubeConfig, ScriptEnabled");
    if (base::contains(order, sources.front()))
      return refuse("module extender '" + std::string(name) + "' is there twice");
    order.insert(order.end(), sources.begin(), sources.end());
  }
  return order;
}

enabled_flag enabled_flags::flag(std::string_view key) const {
  // The strongest source comes first. A source that does not set the flag is skipped; it does not count as
  // `false`.
  for (auto source = order_.rbegin(); source != order_.rend(); ++source) {
    const auto& flags = layer(*source);
    if (const auto at = flags.find(key); at != flags.end()) return {.enabled = at->second, .source = *source};
  }
  return {};
}

std::set<flag_source> enabled_flags::left_out(std::string_view key) const {
  std::set<flag_source> found;
  for (const auto source : default_flag_order()) {
    const auto at = layer(source).find(key);
    if (at != layer(source).end() && at->second && !base::contains(order_, source)) found.insert(source);
  }
  return found;
}

bool enabled_flags::is_above_files(flag_source source) const {
  // While values files cannot be read, a flag of this source is certain only if no file could override it.
  const auto at = std::find(order_.begin(), order_.end(), source);
  return std::none_of(at, order_.end(),
                      [](flag_source x) { return x == flag_source::common_values || x == flag_source::module_values; });
}

std::set<std::string> enabled_flags::differences(const enabled_flags& a, const enabled_flags& b) {
  std::set<std::string> keys;
  for (const auto* flags : {&a, &b})
    for (const auto& layer : flags->layers_)
      for (const auto& [key, enabled] : layer) keys.insert(key);
  std::erase_if(keys, [&](const std::string& key) { return a.flag(key).enabled == b.flag(key).enabled; });
  return keys;
}

std::map<std::string, flag_source> enabled_flags::moved(const enabled_flags& a, const enabled_flags& b) {
  std::map<std::string, flag_source> found;
  for (const auto& layer : b.layers_)
    for (const auto& [key, ignored] : layer) {
      const auto before = a.flag(key);
      const auto now = b.flag(key);
      // The module runs on, but its release must name the source that wants it now.
      if (before.enabled && now.enabled && before.source != now.source) found.emplace(key, *now.source);
    }
  return found;
}

} // namespace core::values
