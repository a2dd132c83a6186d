#include "actors/values_store.hpp"

#include "core/values/names.hpp"
#include "sys/log.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors {

values_store_state::values_store_state(base<values_store_actor>* self, const core::static_values& files,
                                       config_watcher_actor config, supervisor_actor supervisor)
  : self_(self), config_(std::move(config)), supervisor_(std::move(supervisor)) {
  for (const auto& [key, section] : files.sections)
    if (key != core::global_key) modules_.push_back(core::to_kebab(key));
  book_.load(files);
}

// -- reading -----------------------------------------------------------------

values_read values_store_state::read(const read_values& x) const {
  if (const auto reason = book_.blocked(x.module))
    return {{}, core::fail(core::error_code::invalid_input, *reason), {}, {}, book_.state()->revision()};
  const auto& enabled = x.enabled_before ? *x.enabled_before : enabled_modules_;
  auto texts = book_.state()->hook_files(core::values_owner{x.module}, enabled);
  return {{}, {}, std::move(texts.config_values), std::move(texts.values), book_.state()->revision()};
}

helm_values_read values_store_state::read_for_helm(const read_helm_values& x) const {
  auto text = book_.state()->helm_values(x.module, enabled_modules_);
  const auto revision = book_.state()->revision();
  if (!text) return {{}, tl::unexpected(text.error()), revision};
  return {{}, std::make_shared<const std::string>(std::move(*text)), revision};
}

flags_read values_store_state::flags() const {
  flags_read x;
  x.revision = book_.state()->revision();
  for (const auto& module : modules_) {
    x.enabled[module] = book_.flag(module).enabled;
    if (auto reason = book_.blocked(module)) x.unusable[module] = *reason;
  }
  return x;
}

output_checked values_store_state::check(const check_hook_output& x) const {
  auto prepared = book_.prepare_hook_commit(core::values_owner{x.module}, x.values_patch, x.config_patch);
  if (!prepared) return {{}, tl::unexpected(prepared.error())};
  return {};
}

std::vector<std::string> values_store_state::problem_lines() const {
  std::vector<std::string> lines;
  for (const auto& problem : book_.problems())
    lines.push_back(fmt::format("values section '{}': {}{}", problem.section, problem.message,
                                problem.blocks ? " (it does not run until this is repaired)"
                                               : " (its last valid content stays in use)"));
  return lines;
}

// -- changing ----------------------------------------------------------------

void values_store_state::enqueue(std::function<void()> change) {
  changes_.push_back(std::move(change));
  if (changes_.size() == 1) changes_.front()();
}

void values_store_state::change_done() {
  changes_.pop_front();
  if (!changes_.empty()) changes_.front()();
}

promise<configuration_applied> values_store_state::apply(const apply_configuration& x) {
  auto to = self_->later<configuration_applied>();
  enqueue([this, x, to] { apply_now(x, to); });
  return to;
}

void values_store_state::apply_now(const apply_configuration& x, promise<configuration_applied> to) {
  const auto change = book_.apply_configuration(*x.configuration, x.origin.id);
  configuration_applied answer;
  answer.global_changed = change.global;
  answer.flags_changed = !change.flags.empty();
  answer.modules_changed.assign(change.modules.begin(), change.modules.end());
  answer.problems = problem_lines();
  self_->answer(to, std::move(answer));
  change_done();
}

promise<output_committed> values_store_state::commit(const commit_hook_output& x) {
  auto to = self_->later<output_committed>();
  enqueue([this, x, to] { commit_now(x, to); });
  return to;
}

void values_store_state::commit_now(const commit_hook_output& x, promise<output_committed> to) {
  auto prepared = book_.prepare_hook_commit(core::values_owner{x.module}, x.values_patch, x.config_patch);
  if (!prepared) {
    self_->answer(to, output_committed{{}, tl::unexpected(prepared.error()), false, book_.state()->revision()});
    return change_done();
  }
  if (prepared->write) return write_then_commit(x, std::move(*prepared), std::move(to));
  finish_commit(x, std::move(*prepared), std::move(to));
}

void values_store_state::write_then_commit(const commit_hook_output& x, core::prepared_commit prepared,
                                           promise<output_committed> to) {
  write_section message{{}, prepared.write->key, prepared.write->yaml};
  self_->ask(
    config_, std::move(message),
    [this, x, prepared = std::move(prepared), to](const section_written& written) mutable {
      if (written.result) return finish_commit(x, std::move(prepared), to);
      const auto failure = core::fail("config values of hook '" + x.hook + "'", written.result.error());
      self_->answer(to, output_committed{{}, failure, false, book_.state()->revision()});
      change_done();
    },
    [this, to](const std::string& reason) mutable {
      const auto failure = core::fail(core::error_code::unavailable, "the config watcher has ended: " + reason);
      self_->answer(to, output_committed{{}, failure, false, book_.state()->revision()});
      change_done();
    });
}

void values_store_state::finish_commit(const commit_hook_output& x, core::prepared_commit prepared,
                                       promise<output_committed> to) {
  const auto change = book_.commit(std::move(prepared), x.origin.id);
  if (!change) {
    self_->answer(to, output_committed{{}, tl::unexpected(change.error()), false, book_.state()->revision()});
    return change_done();
  }
  if (!change->empty())
    self_->record_span(std::string(core::trace_span::values_commit),
                       fmt::format("revision {} by {}", change->revision, x.hook), 0, std::chrono::microseconds{0});
  const bool changed = change->global || !change->flags.empty() || !change->modules.empty();
  if (changed && x.announce_changes) announce(*change, x.hook);
  self_->answer(to, output_committed{{}, {}, changed, change->revision});
  change_done();
}

void values_store_state::announce(const core::values_change& change, const std::string& by) {
  values_changed message;
  message.global = change.global || !change.flags.empty();
  message.modules.assign(change.modules.begin(), change.modules.end());
  message.by = by;
  self_->tell(supervisor_, std::move(message));
}

void values_store_state::discovered(const modules_discovered& x) {
  enabled_modules_ = x.enabled;
}

void values_store_state::drop(const drop_module_values& x) {
  enqueue([this, x] {
    static_cast<void>(book_.drop_module_patches(x.module, x.origin.id));
    change_done();
  });
}

values_store_actor::behavior_type values_store_state::make_behavior() {
  return behavior(
    self_, [this](const apply_configuration& x) { return apply(x); }, [this](const read_values& x) { return read(x); },
    [this](const read_helm_values& x) { return read_for_helm(x); },
    [this](const check_hook_output& x) { return check(x); }, [this](const commit_hook_output& x) { return commit(x); },
    [this](const read_flags&) { return flags(); }, [this](const modules_discovered& x) { discovered(x); },
    [this](const drop_module_values& x) { drop(x); });
}

values_store_actor values_store(caf::actor_system& system, const context_ptr& shared, const core::static_values& files,
                                const config_watcher_actor& config, const supervisor_actor& supervisor) {
  return spawn<values_store_state>(system, placement::shared, shared, "values store", files, config, supervisor);
}

} // namespace actors
