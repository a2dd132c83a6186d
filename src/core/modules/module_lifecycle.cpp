#include "core/modules/module_lifecycle.hpp"

#include <cassert>
#include <utility>

namespace core {

using namespace module_step;

module_effect module_lifecycle::begin_run(std::uint64_t enabling) {
  purpose_ = purpose::run;
  enabling_ = enabling;
  again_ = false;
  uninstalled_ = false;
  return loaded_ ? after_loading() : enter(phase::loading);
}

module_effect module_lifecycle::begin_delete() {
  purpose_ = purpose::remove;
  ready_ = false;
  return loaded_ ? after_loading() : enter(phase::loading);
}

module_effect module_lifecycle::loaded(module_hooks hooks) {
  assert(phase_ == phase::loading);
  hooks_ = std::move(hooks);
  loaded_ = true;
  return after_loading();
}

module_effect module_lifecycle::after_loading() {
  if (purpose_ == purpose::run) return enter(next_phase_of_run());
  // Hooks around the deletion see the snapshots of their bindings, so these must be known, also if the module was
  // never enabled in this process.
  const bool snapshots_needed = !hooks_.before_delete_helm.empty() || !hooks_.after_delete_helm.empty();
  if (!monitors_ && hooks_.has_kubernetes_bindings && snapshots_needed) return enter(phase::starting_monitors);
  return enter(uninstalled_ ? phase::after_delete_helm : phase::before_delete_helm);
}

module_lifecycle::phase module_lifecycle::next_phase_of_run() const {
  if (started_ != enabling_) return phase::on_startup;
  if (!monitors_) return phase::starting_monitors;
  if (synchronized_ != enabling_) return phase::synchronizing;
  if (!schedules_) return phase::enabling_schedules;
  return phase::before_helm;
}

module_effect module_lifecycle::succeeded() {
  switch (phase_) {
    case phase::on_startup:
      ++hook_;
      return next_hook_or(hooks_.on_startup, moment::on_startup, phase::starting_monitors);
    case phase::starting_monitors:
      monitors_ = true;
      return purpose_ == purpose::run ? enter(next_phase_of_run()) : after_loading();
    case phase::synchronizing: synchronized_ = enabling_; return enter(next_phase_of_run());
    case phase::enabling_schedules: schedules_ = true; return enter(phase::before_helm);
    case phase::before_helm: ++hook_; return next_hook_or(hooks_.before_helm, moment::before_helm, phase::helm);
    case phase::helm: return enter(phase::after_helm);
    case phase::after_helm: ++hook_; return next_hook_or(hooks_.after_helm, moment::after_helm, phase::idle);
    case phase::before_delete_helm:
      ++hook_;
      return next_hook_or(hooks_.before_delete_helm, moment::before_delete_helm, phase::uninstalling);
    case phase::uninstalling: uninstalled_ = true; return enter(phase::after_delete_helm);
    case phase::after_delete_helm:
      ++hook_;
      return next_hook_or(hooks_.after_delete_helm, moment::after_delete_helm, phase::forgetting);
    case phase::forgetting: *this = module_lifecycle{}; return finish{};
    case phase::idle:
    case phase::loading: break;
  }
  assert(false && "no effect is under way");
  return finish{};
}

module_effect module_lifecycle::failed(error reason) {
  phase_ = phase::idle;
  return finish{finish::kind::failed, std::move(reason)};
}

module_effect module_lifecycle::enter(phase next) {
  phase_ = next;
  hook_ = 0;
  switch (next) {
    case phase::loading: return load_hooks{};
    case phase::on_startup: return next_hook_or(hooks_.on_startup, moment::on_startup, phase::starting_monitors);
    case phase::starting_monitors: return start_monitors{};
    case phase::synchronizing: return synchronize{};
    case phase::enabling_schedules: return enable_schedules{};
    case phase::before_helm: return next_hook_or(hooks_.before_helm, moment::before_helm, phase::helm);
    case phase::helm: return run_helm{};
    case phase::after_helm: return next_hook_or(hooks_.after_helm, moment::after_helm, phase::idle);
    case phase::before_delete_helm:
      return next_hook_or(hooks_.before_delete_helm, moment::before_delete_helm, phase::uninstalling);
    case phase::uninstalling: return uninstall{};
    case phase::after_delete_helm:
      return next_hook_or(hooks_.after_delete_helm, moment::after_delete_helm, phase::forgetting);
    case phase::forgetting: return forget{};
    case phase::idle: break;
  }
  ready_ = true;
  return finish{std::exchange(again_, false) ? finish::kind::again : finish::kind::done};
}

module_effect module_lifecycle::next_hook_or(const std::vector<std::string>& hooks, moment at, phase after) {
  if (hook_ < hooks.size()) return run_hook{at, hooks[hook_]};
  if (at == moment::on_startup) started_ = enabling_;
  // Not every phase that follows is due: monitors may run already from an earlier try.
  if (at == moment::on_startup) return enter(next_phase_of_run());
  return enter(after);
}

const char* module_lifecycle::phase_name() const noexcept {
  switch (phase_) {
    case phase::idle: return "idle";
    case phase::loading: return "loading";
    case phase::on_startup: return "onStartup";
    case phase::starting_monitors: return "starting monitors";
    case phase::synchronizing: return "synchronization";
    case phase::enabling_schedules: return "enabling schedules";
    case phase::before_helm: return "beforeHelm";
    case phase::helm: return "helm";
    case phase::after_helm: return "afterHelm";
    case phase::before_delete_helm: return "beforeDeleteHelm";
    case phase::uninstalling: return "uninstall";
    case phase::after_delete_helm: return "afterDeleteHelm";
    case phase::forgetting: return "forgetting";
  }
  return "";
}

} // namespace core
