#include "core/store/values_book.hpp"

#include "core/store/values_for_chart.hpp"
#include "core/values/names.hpp"
#include "core/values/value_origin.hpp"
#include "text/json/json_patch_reader.hpp"

#include <algorithm>
#include <utility>

namespace core::store {
namespace {

/// Compares two contents of a section; null means absent.
bool same_content(const text::json* a, const text::json* b) {
  return a && b ? *a == *b : a == b;
}

/// Notes the problems that have ended, and whether a blocking problem has ended.
void note_differences(const std::vector<config::section_problem>& before,
                      const std::vector<config::section_problem>& after, values_change& to) {
  to.errors = after != before;
  for (const auto& was : before) {
    const auto is_still = [&](const config::section_problem& x) { return x.section == was.section; };
    const auto still_blocks = [&](const config::section_problem& x) { return x.blocks && is_still(x); };
    if (std::none_of(after.begin(), after.end(), is_still)) to.repaired.insert(was.section);
    if (was.blocks && std::none_of(after.begin(), after.end(), still_blocks)) to.unblocked = true;
  }
}

} // namespace

values_book::values_book(values::flag_order order)
  : flags_(std::make_shared<const values::enabled_flags>(std::move(order))), state_(std::make_shared<values_state>()) {}

void values_book::load(config::static_values files) {
  std::set<std::string> loaded;
  for (auto& [key, from] : files.sections) {
    auto& section = sections_[key].record;
    section.layers.statics = std::move(from.layers);
    section.layers.files = std::move(from.files);
    section.layers.schemas = std::move(from.schemas);
    section.layers.chart_values = std::move(from.chart_values);
    sections_[key].files = std::move(from.sources);
    sections_[key].blank_files = std::move(from.blank);
    sections_[key].other_globals = std::move(from.other_globals);
    section.base = values::base_values(section.layers);
    section.values = values::merged_values(section.layers, section.base, key);
    loaded.insert(key);
  }
  for (auto& [key, reason] : files.errors) sections_[key].status.file_error = std::move(reason);
  replace_flags(values::flag_source::common_values, std::move(files.common_flags));
  replace_flags(values::flag_source::module_values, std::move(files.module_flags));
  publish(loaded, 0);
}

void values_book::replace_flags(values::flag_source source, values::flag_layer flags) {
  if (flags == flags_->layer(source)) return;
  auto changed = *flags_;
  changed.replace_layer(source, std::move(flags));
  flags_ = std::make_shared<const values::enabled_flags>(std::move(changed));
}

values_change values_book::apply_configuration(const config::configuration& config, std::uint64_t cause) {
  const auto before = problems();
  replace_flags(values::flag_source::config_map, config.flags);
  auto wrong = wrong_keys_of(config);
  std::set<std::string> touched;
  for (auto& [key, section] : sections_) {
    const auto keys = wrong[key];
    wrong.erase(key);
    const auto* content = config.section(key);
    const auto judged = judgement_of(key);
    const bool is_same = received_ && same_content(received_->section(key), content);
    const bool is_taken = !is_same && (content || !keys.is_unreadable);
    const bool is_switched = received_ && section.status.judged != judged;
    if (is_taken)
      config::take_content(section, key, content, judged);
    else if (is_switched)
      judge_again(key, section, judged);
    if (is_taken || is_switched) touched.insert(key);
    config::conclude(section.status, keys);
  }
  stray_keys_.clear();
  for (const auto& [key, keys] : wrong) stray_keys_[key] = keys.reason;
  received_ = config;
  auto change = publish(touched, cause);
  note_differences(before, problems(), change);
  return change;
}

std::map<std::string, config::wrong_keys, std::less<>>
values_book::wrong_keys_of(const config::configuration& config) const {
  std::map<std::string, config::wrong_keys, std::less<>> wrong;
  for (const auto& x : config.errors) {
    const bool is_of_no_module = !sections_.contains(x.section) && x.section != values::global_key && !x.is_bad_name;
    // `wrong_keys` would otherwise make a section for each key that an unknown module might have.
    if (is_of_no_module) continue;
    auto& keys = wrong[x.section];
    keys.reason = config::joined(keys.reason, x.reason);
    keys.is_unreadable = keys.is_unreadable || x.key == x.section;
  }
  return wrong;
}

values_change values_book::apply_section(const std::string& key, const text::json* content, std::uint64_t cause) {
  // The new content is compared with the content in use, which commits may have changed since the last
  // configuration.
  if (const auto at = sections_.find(key); received_ && at != sections_.end() && !at->second.status.refusal) {
    const auto& used = at->second.record.layers.config;
    received_->set_section(key, used ? &*used : nullptr);
  }
  auto config = received_.value_or(config::configuration{});
  config.set_section(key, content);
  return apply_configuration(config, cause);
}

std::optional<std::string> values_book::refused(const std::string& key) const {
  const auto at = sections_.find(key);
  return at == sections_.end() ? std::nullopt : at->second.status.refusal;
}

config::judgement values_book::judgement_of(std::string_view key) const {
  return key == values::global_key || flags_->flag(key).enabled ? config::judgement::by_schema
                                                                : config::judgement::none;
}

void values_book::judge_again(const std::string& key, known_section& section, config::judgement by) {
  // The record lacks refused content, and has content of commits that is newer than the last configuration.
  const auto* refused = section.status.refusal ? received_->section(key) : nullptr;
  const auto content = refused ? std::optional(*refused) : section.record.layers.config;
  config::take_content(section, key, content ? &*content : nullptr, by);
}

std::set<std::string> values_book::judge_switched() {
  std::set<std::string> switched;
  if (!received_) return switched;
  auto wrong = wrong_keys_of(*received_);
  for (auto& [key, section] : sections_) {
    const auto judged = judgement_of(key);
    if (section.status.judged == judged) continue;
    judge_again(key, section, judged);
    config::conclude(section.status, wrong[key]);
    switched.insert(key);
  }
  return switched;
}

base::result<prepared_commit> values_book::prepare_hook_commit(const values::values_owner& owner,
                                                               std::string_view values_patch_text,
                                                               std::string_view config_patch_text,
                                                               std::string hook) const {
  auto values_patch = text::parse_json_patch(values_patch_text);
  if (!values_patch) return base::fail("values patch", values_patch.error());
  auto config_patch = text::parse_json_patch(config_patch_text);
  if (!config_patch) return base::fail("config values patch", config_patch.error());
  return prepare_hook_commit(owner, std::move(*values_patch), std::move(*config_patch), std::move(hook));
}

base::result<prepared_commit> values_book::prepare_hook_commit(const values::values_owner& owner,
                                                               text::json_patch values_patch,
                                                               text::json_patch config_patch, std::string hook) const {
  auto values = values::split_by_rules(owner, std::move(values_patch));
  if (!values) return base::fail("values patch", values.error());
  auto config = values::split_by_rules(owner, std::move(config_patch));
  if (!config) return base::fail("config values patch", config.error());
  return prepare(owner, std::move(*values), std::move(*config), std::move(hook));
}

base::result<prepared_commit> values_book::prepare(const values::values_owner& owner, values::split_patch values,
                                                   values::split_patch config, std::string hook) const {
  const auto key = owner.key();
  const auto known = sections_.find(key);
  prepared_commit commit{.owner = owner,
                         .hook = std::move(hook),
                         .values_patch = std::move(values),
                         .config_patch = std::move(config),
                         .after = known == sections_.end() ? config::section_record{} : known->second.record,
                         .hook_flags = flags_->layer(values::flag_source::hook_patch),
                         .write = std::nullopt};
  if (auto done = apply_patches(commit); !done) return tl::unexpected(done.error());
  return commit;
}

bool values_book::changes(const prepared_commit& x) const {
  const auto known = sections_.find(x.owner.key());
  return x.write || x.hook_flags != flags_->layer(values::flag_source::hook_patch)
         || x.after.values != (known == sections_.end() ? config::section_record{} : known->second.record).values;
}

std::optional<values::known_origin> values_book::origin(const text::json_pointer& place) const {
  const auto at = place.tokens.empty() ? sections_.end() : sections_.find(place.tokens.front());
  if (at == sections_.end()) return std::nullopt;
  const auto& record = at->second.record;
  return values::known_origin_of(record.layers, text::json::object({{at->first, record.values}}), place);
}

std::string values_book::faults_of_files(const values::values_owner& owner) const {
  const auto at = sections_.find(owner.key());
  if (at == sections_.end()) return {};
  return values::faults_of_files(at->second.record.layers, at->second.record.values, at->first);
}

base::result<values_change> values_book::commit(prepared_commit prepared, std::uint64_t cause) {
  if (prepared.empty()) return values_change{.revision = state_->revision(), .cause = cause};
  const auto key = prepared.owner.key();
  if (const auto known = sections_.find(key);
      known != sections_.end() && known->second.record.revision != prepared.after.revision) {
    // The section has changed since the check, so the patches are checked again on top of the change.
    auto again = prepare(prepared.owner, std::move(prepared.values_patch), std::move(prepared.config_patch),
                         std::move(prepared.hook));
    if (!again) return base::fail("the values have changed since the hook was started", again.error());
    prepared = std::move(*again);
  }
  for (auto& [place, source] : prepared.after.layers.patched_by)
    // The origin of a patch is noted before its revision is known, so the revision is added here.
    if (source.revision == 0) source.revision = state_->revision() + 1;
  sections_[key].record = std::move(prepared.after);
  std::set<std::string> flags_without_module;
  for (const auto& [module_key, enabled] : prepared.hook_flags)
    if ((!sections_.contains(module_key) || module_key == values::global_key)
        && !flags_->layer(values::flag_source::hook_patch).contains(module_key))
      flags_without_module.insert(values::enabled_key(module_key));
  const auto before = problems();
  // A flag of the patch may switch a module on, and its section is judged only from then on.
  replace_flags(values::flag_source::hook_patch, std::move(prepared.hook_flags));
  auto touched = judge_switched();
  touched.insert(key);
  auto change = publish(touched, cause);
  note_differences(before, problems(), change);
  change.write = std::move(prepared.write);
  change.flags_without_module = std::move(flags_without_module);
  return change;
}

values_change values_book::drop_module_patches(const std::string& module, std::uint64_t cause) {
  const auto key = values::to_camel(module);
  const auto at = sections_.find(key);
  if (at == sections_.end()) return publish({}, cause);
  auto& section = at->second.record;
  section.layers.effects = {};
  section.layers.patched_by.clear();
  section.values = section.base;
  section.accepted.reset();
  config::accept_if_valid(section, key);
  return publish({key}, cause);
}

std::map<std::string, std::set<std::string>> values_book::take_skipped_rules() {
  std::map<std::string, std::set<std::string>> fresh;
  for (auto& [key, section] : sections_)
    for (const auto& rule : std::exchange(section.record.skipped_rules, {}))
      if (section.named_rules.insert(rule).second) fresh[key].insert(rule);
  return fresh;
}

base::result<std::string> values_book::helm_values(const std::string& module,
                                                   const std::vector<std::string>& enabled_modules) const {
  const values::values_owner owner{module};
  return values_for_chart({owner, record_of(values::global_key), record_of(owner.key())}, *state_, enabled_modules);
}

const config::section_record* values_book::record_of(std::string_view key) const {
  const auto at = sections_.find(key);
  return at == sections_.end() ? nullptr : &at->second.record;
}

std::optional<values_texts> values_book::unpatched_files(const values::values_owner& owner,
                                                         const std::vector<std::string>& enabled_modules) const {
  const auto own = sections_.find(owner.key());
  if (own == sections_.end() || own->second.record.layers.effects.empty()) return std::nullopt;
  auto sections = state_->sections();
  sections[owner.key()] = std::make_shared<const values_state::section>(values_state::section{
    .config = values::config_values(own->second.record.layers), .values = own->second.record.base, .schemas = {}});
  return values_state(state_->revision(), std::move(sections), flags_).hook_files(owner, enabled_modules);
}

values::value_sources values_book::file_sources(const values::values_owner& owner) const {
  values::value_sources found;
  for (const auto& key : {std::string(values::global_key), owner.key()})
    if (const auto section = sections_.find(key); section != sections_.end())
      found.insert(section->second.files.begin(), section->second.files.end());
  return found;
}

std::string values_book::hook_values(const values::values_owner& owner) const {
  const auto section = sections_.find(owner.key());
  const bool has_none = section == sections_.end() || section->second.record.layers.effects.empty();
  return has_none ? std::string(values::no_hook_values) : section->second.record.layers.effects.digest();
}

text::json_patch values_book::patch(const values::values_owner& owner) const {
  const auto section = sections_.find(owner.key());
  auto patch = section == sections_.end() ? text::json_patch{} : section->second.record.layers.effects.operations();
  if (!owner.is_global()) return patch;
  for (const auto& [key, enabled] : flags_->layer(values::flag_source::hook_patch))
    patch.push_back({.op = text::patch_operation::kind::add,
                     .path = {{values::enabled_key(key)}},
                     .from = {},
                     .value = text::json(enabled)});
  return patch;
}

std::vector<config::section_problem> values_book::problems() const {
  std::vector<config::section_problem> all;
  for (const auto& [key, section] : sections_)
    if (const auto& reason = section.status.file_error)
      all.push_back({.section = key, .message = *reason, .blocks = true, .source = config::problem_source::files});
  const auto of_files = static_cast<std::ptrdiff_t>(all.size());
  for (const auto& [key, section] : sections_)
    if (auto problem = section.status.config_problem(key)) all.push_back(std::move(*problem));
  for (const auto& [key, reason] : stray_keys_)
    all.push_back({.section = key, .message = reason, .source = config::problem_source::config_map, .is_used = false});
  std::sort(all.begin() + of_files, all.end(), [](const auto& a, const auto& b) { return a.section < b.section; });
  return all;
}

bool values_book::is_invalid(config::problem_source source) const {
  const auto all = problems();
  return std::any_of(all.begin(), all.end(), [&](const config::section_problem& x) { return x.source == source; });
}

const std::string* values_book::blocking_problem(std::string_view key) const {
  const auto at = sections_.find(key);
  return at == sections_.end() ? nullptr : at->second.status.blocking_reason();
}

std::optional<std::string> values_book::blocked(std::string_view module) const {
  if (const auto* problem = blocking_problem(values::global_key)) return *problem;
  const auto* problem = blocking_problem(values::to_camel(module));
  return problem ? std::optional(*problem) : std::nullopt;
}

std::optional<bool> values_book::decided_flag(std::string_view module) const {
  const auto found = flag(module);
  if (found.enabled || !blocked(module)) return found.enabled;
  // Patches and keys of the ConfigMap are read, whatever is wrong with files and sections.
  const bool is_sure = found.source && flags_->is_above_files(*found.source);
  return is_sure ? std::optional(false) : std::nullopt;
}

bool values_book::is_undecided(const std::string& key, const config::section_status& status) const {
  if (key == values::global_key || (!status.blocking_reason() && !blocking_problem(values::global_key))) return false;
  return !decided_flag(values::to_kebab(key));
}

values_change values_book::publish(const std::set<std::string>& touched, std::uint64_t cause) {
  const auto before = state_;
  values_change change{.revision = before->revision() + 1, .cause = cause};
  auto sections = before->sections();
  for (const auto& key : touched) {
    auto& section = sections_[key].record;
    section.revision = change.revision;
    auto now = std::make_shared<const values_state::section>(values_state::section{
      .config = values::config_values(section.layers), .values = section.values, .schemas = section.layers.schemas});
    const auto& was = std::exchange(sections[key], now);
    if (was ? was->values == now->values && was->config == now->config
            : now->values == text::json::object() && now->config == text::json::object())
      continue;
    if (key == values::global_key)
      change.global = true;
    else
      change.modules.insert(values::to_kebab(key));
  }
  state_ = std::make_shared<values_state>(change.revision, std::move(sections), flags_);
  if (&before->flags() != flags_.get())
    for (const auto& key : values::enabled_flags::differences(before->flags(), *flags_))
      if (key != values::global_key && sections_.contains(key)) change.flags.insert(values::to_kebab(key));
  for (auto& [key, section] : sections_) {
    const bool now = is_undecided(key, section.status);
    if (std::exchange(section.status.is_undecided, now) != now) change.flags.insert(values::to_kebab(key));
  }
  return change;
}

} // namespace core::store
