#include "actors/releases/release_watcher.hpp"

#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace actors::releases {

namespace {

std::int64_t seconds(std::chrono::microseconds x) {
  return std::chrono::ceil<std::chrono::seconds>(x).count();
}

} // namespace

void release_watcher_state::report(const core::releases::manifest_object& object, const std::string& release) {
  if (!is_reported_absent(object, release)) return;
  const auto loss = repairs_.gone({release, object}, self_->shared().steady_time_us());
  // If a client deletes an object again and again, its repair waits. Otherwise queue `main` would only be
  // busy with this object.
  if (loss.repair_in.count() == 0) return repair(object, release);
  await_repairs();
  if (!loss.is_new) return;
  sys::log::log_warning("release_object_restless", {{"release", release},
                                                    {"object", core::releases::describe(object)},
                                                    {"losses", std::int64_t{loss.number}},
                                                    {"repair_in_seconds", seconds(loss.repair_in)}});
  show_repairs(release);
}

void release_watcher_state::repair(const core::releases::manifest_object& object, const std::string& release) {
  self_->tell(supervisor_, messages::resources_absent{{}, release, core::releases::describe(object)});
}

void release_watcher_state::await_repairs() {
  const auto next = repairs_.next_us();
  // An earlier check is planned already, and it will plan the next check.
  if (!next || (next_look_us_ && *next_look_us_ <= *next)) return;
  next_look_us_ = next;
  const auto wait = *next - self_->shared().steady_time_us();
  self_->remind(std::chrono::microseconds(std::max<std::int64_t>(wait, 0)), messages::look_at_repairs{});
}

void release_watcher_state::on_repairs_due(const messages::look_at_repairs&) {
  const auto now = self_->shared().steady_time_us();
  if (next_look_us_ && *next_look_us_ <= now) next_look_us_.reset();
  for (const auto& due : repairs_.take_due(now))
    if (is_reported_absent(due.object, due.release)) repair(due.object, due.release);
  for (const auto& release : repairs_.take_settled(now)) show_repairs(release);
  look_at_endings();
  await_repairs();
  drift_.on_time();
}

void release_watcher_state::show_return(const std::string& release) {
  if (!repairs_.restless_of(release).empty()) show_repairs(release);
}

void release_watcher_state::show_repairs(const std::string& release) {
  std::vector<std::string> missing;
  std::vector<std::string> returned;
  for (const auto& x : repairs_.restless_of(release))
    if (x.is_there)
      returned.push_back(
        fmt::format("{} has gone {} times and is there again", core::releases::describe(x.object), x.losses));
    else
      missing.push_back(fmt::format("{} has gone {} times, so its next repair waits {} s: find the client that deletes "
                                    "it",
                                    core::releases::describe(x.object), x.losses, seconds(x.wait)));
  const auto subject = "objects of release '" + release + "'";
  const auto problem = missing.empty() ? std::nullopt : std::optional(fmt::to_string(fmt::join(missing, "; ")));
  self_->tell(supervisor_, messages::module_state_changed{{}, subject, problem});
  // An object that is there is no problem, and a client may delete it again.
  const auto line = returned.empty() ? std::string()
                                     : fmt::format("{}: {}: this line goes when it has stayed for some minutes; find "
                                                   "the client that deletes it",
                                                   subject, fmt::join(returned, "; "));
  self_->tell(supervisor_, messages::note_removed_objects{{}, release + " (gone again and again)", line});
}

} // namespace actors::releases
