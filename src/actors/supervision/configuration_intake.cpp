#include "actors/supervision/configuration_intake.hpp"

#include "core/modules/unused_keys.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

namespace actors::supervision {

namespace {

/// The version of the ConfigMap, for the log.
std::string version_of(const core::config::configuration& x) {
  return x.version.empty() ? "none" : x.version;
}

/// The changed sections of the values, for the log: `global, web, dbEnabled`.
std::string names_of_changes(const messages::configuration_applied& x) {
  std::vector<std::string> names;
  if (x.global_changed) names.emplace_back(core::values::global_key);
  for (const auto& module : x.modules_changed) names.push_back(core::values::to_camel(module));
  for (const auto& module : x.flags_changed) names.push_back(core::values::enabled_key(core::values::to_camel(module)));
  return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

void configuration_intake::report_first(const core::config::configuration& x) {
  sys::log::log_info("config_map_read", {{"version", version_of(x)},
                                         {"sections", static_cast<std::int64_t>(x.sections.size())},
                                         {"flags", static_cast<std::int64_t>(x.flags.size())}});
}

void configuration_intake::on_first_configuration(const content& x, std::function<void()> then) {
  apply(x, [then](const messages::configuration_applied&) { then(); });
}

void configuration_intake::on_configuration(const content& x,
                                            std::function<void(const core::main_queue::change_facts&)> then) {
  apply(x, [then, version = version_of(*x)](const messages::configuration_applied& applied) {
    if (const auto changes = names_of_changes(applied); !changes.empty())
      sys::log::log_info("config_map_changed", {{"version", version}, {"changed", changes}});
    then({.global = applied.global_changed,
          .wishes = applied.wishes_changed,
          .unblocked = applied.unblocked,
          .flags = applied.flags_changed,
          .modules = applied.modules_changed});
  });
}

void configuration_intake::apply(const content& x, std::function<void(const messages::configuration_applied&)> then) {
  self_->ask(
    peers_->values, messages::apply_configuration{{}, x},
    [this, x, then](const messages::configuration_applied& applied) {
      note(*x, applied);
      then(applied);
    },
    [](const std::string& reason) {
      sys::log::log_error("values_store_ended", {{"error", reason}});
    });
}

void configuration_intake::note(const core::config::configuration& x, const messages::configuration_applied& applied) {
  // A flag of a release without a module confirms the removal of the release, so it counts as used.
  std::vector<std::string> modules(releases_.begin(), releases_.end());
  for (const auto& [name, module] : peers_->modules) modules.push_back(name);
  const auto news = problems_.note_configuration(applied.problems, core::modules::unused_keys(x, modules));
  // Only new problems are logged, because each content of the ConfigMap repeats all old problems.
  for (const auto& problem : news.sections) sys::log::log_error("config_section_invalid", {{"error", problem}});
  for (const auto& section : applied.repaired) sys::log::log_info("config_section_repaired", {{"section", section}});
  for (const auto& key : news.keys)
    sys::log::log_warning("config_key_ignored", {{"key", key.key}, {"reason", key.reason}});
  news_.note([&](auto& news) { news.note_sections(applied.problems); });
  set_invalid(applied.config_map_invalid);
}

void configuration_intake::on_flags(const messages::flags_read& x) {
  for (const auto& problem : problems_.note_sections(x.problems))
    sys::log::log_error("config_section_invalid", {{"error", problem}});
  news_.note([&](auto& news) { news.note_sections(x.problems); });
  set_invalid(x.config_map_invalid);
}

void configuration_intake::set_invalid(bool is_invalid) {
  const auto now_us = self_->shared().steady_time_us();
  is_invalid ? invalid_.begin(now_us) : invalid_.end(now_us);
}

std::uint64_t configuration_intake::invalid_periods() const {
  return invalid_.count(self_->shared().steady_time_us());
}

} // namespace actors::supervision
