#include "core/values/enabled_flags.hpp"

#include <algorithm>

namespace core {

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

result<flag_order> parse_flag_order(std::string_view extenders) {
  flag_order order;
  while (!extenders.empty()) {
    const auto name = extenders.substr(0, extenders.find(','));
    extenders.remove_prefix(std::min(name.size() + 1, extenders.size()));
    if (name == "Static") {
      order.push_back(flag_source::common_values);
      order.push_back(flag_source::module_values);
    } else if (name == "DynamicallyEnabled") {
      order.push_back(flag_source::hook_patch);
    } else if (name == "KubeConfig") {
      order.push_back(flag_source::config_map);
    } else if (name != "ScriptEnabled") {
      return fail(error_code::invalid_input, "unknown module extender '" + std::string(name)
                                               + "': known are Static, DynamicallyEnabled, KubeConfig, ScriptEnabled");
    }
  }
  return order;
}

enabled_flag enabled_flags::flag(std::string_view key) const {
  for (auto source = order_.rbegin(); source != order_.rend(); ++source) {
    const auto& flags = layer(*source);
    if (const auto at = flags.find(key); at != flags.end()) return {.enabled = at->second, .source = *source};
  }
  return {};
}

std::set<std::string> enabled_flags::differences(const enabled_flags& a, const enabled_flags& b) {
  std::set<std::string> keys;
  for (const auto* flags : {&a, &b})
    for (const auto& layer : flags->layers_)
      for (const auto& [key, enabled] : layer) keys.insert(key);
  std::erase_if(keys, [&](const std::string& key) { return a.flag(key).enabled == b.flag(key).enabled; });
  return keys;
}

} // namespace core
