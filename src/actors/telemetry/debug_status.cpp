#include "actors/messages/debug.hpp"
#include "actors/messages/status.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "core/status/failure_words.hpp"
#include "core/status/hook_clues.hpp"
#include "core/status/hook_status.hpp"
#include "core/status/platform_status.hpp"
#include "core/status/problem_links.hpp"
#include "core/status/script_places.hpp"
#include "core/status/slow_work.hpp"
#include "core/status/status_json.hpp"
#include "core/status/status_text.hpp"
#include "core/status/waited_objects.hpp"
#include "core/values/names.hpp"
#include "sys/files/files.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actors::telemetry {

namespace {

/// The exit code for scripts if something is wrong, like that of `diff`. The code 1 means that there is no
/// answer.
constexpr int something_is_wrong = 2;

/// The answers so far, and the number of missing answers.
struct gathering {
  gathered_status status;
  std::size_t missing = 0;
  std::function<void(const gathered_status&)> then;

  void note_answer() {
    if (--missing > 0) return;
    core::status::show_words(status.facts);
    then(status);
  }
};

/// Asks the parts that exist once the operator has begun to start.
void ask_parts(framework::acting& self, const messages::status_described& described,
               const std::shared_ptr<gathering>& all) {
  const auto ask = [&](const auto& part, auto question, auto note) {
    ++all->missing;
    // A part may end before it answers: the rest is shown all the same.
    self.ask(part, question, note, [all](const std::string&) { all->note_answer(); });
  };
  ask(described.helm, messages::describe_releases{}, [all](const messages::releases_described& x) {
    all->status.facts.releases = x.releases;
    all->note_answer();
  });
  ask(described.runner, messages::describe_hook_runs{}, [all](const messages::hook_runs_described& x) {
    all->status.facts.hook_runs = x.ends;
    all->status.facts.loops.insert(all->status.facts.loops.end(), x.loops.begin(), x.loops.end());
    all->note_answer();
  });
  ask(described.reviewer, messages::describe_hook_runs{}, [all](const messages::hook_runs_described& x) {
    all->status.facts.reviews = x.ends;
    all->note_answer();
  });
  ask(described.kube, messages::describe_answers{}, [all](const messages::answers_described& x) {
    all->status.facts.answers = x.answers;
    all->note_answer();
  });
  ask(described.webhooks, messages::describe_webhooks{}, [all](const messages::webhooks_described& x) {
    all->status.facts.webhooks = x.webhooks;
    all->note_answer();
  });
}

/// The step for a run that lasts longer than `--slow-after`.
std::string step_for_slow_run(const core::tasks::lasting_run& x) {
  const auto* begin = x.process.find("waits for the lock of ") == x.process.npos
                        ? "find out why it waits"
                        : "end the process that holds the lock, or see what that process waits for";
  return std::string(begin) + "; `addon-operator queue list` shows the tasks behind it; " + core::tasks::limit_of(x);
}

/// Runs beyond this number get no look: a person waits.
constexpr std::size_t processes_max = 8;

/// Helm names its wait itself, as the stage of its run.
void look_at_processes(std::vector<core::tasks::lasting_run>& runs, const std::function<std::string(int)>& look) {
  if (!look) return;
  for (std::size_t i = 0; i < std::min(runs.size(), processes_max); ++i)
    if (runs[i].pid != 0 && runs[i].stage.empty() && !runs[i].subject.starts_with("helm "))
      runs[i].process = look(runs[i].pid);
}

/// A run with a fault, or that lasts long: `helm upgrade db waits for Job migrate` in the headline.
core::status::status_problem problem_of(const core::tasks::lasting_run& run, core::status::pod_fault fault) {
  core::status::status_problem problem{std::move(fault.reason), std::move(fault.step)};
  problem.brief = run.subject + (run.stage.empty() ? " lasts long" : " " + run.stage);
  return problem;
}

/// The places of values that the failures of modules name. A chart sees the global section and its own.
std::vector<std::string> places_of(const core::status::status_facts& x) {
  std::vector<std::string> places;
  const auto add = [&](const std::string& module, const std::string& failure) {
    for (auto& place : core::status::value_places_in(failure)) {
      const auto section = place.substr(0, place.find('.'));
      if (section == core::values::global_key || section == core::values::to_camel(module))
        places.push_back(std::move(place));
    }
  };
  for (const auto& queue : x.queues) {
    for (const auto& task : queue.tasks) {
      add(task.module, task.failure);
      for (const auto& member : task.members) add(member.module, member.failure);
    }
    for (const auto& task : queue.aside) add(task.module, task.failure);
  }
  return places;
}

/// The files of hooks up to these sizes are searched for clues: scripts are smaller, and a person waits.
constexpr std::size_t hook_bytes_max = std::size_t{64} << 10;
constexpr std::size_t hooks_read_max = 500;

/// The places of values in the enabled scripts of releases that were removed and are not there again.
std::map<std::string, std::vector<std::string>>
values_of_scripts(const std::vector<core::modules::removed_release>& removals) {
  std::map<std::string, std::vector<std::string>> places;
  for (const auto& x : removals) {
    if (x.script.empty() || x.made_again_us) continue;
    if (const auto text = sys::files::read_file(x.script, {.bytes_max = hook_bytes_max}))
      places[x.release] = core::status::value_places_in_script(*text, x.release);
  }
  return places;
}

/// Whether a failure of a queue names a full file system.
bool is_disk_full(const core::status::status_facts& x) {
  const auto names_it = [](const std::string& failure) {
    return failure.find("o space left on device") != failure.npos;
  };
  return std::any_of(x.queues.begin(), x.queues.end(), [&](const auto& queue) {
    const auto is_about_it = [&](const auto& task) {
      return names_it(task.failure) || std::any_of(task.members.begin(), task.members.end(), [&](const auto& member) {
               return names_it(member.failure);
             });
    };
    return std::any_of(queue.tasks.begin(), queue.tasks.end(), is_about_it)
           || std::any_of(queue.aside.begin(), queue.aside.end(), is_about_it);
  });
}

/// The texts of the files of hooks, if a problem needs them.
core::status::hook_texts texts_of(const std::vector<core::status::hook_status>& hooks,
                                  const core::status::status_facts& x) {
  const bool is_value_missing =
    std::any_of(x.values.begin(), x.values.end(), [](const auto& y) { return y.second.type.empty(); });
  core::status::hook_texts texts;
  if (!is_value_missing && !is_disk_full(x)) return texts;
  for (const auto& hook : hooks) {
    if (texts.size() == hooks_read_max) break;
    if (auto text = sys::files::read_file(hook.path, {.bytes_max = hook_bytes_max}))
      texts[hook.path] = std::move(*text);
  }
  return texts;
}

/// `{"enabledModules": [names], "modules": [...]}`: the predecessor's list, in its order, and the table in
/// the order of execution.
text::json json_of_modules(const core::status::status_facts& facts, const core::status::platform_status& status) {
  std::vector<std::string> names;
  for (const auto& module : facts.modules)
    if (module.is_enabled) names.push_back(module.name);
  std::sort(names.begin(), names.end());
  text::json::array_type modules;
  for (const auto& module : status.modules) modules.push_back(core::status::json_of(module));
  return text::json::object({{"enabledModules", text::json::array({names.begin(), names.end()})},
                             {"modules", text::json::array(std::move(modules))}});
}

} // namespace

