#include "core/values/values_book.hpp"

#include "core/text/yaml_writer.hpp"
#include "core/values/names.hpp"
#include "core/values/value_origin.hpp"

#include <algorithm>
#include <utility>

namespace core {
namespace {

/// @param rules one of the schemas in `layers`, which have made the values
result<void> check(const std::optional<schema>& rules, const json& values, const section_layers& layers,
                   const std::string& key, const std::string& context,
                   const std::optional<json>& accepted = std::nullopt) {
  if (!rules) return {};
  const auto violations = rules->validate(values, key, accepted ? &*accepted : nullptr);
  if (violations.empty()) return {};
  return fail(error_code::invalid_input, context + ": " + describe(violations, layers, json::object({{key, values}})));
}

/// Works out the values anew after a change of the configuration, which the schema must accept. An empty section is
/// accepted as it is: nobody has written it.
/// @param patched_by what a config patch that is being checked has set. Values patches lie above what is checked here.
result<void> reconfigure(section_record& section, const std::string& key, const std::string& context,
                         std::map<json_pointer, patch_source> patched_by = {}) {
  if (config_values(section.layers) != json::object()) {
    auto layers = section.layers;
    layers.patched_by = std::move(patched_by);
    if (auto checked = check(layers.schemas.config, unpatched_values(layers), layers, key, context); !checked)
      return checked;
  }
  section.base = base_values(section.layers);
  section.values = merged_values(section.layers, section.base, key);
  return {};
}

/// What a ConfigMap can not hold fails before anything of the run is applied, not when it is written. What the other
/// sections take may change until then.
result<void> check_size(const config_write& write) {
  if (write.yaml.size() <= config_map_bytes_max) return {};
  return fail(error_code::invalid_input, "section '" + write.key + "' would have " + std::to_string(write.yaml.size())
                                           + " bytes; a ConfigMap holds " + std::to_string(config_map_bytes_max)
                                           + " in all: store less, or keep it in a values patch");
}

/// The section in a document after a patch.
result<json> section_of(const json& document, const std::string& key) {
  const auto* section = document.find(key);
  const bool fits = section && (section->is_object() || (section->is_array() && key != global_key));
  if (!fits) return fail(error_code::invalid_input, "the patch leaves no map at '/" + key + "'");
  return *section;
}

result<void> apply_to_config(prepared_commit& commit, const std::string& key) {
  if (commit.config_patch.section.empty()) return {};
  auto& layers = commit.after.layers;
  auto in_config_map = layers.config;
  const auto before = config_values(layers);
  const auto document = apply_json_patch(json::object({{key, before}}), commit.config_patch.section);
  if (!document) return fail("config values patch", document.error());
  const auto section = section_of(*document, key);
  if (!section) return fail("config values patch", section.error());
  if (*section == before) return {};
  layers.config = *section;
  // For messages of this check only: once it is in the ConfigMap, that is where it comes from.
  section_layers patched;
  note_patch(patched, json::object({{key, before}}), commit.config_patch.section, commit.hook);
  if (auto done = reconfigure(commit.after, key, "config values patch: config values", std::move(patched.patched_by));
      !done)
    return done;
  commit.write = config_write{.key = key, .yaml = write_yaml(*section), .before = std::move(in_config_map)};
  if (auto fits = check_size(*commit.write); !fits) return fail("config values patch", fits.error());
  return {};
}

result<void> apply_to_values(prepared_commit& commit, const std::string& key) {
  if (commit.values_patch.section.empty()) return {};
  auto& layers = commit.after.layers;
  const json document = json::object({{key, commit.after.values}});
  auto applied = layers.effects.apply(document, commit.values_patch.section);
  if (!applied) return fail("cannot apply values patch for '" + key + "' values", applied.error());
  const auto section = section_of(applied->document, key);
  if (!section) return fail("values patch", section.error());
  // What the effects would make of the base, without doing it.
  commit.after.values = *section;
  layers.effects = std::move(applied->effects);
  note_patch(layers, document, commit.values_patch.section, commit.hook);
  auto& after = commit.after;
  if (auto checked = check(layers.schemas.values, after.values, layers, key, "values patch: values", after.accepted);
      !checked)
    return checked;
  after.accepted = after.values;
  return {};
}

result<void> apply_to_flags(flag_layer& flags, const json_patch& patch) {
  if (patch.empty()) return {};
  json document = json::object();
  for (const auto& [key, enabled] : flags) document = document.with(enabled_key(key), json(enabled));
  const auto changed = apply_json_patch(document, patch);
  if (!changed) return fail("values patch", changed.error());
  flags.clear();
  for (const auto& [key, value] : changed->as_object()) flags[*key_of_flag(key)] = value.as_bool();
  return {};
}

/// Two contents of a section, null being none.
bool same_content(const json* a, const json* b) {
  return a && b ? *a == *b : a == b;
}

} // namespace

values_book::values_book(flag_order order)
  : flags_(std::make_shared<const enabled_flags>(std::move(order))), state_(std::make_shared<values_state>()) {}

void values_book::load(static_values files) {
  std::set<std::string> loaded;
  for (auto& [key, from] : files.sections) {
    auto& section = sections_[key];
    section.layers.statics = std::move(from.layers);
    section.layers.files = std::move(from.files);
    section.layers.schemas = std::move(from.schemas);
    section.base = base_values(section.layers);
    section.values = merged_values(section.layers, section.base, key);
    loaded.insert(key);
  }
  replace_flags(flag_source::common_values, std::move(files.common_flags));
  replace_flags(flag_source::module_values, std::move(files.module_flags));
  file_errors_ = std::move(files.errors);
  publish(loaded, 0);
}

void values_book::replace_flags(flag_source source, flag_layer flags) {
  if (flags == flags_->layer(source)) return;
  auto changed = *flags_;
  changed.replace_layer(source, std::move(flags));
  flags_ = std::make_shared<const enabled_flags>(std::move(changed));
}

values_change values_book::apply_configuration(const configuration& config, std::uint64_t cause) {
  const auto before = problems();
  std::map<std::string, section_problem, std::less<>> found;
  const auto note = [&](const std::string& section, const std::string& message, problem_source source) {
    auto& problem = found.try_emplace(section, section_problem{.section = section, .source = source}).first->second;
    problem.message += (problem.message.empty() ? "" : "; ") + message;
  };
  std::set<std::string> unreadable;
  for (const auto& x : config.errors) {
    note(x.section, x.reason, problem_source::config_map);
    if (x.key == x.section) unreadable.insert(x.section);
  }
  std::set<std::string> touched;
  for (auto& [key, section] : sections_) {
    const auto* content = config.section(key);
    if (!content && unreadable.contains(key)) continue;
    if (!received_ || !same_content(received_->section(key), content)) {
      configure(key, section, content);
      touched.insert(key);
    }
    // What the schema has refused before is gone from a section that can not be read now.
    const auto reason = refused_.find(key);
    if (reason != refused_.end() && !unreadable.contains(key)) note(key, reason->second, problem_source::config_map);
  }
  take_problems(std::move(found));
  received_ = config;
  replace_flags(flag_source::config_map, config.flags);
  auto change = publish(touched, cause);
  const auto after = problems();
  change.errors = after != before;
  change.unblocked = std::any_of(before.begin(), before.end(), [&](const section_problem& x) {
    return x.blocks && std::none_of(after.begin(), after.end(), [&](const section_problem& y) {
             return y.blocks && y.section == x.section;
           });
  });
  return change;
}

values_change values_book::apply_section(const std::string& key, const json* content, std::uint64_t cause) {
  // It is compared with what is in use: commits may have changed that since the configuration before.
  if (const auto at = sections_.find(key); received_ && at != sections_.end() && !refused_.contains(key)) {
    const auto& used = at->second.layers.config;
    received_->set_section(key, used ? &*used : nullptr);
  }
  auto config = received_.value_or(configuration{});
  config.set_section(key, content);
  return apply_configuration(config, cause);
}

std::optional<std::string> values_book::refused(const std::string& key) const {
  const auto at = refused_.find(key);
  return at == refused_.end() ? std::nullopt : std::optional(at->second);
}

void values_book::configure(const std::string& key, section_record& section, const json* content) {
  auto changed = section;
  changed.layers.config = content ? std::optional(*content) : std::nullopt;
  refused_.erase(key);
  const std::string place = content ? "ConfigMap: " : "";
  if (auto done = reconfigure(changed, key, place + "section '" + key + "'"); !done)
    refused_[key] = done.error().message;
  else
    section = std::move(changed);
}

void values_book::take_problems(std::map<std::string, section_problem, std::less<>> found) {
  for (auto& [key, problem] : found) {
    const auto known = config_problems_.find(key);
    problem.is_used = sections_.contains(key);
    // At the start there is nothing valid to go on with; later there is, until it is repaired. A section without a module
    // holds up nobody.
    problem.blocks = problem.is_used && (!received_ || (known != config_problems_.end() && known->second.blocks));
  }
  config_problems_ = std::move(found);
}

result<prepared_commit> values_book::prepare_hook_commit(const values_owner& owner, std::string_view values_patch_text,
                                                         std::string_view config_patch_text, std::string hook) const {
  auto values_patch = parse_json_patch(values_patch_text);
  if (!values_patch) return fail("values patch", values_patch.error());
  auto config_patch = parse_json_patch(config_patch_text);
  if (!config_patch) return fail("config values patch", config_patch.error());
  return prepare_hook_commit(owner, std::move(*values_patch), std::move(*config_patch), std::move(hook));
}

result<prepared_commit> values_book::prepare_hook_commit(const values_owner& owner, json_patch values_patch,
                                                         json_patch config_patch, std::string hook) const {
  auto values = split_by_rules(owner, std::move(values_patch));
  if (!values) return fail("values patch", values.error());
  auto config = split_by_rules(owner, std::move(config_patch));
  if (!config) return fail("config values patch", config.error());
  return prepare(owner, std::move(*values), std::move(*config), std::move(hook));
}

result<prepared_commit> values_book::prepare(const values_owner& owner, split_patch values, split_patch config,
                                             std::string hook) const {
  const auto key = owner.key();
  const auto known = sections_.find(key);
  prepared_commit commit{.owner = owner,
                         .hook = std::move(hook),
                         .values_patch = std::move(values),
                         .config_patch = std::move(config),
                         .after = known == sections_.end() ? section_record{} : known->second,
                         .hook_flags = flags_->layer(flag_source::hook_patch),
                         .write = std::nullopt};
  if (auto done = apply_to_config(commit, key); !done) return tl::unexpected(done.error());
  if (auto done = apply_to_values(commit, key); !done) return tl::unexpected(done.error());
  // Flags are kept in memory only, whichever of the two patches sets them.
  for (const auto* patch : {&commit.config_patch.flags, &commit.values_patch.flags})
    if (auto done = apply_to_flags(commit.hook_flags, *patch); !done) return tl::unexpected(done.error());
  return commit;
}

result<values_change> values_book::commit(prepared_commit prepared, std::uint64_t cause) {
  if (prepared.empty()) return values_change{.revision = state_->revision(), .cause = cause};
  const auto key = prepared.owner.key();
  if (const auto known = sections_.find(key);
      known != sections_.end() && known->second.revision != prepared.after.revision) {
    auto again = prepare(prepared.owner, std::move(prepared.values_patch), std::move(prepared.config_patch),
                         std::move(prepared.hook));
    if (!again) return fail("the values have changed since the hook was started", again.error());
    prepared = std::move(*again);
  }
  for (auto& [place, source] : prepared.after.layers.patched_by)
    if (source.revision == 0) source.revision = state_->revision() + 1;
  sections_[key] = std::move(prepared.after);
  std::set<std::string> flags_without_module;
  for (const auto& [module_key, enabled] : prepared.hook_flags)
    if (!sections_.contains(module_key) && !flags_->layer(flag_source::hook_patch).contains(module_key))
      flags_without_module.insert(enabled_key(module_key));
  replace_flags(flag_source::hook_patch, std::move(prepared.hook_flags));
  auto change = publish({key}, cause);
  change.write = std::move(prepared.write);
  change.flags_without_module = std::move(flags_without_module);
  return change;
}

values_change values_book::drop_module_patches(const std::string& module, std::uint64_t cause) {
  const auto key = to_camel(module);
  const auto at = sections_.find(key);
  if (at == sections_.end()) return publish({}, cause);
  at->second.layers.effects = {};
  at->second.layers.patched_by.clear();
  at->second.values = at->second.base;
  return publish({key}, cause);
}

result<std::string> values_book::helm_values(const std::string& module,
                                             const std::vector<std::string>& enabled_modules) const {
  const values_owner owner{module};
  std::string wrong;
  for (const auto& key : {std::string(global_key), owner.key()}) {
    const auto at = sections_.find(key);
    if (at == sections_.end() || !at->second.layers.schemas.helm) continue;
    const auto& layers = at->second.layers;
    const auto& values = at->second.values;
    const auto text = describe(layers.schemas.helm->validate(values, key), layers, json::object({{key, values}}));
    if (!text.empty()) wrong += (wrong.empty() ? "" : "; ") + text;
  }
  if (!wrong.empty()) return fail(error_code::invalid_input, "module '" + module + "': check helm values: " + wrong);
  return state_->hook_files(owner, enabled_modules).values.text();
}

json_patch values_book::patch(const values_owner& owner) const {
  const auto section = sections_.find(owner.key());
  auto patch = section == sections_.end() ? json_patch{} : section->second.layers.effects.operations();
  if (!owner.is_global()) return patch;
  for (const auto& [key, enabled] : flags_->layer(flag_source::hook_patch))
    patch.push_back(
      {.op = patch_operation::kind::add, .path = {{enabled_key(key)}}, .from = {}, .value = json(enabled)});
  return patch;
}

std::vector<section_problem> values_book::problems() const {
  std::vector<section_problem> all;
  for (const auto& [key, message] : file_errors_)
    all.push_back({.section = key, .message = message, .blocks = true, .source = problem_source::files});
  for (const auto& [key, problem] : config_problems_) all.push_back(problem);
  return all;
}

bool values_book::is_invalid(problem_source source) const {
  const auto all = problems();
  return std::any_of(all.begin(), all.end(), [&](const section_problem& x) { return x.source == source; });
}

std::optional<std::string> values_book::blocked(std::string_view module) const {
  const auto key = to_camel(module);
  for (const auto& problem : problems())
    if (problem.blocks && (problem.section == global_key || problem.section == key)) return problem.message;
  return std::nullopt;
}

std::optional<bool> values_book::decided_flag(std::string_view module) const {
  const auto found = flag(module);
  if (found.enabled || !blocked(module)) return found.enabled;
  // These are read, whatever is wrong with files and sections.
  const bool is_sure = found.source == flag_source::hook_patch || found.source == flag_source::config_map;
  return is_sure ? std::optional(false) : std::nullopt;
}

values_change values_book::publish(const std::set<std::string>& touched, std::uint64_t cause) {
  const auto before = state_;
  values_change change{.revision = before->revision() + 1, .cause = cause};
  auto sections = before->sections();
  for (const auto& key : touched) {
    auto& section = sections_[key];
    section.revision = change.revision;
    auto now = std::make_shared<const values_state::section>(values_state::section{
      .config = config_values(section.layers), .values = section.values, .schemas = section.layers.schemas});
    const auto& was = std::exchange(sections[key], now);
    if (was ? was->values == now->values && was->config == now->config
            : now->values == json::object() && now->config == json::object())
      continue;
    if (key == global_key)
      change.global = true;
    else
      change.modules.insert(to_kebab(key));
  }
  state_ = std::make_shared<values_state>(change.revision, std::move(sections), flags_);
  if (&before->flags() == flags_.get()) return change;
  for (const auto& key : enabled_flags::differences(before->flags(), *flags_))
    if (key != global_key && sections_.contains(key)) change.flags.insert(to_kebab(key));
  return change;
}

} // namespace core
