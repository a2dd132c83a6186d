#include "core/modules/module_lifecycle.hpp"

#include <cassert>
#include <utility>

namespace core::modules {

using namespace core::modules::module_step;

namespace {

const std::vector<std::string>& hooks_at(const module_hooks& hooks, moment at) {
  switch (at) {
    case moment::on_startup: return hooks.on_startup;
    case moment::before_helm: return hooks.before_helm;
    case moment::after_helm: return hooks.after_helm;
    case moment::before_delete_helm: return hooks.before_delete_helm;
    case moment::after_delete_helm: return hooks.after_delete_helm;
  }
  return hooks.on_startup;
}

/// Hooks of the deletion see the snapshots of their bindings. So the objects must be known, even if the
/// module was never enabled in this process.
bool deletion_needs_snapshots(const module_hooks& hooks) {
  return hooks.has_kubernetes_bindings && (!hooks.before_delete_helm.empty() || !hooks.after_delete_helm.empty());
}

} // namespace

// -- the life of a module over several runs

bool module_lifecycle::life::has_monitors() const noexcept {
  return reached != start_up::none && reached != start_up::started;
}

void module_lifecycle::life::begin_enabling(std::uint64_t next) noexcept {
  if (enabling == next) return;
  enabling = next;
  // Each enabling runs the onStartup hooks again. Existing watches have current objects, so they stay.
  reached = has_monitors() ? start_up::monitored : start_up::none;
}

void module_lifecycle::life::monitors_started() noexcept {
  reached = reached == start_up::none ? start_up::monitored : start_up::started_and_monitored;
}

void module_lifecycle::life::started() noexcept {
  reached = reached == start_up::none ? start_up::started : start_up::started_and_monitored;
}

// -- beginnings and ends

effect module_lifecycle::begin_run(std::uint64_t enabling) {
  enabling_ = enabling;
  // The release of the started hooks is gone, so the module starts from the beginning.
  if (removal_ != removal::none) return forget_for(goal::run);
  if (!life_) return load(goal::run);
  life_->begin_enabling(enabling);
  return continue_run();
}

effect module_lifecycle::begin_delete() {
  // A deletion that has begun before is continued. The release is not looked up, because it may already look
  // as if it had never existed.
  if (removal_ != removal::none) return life_ ? continue_deletion() : load(goal::deletion);
  now_ = looking_up{};
  return look_up_release{};
}

bool module_lifecycle::has_started_up() const noexcept {
  return removal_ == removal::none && life_ && life_->reached >= start_up::started_and_monitored;
}

effect module_lifecycle::release_found(release_at_deletion x) {
  assert(std::holds_alternative<looking_up>(now_));
  // There is neither a release nor a running hook, so no hook needs to clean up.
  if (x == release_at_deletion::none && !life_ && !owes_deletion_hooks_) return forget_for(goal::deletion);
  if (x == release_at_deletion::uninstalled) removal_ = removal::uninstalled;
  return life_ ? continue_deletion() : load(goal::deletion);
}

effect module_lifecycle::load(goal of) {
  now_ = loading{of};
  return load_hooks{};
}

effect module_lifecycle::loaded(module_hooks hooks) {
  const auto* under_way = std::get_if<loading>(&now_);
  assert(under_way != nullptr);
  life_ = life{std::move(hooks), enabling_};
  return under_way->of == goal::run ? continue_run() : continue_deletion();
}

effect module_lifecycle::succeeded() {
  return std::visit([this](auto x) { return after(x); }, now_);
}

effect module_lifecycle::failed(base::error reason) {
  now_ = idle{};
  return finish{finish::kind::failed, std::move(reason)};
}

effect module_lifecycle::refused(base::error reason) {
  // A module at this point has monitors. Without an onStartup hook, the hooks before Helm run again anyway.
  if (std::holds_alternative<applying_chart>(now_) && !life_->hooks.on_startup.empty())
    life_->reached = start_up::monitored;
  return failed(std::move(reason));
}

void module_lifecycle::synchronize_again() noexcept {
  // If the start has not reached this point, it synchronizes all hooks later anyway.
  if (life_ && life_->reached > start_up::started_and_monitored) life_->reached = start_up::started_and_monitored;
}

void module_lifecycle::values_changed_after_helm() noexcept {
  if (auto* hooks = std::get_if<running_after_helm>(&now_)) hooks->end = finish::kind::again;
}

// -- where a run and a deletion go on

effect module_lifecycle::continue_run() {
  switch (life_->reached) {
    case start_up::none:
    case start_up::monitored: return run_hooks({moment::on_startup});
    case start_up::started: now_ = starting_monitors{goal::run}; return start_monitors{};
    case start_up::started_and_monitored: now_ = synchronizing{}; return synchronize{};
    case start_up::synchronized: now_ = enabling_schedules{}; return enable_schedules{};
    case start_up::scheduled: return run_hooks({moment::before_helm});
  }
  assert(false && "every stage has a continuation");
  return finish{};
}

effect module_lifecycle::continue_deletion() {
  if (removal_ == removal::hooks_done) {
    // The record is removed last. If the operator is killed before that, the next operator finds the record
    // and runs the afterDeleteHelm hooks.
    now_ = removing_record{};
    return remove_record{};
  }
  if (!life_->has_monitors() && deletion_needs_snapshots(life_->hooks)) {
    now_ = starting_monitors{goal::deletion};
    return start_monitors{};
  }
  return run_hooks({removal_ == removal::none ? moment::before_delete_helm : moment::after_delete_helm});
}

effect module_lifecycle::run_hooks(running_hooks next) {
  const auto& hooks = hooks_at(life_->hooks, next.at);
  if (next.index >= hooks.size()) return after_hooks(next.at);
  now_ = next;
  return run_hook{next.at, hooks[next.index]};
}

effect module_lifecycle::after_hooks(moment at) {
  switch (at) {
    case moment::on_startup: life_->started(); return continue_run();
    case moment::before_helm: now_ = applying_chart{}; return run_helm{};
    case moment::after_helm: break; // has a separate activity
    case moment::before_delete_helm: now_ = uninstalling{}; return uninstall{};
    case moment::after_delete_helm: removal_ = removal::hooks_done; return continue_deletion();
  }
  assert(false && "every moment but afterHelm has a continuation");
  return finish{};
}

effect module_lifecycle::forget_for(goal of) {
  now_ = forgetting{of};
  return forget{};
}

effect module_lifecycle::run_after_helm(running_after_helm next) {
  const auto& hooks = life_->hooks.after_helm;
  if (next.index < hooks.size()) {
    now_ = next;
    return run_hook{moment::after_helm, hooks[next.index]};
  }
  now_ = idle{};
  return finish{next.end};
}

// -- the effect after the effect that has been carried out

effect module_lifecycle::after(starting_monitors x) {
  life_->monitors_started();
  return x.of == goal::run ? continue_run() : continue_deletion();
}

effect module_lifecycle::after(running_hooks x) {
  return run_hooks({x.at, x.index + 1});
}

effect module_lifecycle::after(running_after_helm x) {
  return run_after_helm({x.index + 1, x.end});
}

effect module_lifecycle::after(synchronizing) {
  life_->reached = start_up::synchronized;
  return continue_run();
}

effect module_lifecycle::after(enabling_schedules) {
  life_->reached = start_up::scheduled;
  return continue_run();
}

effect module_lifecycle::after(applying_chart) {
  return run_after_helm({});
}

effect module_lifecycle::after(uninstalling) {
  removal_ = removal::uninstalled;
  return continue_deletion();
}

effect module_lifecycle::after(removing_record) {
  return forget_for(goal::deletion);
}

effect module_lifecycle::after(forgetting x) {
  const auto enabling = enabling_;
  // If the module was enabled again before the hooks of its deletion have run, the next deletion must run
  // them.
  const bool owes = x.of == goal::run && (owes_deletion_hooks_ || removal_ == removal::uninstalled);
  // All other state belongs to the life that has ended.
  *this = module_lifecycle{};
  owes_deletion_hooks_ = owes;
  return x.of == goal::run ? begin_run(enabling) : finish{};
}

effect module_lifecycle::after(idle) {
  assert(false && "no effect is under way");
  return finish{};
}

effect module_lifecycle::after(looking_up) {
  assert(false && "the look is answered by release_found()");
  return finish{};
}

effect module_lifecycle::after(loading) {
  assert(false && "loading is answered by loaded()");
  return finish{};
}

} // namespace core::modules