void debug_server_state::with_status(const sys::http::reply_function& reply,
                                     std::function<void(const gathered_status&)> then) {
  self_->ask(
    supervisor_, messages::describe_status{},
    [this, then = std::move(then)](const messages::status_described& described) {
      const auto all = std::make_shared<gathering>();
      all->status.facts = described.facts;
      all->status.lasting = described.lasting;
      all->status.releases = described.releases;
      all->status.values = described.values;
      all->status.has_begun = static_cast<bool>(described.helm);
      all->then = then;
      // The 1 counts this function, so that no answer ends the gathering before all actors have been asked.
      all->missing = described.queues.size() + described.owners.size() + 1;
      // An actor may end before it answers: the rest is shown all the same.
      const auto without = [all](const std::string&) { all->note_answer(); };
      for (const auto& [name, queue] : described.queues)
        self_->ask(
          queue, messages::describe_queue{},
          [all](const messages::queue_described& x) {
            all->status.facts.queues.push_back(x.dump);
            all->note_answer();
          },
          without);
      all->status.hooks.resize(described.owners.size());
      for (const auto& [name, owner] : described.owners) all->status.owners.emplace(name, owner);
      for (std::size_t i = 0; i < described.owners.size(); ++i) {
        const auto& [name, owner] = described.owners[i];
        all->status.hooks[i] = {name, std::make_shared<const core::bindings::hook_registry>()};
        self_->ask(
          owner, messages::describe_hooks{},
          [all, i](const messages::hooks_described& x) {
            all->status.hooks[i].second = x.hooks;
            all->note_answer();
          },
          without);
      }
      if (described.helm) ask_parts(*self_, described, all);
      all->note_answer();
    },
    unanswered(reply));
}

