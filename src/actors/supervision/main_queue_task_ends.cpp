#include "actors/supervision/main_queue_tasks.hpp"

#include <variant>

namespace actors::supervision {

void main_queue_tasks::note_removal_end(const core::tasks::task& x, const core::tasks::task_result& how) {
  if (!std::holds_alternative<core::tasks::task_done>(how)) return;
  if (const auto* purge = std::get_if<core::tasks::purge_release>(&x)) tell_.reports.on_removed(purge->release);
  if (std::holds_alternative<core::tasks::delete_module>(x)) tell_.reports.on_removed(core::tasks::module_of(x));
}

void main_queue_tasks::note_run_end(const core::tasks::task& x, const core::tasks::task_result& how) {
  if (!std::holds_alternative<core::tasks::run_module>(x)) return;
  const auto* failure = std::get_if<core::tasks::task_failed>(&how);
  // A run that has given way, or that is to be repeated, has no result: the result of the run before it still
  // shows how the module is.
  if (failure == nullptr && !std::holds_alternative<core::tasks::task_done>(how)) return;
  const auto module = core::tasks::module_of(x);
  const auto why = failure == nullptr ? std::string() : failure->reason.message;
  if (scripts_.stands(module)) graces_.ran(module);
  run_ends_[module] = {self_->shared().wall_time_us(), ran_for(x), why};
  tell_.reports.on_run_end(module, why);
}

} // namespace actors::supervision
