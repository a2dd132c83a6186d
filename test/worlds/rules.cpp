// The rules that hold in every world.
#include "worlds/operator_life.hpp"
#include "worlds/tree_texts.hpp"
#include "worlds/world.hpp"

#include "sys/files/file_tree.hpp"

#include <algorithm>
#include <regex>

namespace worlds {

namespace {

/// A manifest without the number that a chart shows.
std::string without_revision(const std::string& manifest) {
  static const std::regex shown("revision: '[0-9]+'");
  return std::regex_replace(manifest, shown, "");
}

} // namespace

const std::vector<std::string>& all_rules() {
  static const std::vector<std::string> rules{
    "awaited", "cause",        "doubt",    "echo",  "end-state", "event",   "foreign",     "head",    "held",
    "helm",    "hook-metrics", "interval", "leak",  "memory",    "metrics", "numbers",     "ordered", "others",
    "pace",    "pending",      "queue",    "quiet", "reason",    "replay",  "reservation", "restart", "revision",
    "secrecy", "snapshot",     "startup",  "stop",  "timers",    "turn",    "wait",        "wish",    "word"};
  return rules;
}

void world::check_snapshot(const std::string& script, const std::string& place, const text_map& seen) {
  ++seen_.rules["snapshot"];
  auto& last = seen_past_[script];
  const auto when = past_.find(place, seen, last);
  if (when)
    last = *when;
  else if (has_missed_)
    return;
  else if (past_.find(place, seen, 0))
    breach_of("snapshot", script + " saw " + place + " older than before: " + joined(seen));
  else if (!seen.empty() || past_.find(place, {}, 0))
    breach_of("snapshot", script + " saw what never was: " + place + " " + joined(seen));
}

void world::check_event(const std::string& script, const text::json& context) {
  const auto event = context.string_at("watchEvent");
  const auto* shown = context.find("filterResult");
  if (!event || shown == nullptr) return;
  const auto name = shown->string_at("name").value_or("?");
  const auto place = "items " + script.substr(0, script.find('/'));
  if (*event != "Deleted") return;
  ++seen_.rules["event"];
  const auto payload = shown->string_at("payload").value_or("");
  if (!past_.has_vanished(place, name, payload))
    breach_of("event", script + " was told that " + name + "=" + payload + " is deleted, which never was");
}

void world::check_queue(const place& where, sys::process::process_id id, const std::string& what) {
  const auto running = processes_.running();
  std::erase_if(running_in_,
                [&](const auto& x) { return std::find(running.begin(), running.end(), x.second) == running.end(); });
  if (!running_in_.empty()) ++seen_.rules["queue"];
  std::size_t beside = 0;
  for (const auto& [other, program] : running_in_) {
    if (other.queue != where.queue) continue;
    if (!may_be_beside(where, other))
      breach_of("queue", what + " runs in queue " + where.queue + " beside another one");
    ++beside;
  }
  if (beside >= plan_.at_once && beside > 0) breach_of("queue", what + " is one module too many at the same time");
  running_in_[where] = id;
}

/// Only the runs of two modules that have the same number.
bool world::may_be_beside(const place& one, const place& other) const {
  const bool are_two_modules = !one.member.empty() && !other.member.empty() && one.member != other.member;
  return plan_.at_once > 1 && are_two_modules && number_of(plan_, one.member) == number_of(plan_, other.member);
}

void world::check_pace(const std::string& what) {
  constexpr std::int64_t window_us = 10'000'000;
  // A run and a deletion of the same module are two tasks: each may try at once, once earlier than its rule says
  // because something may have been repaired, and once by its rule.
  constexpr std::size_t tries_max = 6;
  auto& times = failed_at_[what];
  times.push_back(now_us_);
  std::erase_if(times, [&](std::int64_t time) { return time < now_us_ - window_us; });
  if (times.size() > 1) ++seen_.rules["pace"];
  if (times.size() > tries_max)
    breach_of("pace", what + " was tried " + std::to_string(times.size()) + " times in 10 s, and failed each time");
}

/// A module has started when something of it runs that comes after its onStartup hooks: that these have exited with 0
/// does not say that their output could be read.
void world::check_startup(const test::hook_run& run) {
  const auto owner = run.script.substr(0, run.script.find('/'));
  const auto reasons = run.reasons();
  if (run.script.ends_with("/enabled")) return;
  unrecorded_.erase(owner);
  if (reasons != "onStartup") {
    if (started_[owner]) ++seen_.rules["startup"];
    started_[owner] = reasons != "afterDeleteHelm";
    return;
  }
  if (started_[owner]) breach_of("startup", run.script + " ran onStartup twice for one enabling");
}

void world::check_secrecy(const std::string& text) {
  if (!api_.objects("Secret", apps_namespace).empty()) ++seen_.rules["secrecy"];
  // jq shows the beginning of a value only.
  if (text.find(std::string_view(secret_marker).substr(0, 8)) != text.npos)
    breach_of("secrecy", "a Secret's content stands in: " + text);
}

/// A recorded event names a cause that was recorded before, or no cause. Causes that were recorded long ago are not
/// kept.
void world::check_cause(const trace::event& event) {
  if (event.cause != 0) ++seen_.rules["cause"];
  if (event.cause != 0 && !recorded_.contains(event.cause))
    breach_of("cause", event.type + " to " + event.receiver + " has a cause that nobody has seen");
  recorded_.insert(event.id);
}

/// Whether the ConfigMaps that a release has are there; those that somebody has deleted are worth a revision.
bool world::has_all_objects(const std::string& release, const std::string& manifest) const {
  const auto is_there = [&](const std::string& name) {
    return api_.object("ConfigMap", operator_namespace, name).has_value();
  };
  const auto extra = release + std::string(extra_suffix);
  return is_there(release) && (manifest.find(extra) == manifest.npos || is_there(extra));
}

void world::check_revision(const std::string& release) {
  const auto made = helm_.latest(release);
  if (!made) return;
  const auto last_begun = std::exchange(begun_revisions_[release], made->revision);
  const auto before = helm_.stored(release, made->revision - 1);
  if (!before || before->status != "deployed" || !has_all_objects(release, before->manifest)) return;
  // An upgrade that has not come to its end may have changed anything.
  if (last_begun != before->revision || helm_.finished(release) != before->revision) return;
  // A rendering that was not noted is worth a revision.
  const auto number = before->labels.find("moduleRevision");
  const bool is_own = number != before->labels.end() && number->second == std::to_string(before->revision);
  if (!is_own || !before->labels.contains("moduleChecksum")) return;
  ++seen_.rules["revision"];
  if (without_revision(made->manifest) == without_revision(before->manifest))
    breach_of("revision", "revision " + std::to_string(made->revision) + " of " + release + " is as the one before it");
}

void world::check_quiet(std::size_t programs_before) {
  if (!breaches_.empty()) return;
  ++seen_.rules["quiet"];
  if (programs_ != programs_before)
    breach_of("quiet", std::to_string(programs_ - programs_before) + " programs ran although nothing changed");
}

void world::check_stopped() {
  ++seen_.rules["leak"];
  if (life_->way().open() != 0)
    return breach_of("leak", std::to_string(life_->way().open()) + " transfers are open after the stop");
  if (api_.open_watches() != 0)
    return breach_of("leak", std::to_string(api_.open_watches()) + " watches are open after the stop");
  const auto left = processes_.running();
  if (!left.empty()) return breach_of("leak", std::to_string(left.size()) + " processes run after the stop");
  const auto tree = sys::files::list_tree(life_->tmp_dir());
  if (tree && !tree->empty()) breach_of("leak", "the temp directory has " + tree->front().path);
}

} // namespace worlds