void debug_server_state::answer(const ask_status& x, const sys::http::reply_function& reply) {
  with_status(reply, [this, x, reply](const gathered_status& all) {
    with_snapshots(all, [this, x, reply](const gathered_status& with_objects) {
      with_values(with_objects, [this, x, reply](const gathered_status& with_values) {
        with_workloads(with_values, [this, x, reply](const gathered_status& whole) { reply_status(x, whole, reply); });
      });
    });
  });
}

void debug_server_state::with_values(const gathered_status& all, std::function<void(const gathered_status&)> then) {
  auto of_scripts = values_of_scripts(all.facts.removals);
  auto places = places_of(all.facts);
  for (const auto& [release, more] : of_scripts) places.insert(places.end(), more.begin(), more.end());
  if (!all.has_begun || places.empty()) return then(all);
  self_->ask(
    all.values, messages::describe_values{{}, {}, std::move(places)},
    [all, then, of_scripts = std::move(of_scripts)](const messages::values_described& x) {
      auto with = all;
      with.facts.values = x.places;
      with.facts.values_of_scripts = of_scripts;
      then(with);
    },
    [all, then](const std::string&) { then(all); });
}

void debug_server_state::reply_status(const ask_status& x, const gathered_status& all,
                                      const sys::http::reply_function& reply) {
  auto facts = all.facts;
  if (look_around_) facts.around = look_around_();
  const auto hooks = hooks_of(all);
  const auto texts = texts_of(hooks, facts);
  core::status::add_hook_clues(facts.values, hooks, texts, facts.seen, facts.now_us);
  facts.around.tmp.writer = core::status::writer_of_files(facts.around.tmp.names, hooks, texts);
  auto status = core::status::assemble(facts);
  const auto now_us = self_->shared().steady_time_us();
  auto lasting = all.lasting;
  look_at_processes(lasting, look_at_process_);
  for (const auto& run : lasting) {
    status.programs.push_back(core::tasks::text_of(run, now_us));
    if (auto why = core::status::fault_of_wait(run, now_us, facts.namespace_name, facts.seen))
      status.problems.push_back(problem_of(run, std::move(*why)));
    else if (run.slow)
      status.problems.push_back(problem_of(run, {core::tasks::text_of(run, now_us), step_for_slow_run(run)}));
  }
  for (auto& problem : core::status::slow_module_problems(facts, all.lasting))
    status.problems.push_back(std::move(problem));
  for (auto& problem : core::status::never_due_problems(hooks, all.facts.modules))
    status.problems.push_back(std::move(problem));
  for (auto& remark : core::status::allowed_failures(hooks, all.facts)) status.remarks.push_back(std::move(remark));
  core::status::tie_hooks(status.problems);
  auto page = page_of(
    x.format, [&] { return core::status::text_of_status(status, x.columns); },
    [&] { return core::status::json_of(status); });
  page.exit_code = status.is_well() ? 0 : something_is_wrong;
  reply(std::move(page));
}

void debug_server_state::answer(const ask_modules& x, const sys::http::reply_function& reply) {
  with_status(reply, [this, x, reply](const gathered_status& all) {
    const auto& facts = all.facts;
    const bool is_any_on =
      std::any_of(facts.modules.begin(), facts.modules.end(), [](const auto& module) { return module.is_enabled; });
    if (facts.lead.is_standby)
      return reply(line_reply(503, core::status::words_of_standby(facts.lead, facts.namespace_name)));
    // An empty list would look like a platform without enabled modules.
    if (!is_any_on && !facts.ready_us)
      return reply(line_reply(503, "which modules are enabled is not known yet: ask again"));
    const auto status = core::status::assemble(facts);
    reply(page_of(
      x.format,
      [&] {
        return core::status::text_of_modules(status.modules, status.now_us, x.columns)
               + core::status::text_of(facts.webhooks, x.columns);
      },
      [&] { return json_of_modules(facts, status); }));
  });
}

void debug_server_state::answer(const ask_hooks& x, const sys::http::reply_function& reply) {
  with_status(reply, [this, x, reply](const gathered_status& all) {
    if (!all.has_begun) return reply(line_reply(503, "the operator is starting: ask again"));
    const auto hooks = hooks_of(all);
    reply(page_of(
      x.format, [&] { return core::status::text_of(hooks, all.facts.now_us, x.columns); },
      [&] { return core::status::json_of(hooks); }));
  });
}

} // namespace actors::telemetry
