#include "core/values/values_book.hpp"

#include "core/text/yaml_writer.hpp"
#include "core/values/names.hpp"

#include <utility>

namespace core {
namespace {

result<void> check(const std::optional<schema>& rules, const json& values, const std::string& key,
                   const std::string& context) {
  if (!rules) return {};
  const auto violations = rules->validate(values, key);
  if (violations.empty()) return {};
  return fail(error_code::invalid_input, context + ": " + describe(violations));
}

/// A configuration section as its schema sees it. An empty one is accepted as it is: nobody has written it.
result<void> check_config(const section_layers& layers, const std::string& key, const std::string& context) {
  if (config_values(layers) == json::object()) return {};
  return check(layers.schemas.config, unpatched_values(layers), key, context);
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
  const auto before = config_values(commit.layers);
  const auto document = apply_json_patch(json::object({{key, before}}), commit.config_patch.section);
  if (!document) return fail("config values patch", document.error());
  const auto section = section_of(*document, key);
  if (!section) return fail("config values patch", section.error());
  if (*section == before) return {};
  commit.layers.config = *section;
  if (auto checked = check_config(commit.layers, key, "config values patch: config values"); !checked) return checked;
  commit.write = config_write{.key = key, .yaml = write_yaml(*section)};
  return {};
}

result<void> apply_to_values(prepared_commit& commit, const std::string& key) {
  if (commit.values_patch.section.empty()) return {};
  const json document = json::object({{key, merged_values(commit.layers, key)}});
  auto applied = commit.layers.effects.apply(document, commit.values_patch.section);
  if (!applied) return fail("cannot apply values patch for '" + key + "' values", applied.error());
  const auto section = section_of(applied->document, key);
  if (!section) return fail("values patch", section.error());
  commit.layers.effects = std::move(applied->effects);
  return check(commit.layers.schemas.values, merged_values(commit.layers, key), key, "values patch: values");
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

} // namespace

values_book::values_book(flag_order order) : flags_(std::move(order)), state_(std::make_shared<values_state>()) {}

void values_book::load(static_values files) {
  for (auto& [key, section] : files.sections) {
    auto& layers = sections_[key];
    layers.statics = std::move(section.layers);
    layers.schemas = std::move(section.schemas);
  }
  flags_.replace_layer(flag_source::common_values, std::move(files.common_flags));
  flags_.replace_layer(flag_source::module_values, std::move(files.module_flags));
  file_errors_ = std::move(files.errors);
  publish(0);
}

values_change values_book::apply_configuration(const configuration& config, std::uint64_t cause) {
  const auto before = problems();
  std::map<std::string, section_problem, std::less<>> found;
  const auto note = [&](const std::string& section, const std::string& message) {
    auto& text = found[section].message;
    text += (text.empty() ? "" : "; ") + message;
  };
  std::set<std::string> unreadable;
  for (const auto& x : config.errors) {
    note(x.section, x.reason);
    if (x.key == x.section) unreadable.insert(x.section);
  }
  for (auto& [key, layers] : sections_) {
    const auto* section = config.section(key);
    if (!section && unreadable.contains(key)) continue;
    auto changed = layers;
    changed.config = section ? std::optional(*section) : std::nullopt;
    if (auto checked = check_config(changed, key, "ConfigMap: section '" + key + "'"); !checked)
      note(key, checked.error().message);
    else
      layers = std::move(changed);
  }
  take_problems(std::move(found));
  flags_.replace_layer(flag_source::config_map, config.flags);
  auto change = publish(cause);
  change.errors = problems() != before;
  return change;
}

void values_book::take_problems(std::map<std::string, section_problem, std::less<>> found) {
  for (auto& [key, problem] : found) {
    const auto known = config_problems_.find(key);
    problem.section = key;
    // At the start there is nothing valid to go on with; later there is, until it is repaired.
    problem.blocks = !configured_ || (known != config_problems_.end() && known->second.blocks);
  }
  configured_ = true;
  config_problems_ = std::move(found);
}

result<prepared_commit> values_book::prepare_hook_commit(const values_owner& owner, std::string_view values_patch_text,
                                                         std::string_view config_patch_text) const {
  auto values_patch = parse_json_patch(values_patch_text);
  if (!values_patch) return fail("values patch", values_patch.error());
  auto config_patch = parse_json_patch(config_patch_text);
  if (!config_patch) return fail("config values patch", config_patch.error());
  return prepare_hook_commit(owner, std::move(*values_patch), std::move(*config_patch));
}

result<prepared_commit> values_book::prepare_hook_commit(const values_owner& owner, json_patch values_patch,
                                                         json_patch config_patch) const {
  auto values = split_by_rules(owner, std::move(values_patch));
  if (!values) return fail("values patch", values.error());
  auto config = split_by_rules(owner, std::move(config_patch));
  if (!config) return fail("config values patch", config.error());
  return prepare(owner, std::move(*values), std::move(*config));
}

result<prepared_commit> values_book::prepare(const values_owner& owner, split_patch values, split_patch config) const {
  const auto key = owner.key();
  prepared_commit commit{.owner = owner,
                         .values_patch = std::move(values),
                         .config_patch = std::move(config),
                         .revision = state_->revision(),
                         .layers = find_layers(key),
                         .hook_flags = flags_.layer(flag_source::hook_patch),
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
  if (prepared.revision != state_->revision()) {
    auto again = prepare(prepared.owner, std::move(prepared.values_patch), std::move(prepared.config_patch));
    if (!again) return fail("the values have changed since the hook was started", again.error());
    prepared = std::move(*again);
  }
  sections_[prepared.owner.key()] = std::move(prepared.layers);
  flags_.replace_layer(flag_source::hook_patch, std::move(prepared.hook_flags));
  auto change = publish(cause);
  change.write = std::move(prepared.write);
  return change;
}

values_change values_book::drop_module_patches(const std::string& module, std::uint64_t cause) {
  if (const auto at = sections_.find(to_camel(module)); at != sections_.end()) at->second.effects = {};
  return publish(cause);
}

std::vector<section_problem> values_book::problems() const {
  std::vector<section_problem> all;
  for (const auto& [key, message] : file_errors_) all.push_back({.section = key, .message = message, .blocks = true});
  for (const auto& [key, problem] : config_problems_) all.push_back(problem);
  return all;
}

std::optional<std::string> values_book::blocked(std::string_view module) const {
  const auto key = to_camel(module);
  for (const auto& problem : problems())
    if (problem.blocks && (problem.section == global_key || problem.section == key)) return problem.message;
  return std::nullopt;
}

section_layers values_book::find_layers(const std::string& key) const {
  const auto at = sections_.find(key);
  return at == sections_.end() ? section_layers{} : at->second;
}

values_change values_book::publish(std::uint64_t cause) {
  const auto before = state_;
  values_change change{.revision = before->revision() + 1, .cause = cause};
  values_state::section_map sections;
  for (const auto& [key, layers] : sections_)
    sections[key] = {.config = config_values(layers), .values = merged_values(layers, key), .schemas = layers.schemas};
  state_ = std::make_shared<values_state>(change.revision, std::move(sections), flags_);
  for (const auto& [key, layers] : sections_) {
    const values_owner owner{key == global_key ? std::string() : to_kebab(key)};
    const bool same = before->section_values(owner) == state_->section_values(owner)
                      && before->config_values(owner) == state_->config_values(owner);
    if (same) continue;
    if (owner.is_global())
      change.global = true;
    else
      change.modules.insert(owner.module);
  }
  for (const auto& key : enabled_flags::differences(before->flags(), flags_))
    if (key != global_key && sections_.contains(key)) change.flags.insert(to_kebab(key));
  return change;
}

} // namespace core
