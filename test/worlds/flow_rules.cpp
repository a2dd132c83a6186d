// Rules of waits, turns and reactions: about the way, which the end of a world does not show.
#include "worlds/world.hpp"

#include "core/releases/release.hpp"
#include "text/json/json.hpp"

#include <cstdlib>
#include <sstream>
#include <utility>
#include <vector>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
/// A commit may be held up by requests that fail slowly in a row, but not for ever.
constexpr std::int64_t turn_max_us = 300'000 * ms;

/// The value of a field in a line of the log; empty if there is no such field.
std::string field_of(const std::string& line, const std::string& name) {
  const auto at = line.find(" " + name + "=");
  if (at == line.npos) return {};
  auto begin = at + name.size() + 2;
  const bool is_quoted = line[begin] == '"';
  if (is_quoted) ++begin;
  return line.substr(begin, line.find(is_quoted ? '"' : ' ', begin) - begin);
}

/// `main` of `queue main`; empty if it is no queue.
std::string queue_named(const std::string& actor) {
  return actor.starts_with("queue ") ? actor.substr(6) : std::string();
}

} // namespace

void world::check_log(const std::string& line) {
  check_echo(line);
  note_lost_hooks(line);
  note_put_off(line);
  if (line.find(" task_retry ") == line.npos) return;
  const auto delay = std::strtod(field_of(line, "retry_in_seconds").c_str(), nullptr);
  if (field_of(line, "error").empty()) breach_of("wait", "a task is tried again, and nothing says why: " + line);
  const auto task = field_of(line, "task");
  constexpr std::string_view run = "ModuleRun:main:";
  if (task.starts_with(run)) ++bad_runs_[task.substr(run.size(), task.find(':', run.size()) - run.size())];
  waits_[wait_of(field_of(line, "queue"), task)] = now_us_ + static_cast<std::int64_t>(delay * 1e6);
}

/// From now on this life begins no removal of a release: a hook that it lacks may want them.
void world::note_lost_hooks(const std::string& line) {
  if (held_ || line.find(" global_hooks_refused ") == line.npos) return;
  held_.emplace();
  std::vector<std::string> names{std::string(stray_release)};
  for (const auto& x : plan_.modules) names.push_back(x.name);
  for (const auto& name : names) {
    const auto latest = helm_.latest(name);
    if (latest && latest->status == "deployed"
        && !latest->labels.contains(std::string(core::releases::module_uninstall_label)))
      held_->insert(name);
  }
  if (!held_->empty()) ++seen_.rules["held"];
}

/// Only the kinds of items come in another version, or in no version.
void world::note_put_off(const std::string& line) {
  if (line.find(" module_hook_put_off ") == line.npos) return;
  const auto path = field_of(line, "hook");
  const auto script = field_of(line, "module") + path.substr(path.rfind('/'));
  put_off_.insert(script);
  if (script.ends_with("/secrets.sh") || script.ends_with("/things.sh"))
    breach_of("awaited", script + " is put off, and its kind has always been known: " + line);
}

void world::check_held(const std::string& release) {
  if (held_ && held_->contains(release))
    breach_of("held", "release " + release + " is uninstalled while global hooks are not known");
}

/// `main ModuleRun:main:alpha`, or `main`.
std::string world::wait_of(const std::string& queue, const std::string& task) const {
  if (plan_.at_once == 1 || !task.starts_with("ModuleRun:")) return queue;
  return queue + " " + task.substr(0, task.rfind(':'));
}

/// A wait that was begun ends before its time only by an event that may have repaired the failure, or by the reload
/// whose task waits.
void world::check_wait(const trace::event& event) {
  const auto are_of = [](const std::string& queue) {
    return [&queue](const auto& x) { return x.first == queue || x.first.starts_with(queue + " "); };
  };
  if (event.type == "failures_repaired" || event.type == "withdraw_tasks")
    std::erase_if(waits_, are_of(queue_named(event.receiver)));
  if (event.type != "execute_task") return;
  const auto queue = queue_named(event.sender);
  const auto own = wait_of(queue, event.summary);
  if (own != queue) end_wait(own, event.sender);
  // A task outside groups begins when no task in the queue waits.
  std::vector<std::string> ended{queue};
  if (own == queue)
    for (const auto& [wait, ends] : waits_)
      if (are_of(queue)(std::pair(wait, ends))) ended.push_back(wait);
  for (const auto& wait : ended) end_wait(wait, event.sender);
}

void world::end_wait(const std::string& wait, const std::string& by) {
  const auto waited = waits_.extract(wait);
  if (waited.empty()) return;
  ++seen_.rules["wait"];
  if (now_us_ + ms < waited.mapped())
    breach_of("wait",
              by + " has ended a wait " + std::to_string((waited.mapped() - now_us_) / ms) + " ms before its time");
}

/// Every hook that wants to change values gets an answer.
void world::check_turn(const trace::event& event) {
  if (event.type == "check_hook_output" || event.type == "commit_hook_output" || event.type == "apply_configuration")
    turns_[event.id] = now_us_;
  if (event.type == "output_checked" || event.type == "output_committed" || event.type == "configuration_applied") {
    // It has waited for other turns, or other turns for it.
    if (turns_.size() > 1) ++seen_.rules["turn"];
    turns_.erase(event.cause);
  }
  if (!turns_.empty() && now_us_ - turns_.begin()->second > turn_max_us)
    breach_of("turn", "a change of values has waited for its turn since "
                        + std::to_string(turns_.begin()->second / (1000 * ms)) + " s");
}

/// The operator's own write to the ConfigMap is no news to it: a change that it reports was made by another client.
void world::check_echo(const std::string& line) {
  if (line.find(" config_map_changed ") == line.npos) return;
  std::istringstream keys(field_of(line, "changed"));
  for (std::string key; std::getline(keys >> std::ws, key, ',');) {
    ++seen_.rules["echo"];
    // A section that is not valid is not used while its module is enabled: its flag changes whether it is used. A
    // section that cannot be read may be `false`: whether the module is off is known when it can be read.
    const auto module = key.ends_with("Enabled") ? key.substr(0, key.size() - 7) : key;
    if (++reactions_[key] > edits_[module] + edits_[module + "Enabled"] + lost_writes_)
      breach_of("echo", "'" + key + "' of the ConfigMap is said to have changed, and nobody else has written it");
  }
}

/// Nor does it write a value that stands there already.
void world::check_own_write(const kube::api::http_request& request) {
  if (request.method != "PATCH" || !request.target.ends_with(std::string("/configmaps/") + operator_config)) return;
  const auto patch = text::parse_json(request.body);
  const auto* data = patch ? patch->find("data") : nullptr;
  const auto now = api_.object("ConfigMap", operator_namespace, operator_config);
  const auto* stored = now ? now->find("data") : nullptr;
  if (data == nullptr || stored == nullptr) return;
  ++seen_.rules["echo"];
  for (const auto& [key, text] : data->as_object()) {
    const auto before = stored->string_at(key);
    if (before && text.is_string() && *before == text.as_string())
      breach_of("echo", "'" + key + "' of the ConfigMap is written, and it was the same before");
  }
}

} // namespace worlds
