// The answers of the values store that change no state.
#include "actors/values/values_store.hpp"

#include "base/contains.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors::values {

messages::values_read values_store_state::read(const messages::read_values& x) const {
  const bool awaits_end = !x.hook.empty() && !hooks_.is_settled({x.module, x.hook});
  if (const auto reason = book_.blocked(x.module))
    return {{}, base::fail(base::error_code::invalid_input, *reason), {}, {}, book_.state()->revision(), awaits_end};
  const auto& enabled = x.enabled_before ? *x.enabled_before : enabled_modules_;
  // Taken at the same moment as the values, because a hook that ends later has not set these values.
  const auto standing =
    x.enabled_before ? std::make_shared<const core::values::value_standing>(standing_of(x.module)) : nullptr;
  auto texts = book_.state()->hook_files(core::values::values_owner{x.module}, enabled);
  // Shared, so that a copy of the message does not copy large texts.
  const auto share = [](text::text_pieces& text) { return std::make_shared<const text::text_pieces>(std::move(text)); };
  messages::values_read found{
    {}, {}, share(texts.config_values), share(texts.values), book_.state()->revision(), awaits_end, standing};
  if (!x.enabled_before) return found;
  auto unpatched = book_.unpatched_files(core::values::values_owner{x.module}, enabled);
  if (unpatched) found.unpatched = share(unpatched->values);
  return found;
}

messages::helm_values_read values_store_state::read_for_helm(const messages::read_helm_values& x) const {
  auto text = book_.helm_values(x.module, enabled_modules_);
  const auto revision = book_.state()->revision();
  if (!text) return {{}, tl::unexpected(text.error()), revision};
  const auto wanted_by = book_.state()->flags().flag(core::values::to_camel(x.module)).source;
  const auto grounds = script_grounds_.find(x.module);
  return {{},
          std::make_shared<const std::string>(std::move(*text)),
          revision,
          wanted_by,
          standing_of(x.module),
          grounds == script_grounds_.end() ? std::string() : grounds->second};
}

core::values::value_standing values_store_state::standing_of(const std::string& module) const {
  const core::values::values_owner owner{module};
  auto standing = edits_.standing(owner.key());
  standing.global_directory = global_directory_;
  standing.present.merge(book_.file_sources(owner));
  standing.blank.merge(book_.blank_files(owner));
  standing.blank_values = book_.blank_values(owner, edits_.sections_of_hooks());
  standing.blank_texts = book_.blank_texts(owner);
  standing.other_globals = book_.other_globals(owner);
  standing.hooks = hooks_.standings(module);
  standing.hook_values = book_.hook_values(owner);
  standing.missing_modules = missing_modules_;
  standing.settled_modules = settled_.with(book_.state()->shared_flags());
  return standing;
}

std::map<std::string, core::values::flag_source> values_store_state::wanted_without_module() const {
  std::map<std::string, core::values::flag_source> found;
  const auto& flags = book_.state()->flags();
  for (const auto source : core::values::default_flag_order())
    for (const auto& [key, is_on] : flags.layer(source)) {
      const auto flag = flags.flag(key);
      auto name = core::values::to_kebab(key);
      if (flag.enabled && !base::contains(modules_, name)) found.emplace(std::move(name), *flag.source);
    }
  return found;
}

std::map<std::string, std::string> values_store_state::misspelt_flags_of(const core::config::configuration& x) const {
  std::vector<std::string> sections;
  for (const auto& module : modules_) sections.push_back(core::values::to_camel(module));
  const auto known = core::config::known_config_keys(sections);
  std::set<std::string> missing;
  for (const auto& key : known)
    if (!x.keys.contains(key)) missing.insert(key);
  auto slips = core::config::misspelt_keys(x.keys, known);
  for (auto& slip : core::config::displacements_of(missing, x.displaced)) slips.push_back(std::move(slip));
  std::map<std::string, std::string> found;
  for (const auto& slip : slips) {
    // A flag without a module may be there on purpose, for another installation: the discovery decides.
    const auto section = core::values::key_of_flag(slip.meant);
    if (section && slip.kind != core::config::slip_kind::flag_of_none)
      found.emplace(core::values::to_kebab(*section), core::config::describe(slip));
  }
  return found;
}

