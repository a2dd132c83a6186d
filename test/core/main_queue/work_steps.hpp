#pragma once

#include "base/overload.hpp"
#include "core/main_queue/lifecycle_work.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

// The work of queue `main` under test.

namespace test::main_queue {

using namespace core::main_queue;
using namespace core::tasks;

using lines = std::vector<std::string>;
using run_state = core::main_queue::work::run_state;
using reload_state = core::main_queue::work::reload_state;

inline lines texts(const core::main_queue::effects& effects) {
  lines all;
  for (const auto& x : effects)
    all.push_back(std::visit(base::overload{
                               [](const core::main_queue::effect::withdraw_reload&) { return std::string("withdraw"); },
                               [](const core::main_queue::effect::repaired& e) {
                                 const auto* asked = std::get_if<core::tasks::repair::asked_for>(&e.by);
                                 if (asked != nullptr) return "asked for: " + asked->module;
                                 const auto* one = std::get_if<core::tasks::repair::inputs_of>(&e.by);
                                 return "repaired: " + (one != nullptr ? one->module : "all");
                               },
                               [](const core::main_queue::effect::give_way& e) { return "give way: " + e.module; },
                               [](const core::main_queue::effect::append& e) { return describe(e.task, "main"); },
                             },
                             x));
  return all;
}

inline std::string text(const reload_step_variant& x) {
  if (const auto* tasks = std::get_if<core::main_queue::reload_step::tasks_before>(&x)) {
    std::string all;
    for (const auto& task : tasks->tasks) all += (all.empty() ? "" : " ") + describe(task, "main");
    return "tasks: " + all;
  }
  if (const auto* end = std::get_if<core::main_queue::reload_step::finished>(&x))
    return "finished after " + std::to_string(end->lasted.count()) + (end->first ? ", first" : "");
  if (const auto* behind = std::get_if<core::main_queue::reload_step::goes_behind>(&x))
    return "behind: " + describe(behind->task, "main");
  return "compare";
}

/// The work of an operator. The test decides when time passes.
struct work_fixture {
  core::main_queue::work work{{{"b"}, {"z"}}};
  std::int64_t now_us = 1000;
  lines effects; ///< effects of the last ended task

  /// Begins and ends a task.
  void run(const task& x, const task_result& how = task_done{}) {
    REQUIRE(begin(x) == "begun");
    end(how);
  }
  std::string begin(const task& x) {
    const auto begun = work.begin(x, now_us);
    if (const auto* no = std::get_if<task_superseded>(&begun)) return no->reason;
    return "begun";
  }
  void end(const task_result& how = task_done{}) {
    if (work.needs_global_state()) work.global_state_before("values");
    effects = texts(work.end(work.under_way().front().task, how));
  }
  std::string next() { return text(work.next_step(now_us)); }
  /// Ends a discovery that finds these modules, after the earlier tasks of the reload.
  void discover(std::vector<std::string> enabled, std::vector<std::string> to_delete = {}) {
    REQUIRE(next() == "tasks: GlobalHookRun:main:beforeAll:b:");
    run(run_global_hook{"b", run_global_hook::moment::before_all});
    REQUIRE(next() == "tasks: DiscoverModules:main:::");
    REQUIRE(begin(discover_modules{}) == "begun");
    CHECK(work.discovered({std::move(enabled), {}, {}, std::move(to_delete), {}}));
    end();
  }
  void run_after_all() {
    REQUIRE(next() == "tasks: GlobalHookRun:main:afterAll:z:");
    run(run_global_hook{"z", run_global_hook::moment::after_all});
  }
  /// Compares the global state, which ends the reload.
  /// @returns the effects of its end
  lines finish(const std::string& state = "values") {
    const auto step = work.global_state_after(state, now_us);
    const auto* end = std::get_if<core::main_queue::reload_step::finished>(&step);
    REQUIRE(end != nullptr);
    return texts(end->next);
  }
  /// Runs the first reload, which enables the module `web`.
  void reload_once() {
    static_cast<void>(work.want_reload("test"));
    discover({"web"});
    static_cast<void>(next());
    run(run_module{"web", 1, "test"});
    run_after_all();
    REQUIRE(next() == "compare");
    REQUIRE(text(work.global_state_after("values", now_us)).starts_with("finished"));
  }
};

} // namespace test::main_queue
