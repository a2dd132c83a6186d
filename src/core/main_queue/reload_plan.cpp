#include "core/main_queue/reload_plan.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <utility>

namespace core::main_queue {

namespace {

std::vector<tasks::task> hooks_left(const std::vector<std::string>& hooks, const std::set<std::string>& done,
                                    tasks::run_global_hook::moment at) {
  std::vector<tasks::task> left;
  for (const auto& hook : hooks)
    if (!done.contains(hook)) left.push_back(tasks::run_global_hook{hook, at});
  return left;
}

} // namespace

modules::paused_modules reload_plan::set_paused(modules::paused_modules x) {
  return std::exchange(paused_, std::move(x));
}

void reload_plan::want(std::string event) {
  ++round_;
  event_ = std::move(event);
  // A new round repeats only the work of a round. Enablings and definitions are facts of the cluster, so they
  // stay.
  done_ = {};
}

std::vector<tasks::task> reload_plan::plan() const {
  // The phases come in the order of LIFECYCLE-STEPS 3 to 8. A plan holds a single phase, because its outcome
  // decides the next one: `enabled` scripts must see the values of the beforeAll hooks of this reload.
  if (!wanted()) return {};
  if (auto left = hooks_left(hooks_.before_all, done_.before_all, tasks::run_global_hook::moment::before_all);
      !left.empty())
    return left;
  if (!done_.found) return {tasks::discover_modules{}};
  if (auto left = definition_tasks(); !left.empty()) return left;
  if (auto left = module_tasks(); !left.empty()) return left;
  return hooks_left(hooks_.after_all, done_.after_all, tasks::run_global_hook::moment::after_all);
}

/// The CustomResourceDefinitions of all modules come before any of them runs: a chart or a hook may need the
/// kinds of a later module.
std::vector<tasks::task> reload_plan::definition_tasks() const {
  std::vector<tasks::task> left;
  for (const auto& module : done_.found->enabled) {
    if (!defining_.contains(module) || is_left_alone(module)) continue;
    const auto known = defined_.find(module);
    // Once for each enabling is enough, because the files do not change while the program runs.
    if (known == defined_.end() || known->second != enabling(module))
      left.push_back(tasks::ensure_definitions{module, enabling(module)});
  }
  return left;
}

std::vector<tasks::task> reload_plan::module_tasks() const {
  const auto& found = *done_.found;
  auto left = run_tasks();
  // A module may need modules that were installed before it, so deletions begin with the last module.
  for (auto module = found.to_delete.rbegin(); module != found.to_delete.rend(); ++module)
    if (!done_.put_off.contains(*module) && !is_paused(*module)) left.push_back(tasks::delete_module{*module});
  for (auto release = found.to_purge.rbegin(); release != found.to_purge.rend(); ++release)
    if (!is_paused(*release)) left.push_back(tasks::purge_release{*release});
  return left;
}

bool reload_plan::is_left_alone(const std::string& module) const {
  return done_.found->held_back.contains(module) || done_.refused.contains(module) || is_paused(module);
}

std::vector<tasks::task> reload_plan::run_tasks() const {
  const auto& found = *done_.found;
  std::vector<tasks::run_modules> groups;
  for (const auto& module : found.enabled) {
    if (done_.ran.contains(module) || is_left_alone(module)) continue;
    if (groups.empty() || !are_side_by_side(groups.back().members.back().module, module)
        || does_need_any(module, groups.back()))
      groups.push_back({{}, groups_.at_once});
    groups.back().members.push_back({module, enabling(module), *event_});
  }
  std::vector<tasks::task> tasks;
  for (auto& group : groups) {
    if (group.members.size() == 1)
      tasks.emplace_back(std::move(group.members.front()));
    else
      tasks.emplace_back(std::move(group));
  }
  return tasks;
}

bool reload_plan::are_side_by_side(const std::string& before, const std::string& module) const {
  const auto a = groups_.numbers.find(before);
  const auto b = groups_.numbers.find(module);
  const bool are_known = a != groups_.numbers.end() && b != groups_.numbers.end();
  return groups_.at_once > 1 && are_known && a->second == b->second;
}

bool reload_plan::does_need_any(const std::string& module, const tasks::run_modules& group) const {
  return std::any_of(group.members.begin(), group.members.end(),
                     [&](const tasks::run_module& x) { return groups_.needs.does_need(module, x.module); });
}

void reload_plan::finish() {
  event_.reset();
}

void reload_plan::global_hook_ran(tasks::run_global_hook::moment at, const std::string& hook, std::uint64_t round) {
  if (round != round_) return;
  if (at == tasks::run_global_hook::moment::before_all) done_.before_all.insert(hook);
  if (at == tasks::run_global_hook::moment::after_all) done_.after_all.insert(hook);
}

void reload_plan::discovered(const modules::discovered_modules& found, std::uint64_t round) {
  if (round != round_) return;
  for (const auto& module : found.enabled)
    if (!active_.contains(module)) active_.emplace(module, ++last_enabling_);
  done_.found = found;
  // Kept outside of `done_`, which the next reason clears, because runs outside of a reload use the last
  // discovery.
  last_found_ = found;
  enabled_ = {found.enabled.begin(), found.enabled.end()};
}

void reload_plan::definitions_ensured(const std::string& module, std::uint64_t enabling) {
  // Counts from any round, because the definitions are in the cluster now.
  defined_[module] = enabling;
}

void reload_plan::definitions_refused(const std::string& module, std::uint64_t round) {
  if (round == round_) done_.refused.insert(module);
}

void reload_plan::module_ran(const std::string& module, std::uint64_t round) {
  if (round == round_) done_.ran.insert(module);
}

void reload_plan::module_deleted(const std::string& module) {
  // Counts from any round: the module is deleted, and no plan may delete it a second time.
  active_.erase(module);
  if (done_.found) std::erase(done_.found->to_delete, module);
  if (last_found_) std::erase(last_found_->to_delete, module);
}

void reload_plan::deletion_put_off(const std::string& module, std::uint64_t round) {
  if (round == round_) done_.put_off.insert(module);
}

void reload_plan::release_purged(const std::string& release) {
  // Counts from any round, too, because the release is gone.
  if (done_.found) std::erase(done_.found->to_purge, release);
  if (last_found_) std::erase(last_found_->to_purge, release);
}

std::uint64_t reload_plan::enabling(const std::string& module) const {
  const auto i = active_.find(module);
  return i == active_.end() ? 0 : i->second;
}

std::set<std::string> reload_plan::active() const {
  std::set<std::string> names;
  for (const auto& [module, enabling] : active_) names.insert(module);
  return names;
}

bool reload_plan::is_enabled(const std::string& module) const {
  return enabled_.contains(module);
}

bool reload_plan::is_held_back(const std::string& module) const {
  return last_found_ && last_found_->held_back.contains(module);
}

bool reload_plan::is_to_delete(const std::string& module) const {
  return last_found_ && base::contains(last_found_->to_delete, module);
}

bool reload_plan::is_to_purge(const std::string& release) const {
  return last_found_ && base::contains(last_found_->to_purge, release);
}

} // namespace core::main_queue
