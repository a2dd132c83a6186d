#include "core/hooks/batch_config.hpp"

#include "text/json/json.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace core::hooks {

namespace {

/// Removes members that are null or become empty, because the library writes all fields of its structs.
text::json without_empty(const text::json& x) {
  if (!x.is_object()) return x;
  text::json::object_type kept;
  for (const auto& [name, member] : x.as_object()) {
    auto value = without_empty(member);
    const bool is_empty = value.is_null() || value == text::json::object() || value == text::json(std::string());
    if (!is_empty) kept.emplace_back(name, std::move(value));
  }
  return text::json::object(std::move(kept));
}

text::json moved(const text::json& x, std::string_view from, std::string_view to) {
  const auto* member = x.find(from);
  return member == nullptr ? x : x.without(from).with(to, *member);
}

/// A duration is a number of nanoseconds; 0 means no duration.
text::json settings_of(const text::json& x) {
  const auto* interval = x.find("executionMinInterval");
  const auto nanoseconds = interval == nullptr ? std::nullopt : interval->as_int();
  if (interval != nullptr && !nanoseconds) return x;
  if (!nanoseconds || *nanoseconds == 0) return text::json::object();
  const auto* burst = x.find("executionBurst");
  return text::json::object({{"executionMinInterval", std::to_string(*nanoseconds) + "ns"},
                             {"executionBurst", burst == nullptr || *burst == text::json(0) ? text::json(1) : *burst}});
}

/// The group `main` makes every run show the snapshots of all bindings: module-sdk looks for objects only
/// there.
text::json schedule_of(const text::json& x) {
  return x.with("group", "main");
}

text::json kubernetes_of(const text::json& x) {
  auto binding = x.with("group", "main");
  if (x.find("keepFullObjectsInMemory") == nullptr) binding = binding.with("keepFullObjectsInMemory", false);
  if (const auto* on_events = x.find("executeHookOnEvent"); on_events != nullptr && on_events->is_bool())
    binding = on_events->as_bool() ? binding.without("executeHookOnEvent")
                                   : binding.with("executeHookOnEvent", text::json::array());
  return binding;
}

text::json bindings_of(const text::json& list, text::json (*convert)(const text::json&)) {
  if (!list.is_array()) return list;
  text::json::array_type bindings;
  for (const auto& x : list.as_array()) bindings.push_back(convert(without_empty(x)));
  return text::json::array(std::move(bindings));
}

/// Converts a configuration of module-sdk into the form that a hook prints.
text::json plain_config(const text::json& config, hook_owner owner) {
  auto plain = without_empty(config);
  const auto known = plain;
  // Only a binding can allow failures, as with flant/addon-operator; `allowFailure` of the hook is dropped.
  plain = plain.without("metadata").without("logLevel").without("allowFailure").with("configVersion", "v1");
  if (const auto* settings = known.find("settings")) {
    const auto read = settings_of(*settings);
    plain = read == text::json::object() ? plain.without("settings") : plain.with("settings", read);
  }
  if (const auto* list = known.find("kubernetes")) plain = plain.with("kubernetes", bindings_of(*list, kubernetes_of));
  if (const auto* list = known.find("schedule")) plain = plain.with("schedule", bindings_of(*list, schedule_of));
  if (owner == hook_owner::global) plain = moved(moved(plain, "beforeHelm", "beforeAll"), "afterHelm", "afterAll");
  return plain;
}

/// The hook's name in `metadata`, else the key of its configuration.
std::string name_of(const text::json& config, const std::string& key) {
  const auto* metadata = config.find("metadata");
  auto name = metadata == nullptr ? std::string() : metadata->string_at("name").value_or("");
  return name.empty() ? key : name;
}

const text::json* hooks_of(const text::json& document) {
  return document.is_array() ? &document : document.find("hooks");
}

/// Calls `take(configuration, key)` for each hook; in a list the key is the hook's number.
template <class Take>
void for_each_config(const text::json& document, const Take& take) {
  const auto* hooks = hooks_of(document);
  if (hooks == nullptr) return;
  if (hooks->is_array())
    for (std::size_t i = 0; i < hooks->as_array().size(); ++i) take(hooks->as_array()[i], std::to_string(i));
  if (hooks->is_object())
    for (const auto& [key, config] : hooks->as_object()) take(config, key);
}

/// Reads all configurations of a program.
class batch_reader {
public:
  batch_reader(hook_owner owner, const base::time_zone_source& zones) : owner_(owner), zones_(zones) {}

  void read(const text::json& config, const std::string& key) { read(config, key, {"hook", "run", key}); }

  void read(const text::json& config, const std::string& key, std::vector<std::string> arguments) {
    auto name = name_of(config, key);
    const auto& printed = config.is_object() ? plain_config(config, owner_) : config;
    auto hook = parse_hook_config(printed.dump(), owner_, zones_);
    if (!hook) {
      all_.faults += (all_.faults.empty() ? "" : "; ") + ("hook '" + name + "': ") + hook.error().message;
      return;
    }
    hook->name = std::move(name);
    hook->arguments = std::move(arguments);
    all_.hooks.push_back(std::move(*hook));
  }

  [[nodiscard]] batch_hooks finish() { return std::move(all_); }

private:
  hook_owner owner_;
  const base::time_zone_source& zones_;
  batch_hooks all_;
};

} // namespace

bool is_batch_config(std::string_view text) {
  const auto document = text::parse_json(text);
  return document
         && (document->is_array() || document->find("hooks") != nullptr || document->find("readiness") != nullptr);
}

bool has_settings_check(std::string_view batch_config) {
  const auto document = text::parse_json(batch_config);
  const auto* has = document ? document->find("has_settings_check") : nullptr;
  return has != nullptr && *has == text::json(true);
}

std::vector<std::string> hooks_with_early_schedules(std::string_view batch_config) {
  std::vector<std::string> names;
  const auto document = text::parse_json(batch_config);
  const auto look_at = [&names](const text::json& config, const std::string& key) {
    const auto* settings = config.find("settings");
    const auto* asked = settings == nullptr ? nullptr : settings->find("enableSchedulesOnStartup");
    if (asked != nullptr && *asked == text::json(true)) names.push_back(name_of(config, key));
  };
  if (document) for_each_config(*document, look_at);
  return names;
}

base::result<batch_hooks> parse_batch_config(std::string_view text, hook_owner owner,
                                             const base::time_zone_source& zones) {
  const auto document = text::parse_json(text);
  if (!document) return tl::unexpected(document.error());
  const auto* readiness = document->find("readiness");
  if (hooks_of(*document) == nullptr && readiness == nullptr)
    return base::fail(base::error_code::invalid_input,
                      "no configurations of hooks: expected a list, or an object with 'hooks'");
  batch_reader reader(owner, zones);
  for_each_config(*document, [&reader](const text::json& config, const std::string& key) { reader.read(config, key); });
  if (readiness != nullptr && readiness->is_object()) reader.read(*readiness, "readiness", {"hook", "ready"});
  return reader.finish();
}

} // namespace core::hooks
