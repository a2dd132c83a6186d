#include "core/modules/object_wait.hpp"

#include <utility>

namespace core::modules {

void object_wait::begin(task x) {
  // The next try of a deletion keeps its patience.
  if (x == task::run) patience_ = patience::fresh;
  task_ = x;
}

object_wait::effect object_wait::known() {
  switch (std::exchange(wanted_, wanted::by_nothing)) {
    case wanted::by_nothing: break;
    case wanted::by_this_task: return effect::go_on;
    case wanted::by_next_task: return effect::ask_for_run;
  }
  return effect::none;
}

object_wait::effect object_wait::refused() {
  if (wanted_ != wanted::by_this_task) return effect::none;
  wanted_ = wanted::by_nothing;
  // If the list is still refused, the cause is usually a permission that was removed together with the
  // module. It would never be granted again, so the deletion goes on without the objects.
  return task_ == task::deletion && patience_ == patience::over ? effect::go_on : effect::end_task;
}

bool object_wait::give_way() {
  if (wanted_ != wanted::by_this_task) return false;
  wanted_ = wanted::by_nothing;
  return true;
}

std::optional<std::uint64_t> object_wait::put_off() {
  wanted_ = wanted::by_next_task;
  // The patience begins at the first refusal. Later tries of the same deletion do not restart it.
  if (task_ != task::deletion || patience_ != patience::fresh) return std::nullopt;
  patience_ = patience::waiting;
  return ++waits_;
}

bool object_wait::take_end_of_patience(std::uint64_t number) {
  // The reminder may belong to an earlier deletion.
  if (patience_ != patience::waiting || number != waits_) return false;
  patience_ = patience::over;
  return true;
}

void object_wait::forget() {
  wanted_ = wanted::by_nothing;
  patience_ = patience::fresh;
}

} // namespace core::modules