messages::flags_read values_store_state::flags() const {
  messages::flags_read x;
  x.revision = book_.state()->revision();
  x.nothing_runs = book_.blocked("");
  x.problems = problem_lines();
  x.config_map_invalid = book_.is_invalid(core::config::problem_source::config_map);
  x.config_map = config_map_;
  x.is_config_map_empty = is_config_map_empty_;
  x.wanted_without_module = wanted_without_module();
  x.switched_off = core::values::modules_switched_off(book_.state()->flags());
  for (const auto& key : edits_.sections_of_users()) x.sections_of_users.insert(core::values::to_kebab(key));
  for (const auto& key : edits_.vanished_flags()) x.vanished.insert(core::values::to_kebab(key));
  const auto& flags = book_.state()->flags();
  for (const auto source : core::values::default_flag_order())
    for (const auto& [key, is_on] : flags.layer(source))
      if (auto sources = flags.left_out(key); !sources.empty())
        x.left_out.emplace(core::values::to_kebab(key), std::move(sources));
  // A user has written the `false` in the ConfigMap, so it confirms the flag of the run in doubt.
  for (const auto& [key, run] : flag_doubts_.by_key()) {
    const auto& written = flags.layer(core::values::flag_source::config_map);
    const auto confirmation = written.find(key);
    if (flags.flag(key).enabled || (confirmation != written.end() && !confirmation->second)) continue;
    const auto name = core::values::to_kebab(key);
    x.switched_off.erase(name);
    x.doubted_off.emplace(name, run);
  }
  for (const auto& module : modules_) {
    if (const auto enabled = book_.decided_flag(module)) x.enabled[module] = *enabled;
    if (auto reason = book_.blocked(module)) x.unusable[module] = *reason;
    if (const auto source = flags.flag(core::values::to_camel(module)).source) x.decided_by[module] = *source;
  }
  x.flag_setters = flag_setters_;
  x.misspelt = misspelt_flags_;
  return x;
}

core::status::value_places values_store_state::places_of(const std::vector<std::string>& places) const {
  core::status::value_places found;
  for (const auto& place : places) {
    text::json_pointer pointer;
    for (std::size_t at = 0; at <= place.size();) {
      const auto end = std::min(place.find('.', at), place.size());
      pointer.tokens.push_back(place.substr(at, end - at));
      at = end + 1;
    }
    const auto origin = book_.origin(pointer);
    if (!origin) continue;
    const auto since = committed_us_.find(origin->revision);
    found[place] = {origin->type, origin->words, origin->type_before, since == committed_us_.end() ? 0 : since->second};
  }
  return found;
}

messages::values_described values_store_state::describe(const messages::describe_values& x) const {
  const core::values::values_owner owner{x.module};
  messages::values_described described{.origin = {},
                                       .state = book_.state(),
                                       .patch = book_.patch(owner),
                                       .global_patch = book_.patch({}),
                                       .enabled_modules = enabled_modules_,
                                       .problems = {},
                                       .places = places_of(x.places)};
  for (const auto& problem : book_.problems())
    if (problem.section == owner.key() || problem.section == core::values::global_key)
      described.problems.push_back(core::config::describe(problem));
  return described;
}

std::vector<std::string> values_store_state::unused_sections() const {
  std::vector<std::string> unused;
  for (const auto& problem : book_.problems())
    if (problem.source == core::config::problem_source::config_map) unused.push_back(problem.section);
  return unused;
}

std::string values_store_state::name_of(const core::config::configuration& x) const {
  const auto unused = unused_sections();
  if (unused.empty()) return "the " + x.name();
  return fmt::format("the {}, whose section{} '{}' cannot be used", x.name(), unused.size() == 1 ? "" : "s",
                     fmt::join(unused, "', '"));
}

trace::trace_facts values_store_state::edit_facts(const core::config::configuration& x, std::string source) const {
  trace::trace_facts facts{{"source", std::move(source)}, {"version", x.version}};
  if (const auto unused = unused_sections(); !unused.empty())
    facts.push_back({"unused_sections", fmt::format("{}", fmt::join(unused, ", "))});
  return facts;
}

std::vector<std::string> values_store_state::problem_lines() const {
  std::vector<std::string> lines;
  for (const auto& problem : book_.problems()) lines.push_back(core::config::describe(problem));
  return lines;
}

} // namespace actors::values
