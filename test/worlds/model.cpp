#include "worlds/model.hpp"

#include "text/yaml/yaml.hpp"
#include "worlds/stamps.hpp"

#include <algorithm>
#include <cstdlib>

namespace worlds {

namespace {

std::string name_of(const text::json& object) {
  return object.find("metadata")->string_at("name").value_or("");
}

std::string text_at(const text::json& x, std::string_view key, const std::string& otherwise) {
  const auto* found = x.find(key);
  if (found == nullptr) return otherwise;
  return found->is_string() ? found->as_string() : found->dump();
}

bool has_label(const text::json& object, std::string_view label, const std::string& value) {
  const auto* labels = object.find("metadata")->find("labels");
  return labels != nullptr && labels->string_at(label) == value;
}

void add_items(const simulation::fake_api_server& api, const std::string& in, const std::string& module, text_map& to) {
  if (!api.serves("Widget")) return;
  for (const auto& object : api.objects("Widget", in))
    if (has_label(object, "module", module)) to[name_of(object)] = text_at(*object.find("spec"), "payload", "");
}

} // namespace

std::string joined(const text_map& x) {
  std::string text;
  for (const auto& [name, value] : x) text += (text.empty() ? "" : ",") + name + "=" + value;
  return text;
}

text_map items_of(const simulation::fake_api_server& api, const std::string& module) {
  text_map found;
  add_items(api, apps_namespace, module, found);
  return found;
}

text_map items_of_joined(const simulation::fake_api_server& api, const std::string& module) {
  text_map found;
  for (const auto& object : api.objects("Namespace"))
    if (has_label(object, "joins", "yes")) add_items(api, name_of(object), module, found);
  return found;
}

std::string kind_of_things(const std::string& module) {
  auto kind = module + "Thing";
  kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
  return kind;
}

text_map things_of(const simulation::fake_api_server& api, const std::string& module) {
  text_map found;
  if (!api.serves(kind_of_things(module))) return found;
  for (const auto& object : api.objects(kind_of_things(module), apps_namespace))
    found[name_of(object)] = text_at(*object.find("spec"), "payload", "");
  return found;
}

text_map nodes_of(const simulation::fake_api_server& api) {
  text_map found;
  for (const auto& object : api.objects("Node")) found[name_of(object)] = "";
  return found;
}

text::json config_section(const simulation::fake_api_server& api, const std::string& key) {
  const auto object = api.object("ConfigMap", operator_namespace, operator_config);
  return object ? config_section(*object, key) : text::json();
}

text::json config_section(const text::json& config_map, const std::string& key) {
  const auto* data = config_map.find("data");
  const auto text = data == nullptr ? std::nullopt : data->string_at(key);
  if (!text) return {};
  const auto section = text::parse_yaml(*text);
  return section ? *section : text::json();
}

bool script_says(const module_plan& x, const std::string& gate, const std::string& replicas) {
  if (x.gate && gate != "true") return false;
  return !x.picky || std::strtol(replicas.c_str(), nullptr, 10) < 6;
}

bool is_flagged(const plan& world, const module_plan& x, const simulation::fake_api_server& api) {
  if (const auto flag = config_section(api, x.name + "Enabled"); flag.is_bool()) return flag.as_bool();
  // The global hook enables the last module when there are two nodes.
  if (world.nodes_hook && x.name == world.modules.back().name) return nodes_of(api).size() >= 2;
  return x.enabled;
}

wanted_end wanted_of(const plan& world, const simulation::fake_api_server& api) {
  wanted_end end;
  const auto nodes = nodes_of(api);
  const auto gate = text_at(config_section(api, "global"), "gate", "true");
  for (const auto& x : world.modules) {
    const auto replicas = text_at(config_section(api, x.name), "replicas", "1");
    if (!is_flagged(world, x, api) || !script_says(x, gate, replicas)) continue;
    end.enabled.insert(x.name);
    const auto items = x.items ? joined(items_of(api, x.name)) : "none";
    if (x.chart)
      end.charts[x.name] = {{"replicas", replicas},
                            {"items", items},
                            {"count", x.counts ? std::to_string(items_of(api, x.name).size()) : "0"},
                            {"ordered", x.orders ? joined(items_of(api, x.name)) : "none"},
                            {"things", x.defines ? joined(things_of(api, x.name)) : "none"},
                            {"joined", x.joins ? joined(items_of_joined(api, x.name)) : "none"},
                            {"nodes", world.nodes_hook ? std::to_string(nodes.size()) : "0"},
                            {"starts", x.items ? "[1]" : "[]"},
                            {"stamp", x.writes_config ? stamp_of(world, replicas) : "none"}};
    if (x.chart && config_section(api, x.name).find("extra") != nullptr) end.extras.insert(x.name);
    if (x.makes_object) end.made[x.name + "-made"] = {{"items", items}};
    if (x.orders) end.made[x.name + "-ordered"] = {{"items", joined(items_of(api, x.name))}};
  }
  return end;
}

void past_of_objects::note(const std::string& place, const text_map& state) {
  auto& states = states_[place];
  if (states.empty() || states.back() != state) states.push_back(state);
}

std::optional<std::size_t> past_of_objects::find(const std::string& place, const text_map& state,
                                                 std::size_t from) const {
  const auto known = states_.find(place);
  if (known == states_.end()) return std::nullopt;
  const auto& states = known->second;
  for (auto i = from; i < states.size(); ++i)
    if (states[i] == state) return i;
  return std::nullopt;
}

std::size_t past_of_objects::moments(const std::string& place) const {
  const auto known = states_.find(place);
  return known == states_.end() ? 0 : known->second.size();
}

bool past_of_objects::has_vanished(const std::string& place, const std::string& name,
                                   const std::string& payload) const {
  const auto known = states_.find(place);
  if (known == states_.end()) return false;
  bool had_payload = false;
  for (const auto& state : known->second) {
    const auto at = state.find(name);
    if (had_payload && at == state.end()) return true;
    had_payload = had_payload || (at != state.end() && at->second == payload);
  }
  return false;
}

} // namespace worlds
