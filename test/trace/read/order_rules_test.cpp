#include "trace/read/order_rules.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using trace::event;

namespace {

/// A recorded run, made task by task.
struct run_fixture {
  std::vector<event> events;
  std::uint64_t last = 0;

  std::uint64_t add(event x) {
    x.id = ++last;
    x.time_us = static_cast<std::int64_t>(last);
    events.push_back(std::move(x));
    return last;
  }
  /// @returns the id of the request
  std::uint64_t begin(trace::trace_facts facts, int step, std::uint64_t cause) {
    std::string queue = "queue main";
    facts.push_back({"queue", "main"});
    return add({.cause = cause, .sender = queue, .type = {"execute_task"}, .step = step, .facts = std::move(facts)});
  }
  void end(std::uint64_t request, const std::string& outcome = "done") {
    const auto outcome_id = add({.cause = request, .type = {"task_outcome"}});
    add({.cause = outcome_id, .type = {"task_run"}, .facts = {{"outcome", outcome}}});
  }
  void part(std::uint64_t request, trace::event_type type, const std::string& binding) {
    add({.cause = request, .type = type, .facts = {{"module", "web"}, {"binding", binding}}});
  }
  std::string broken() const {
    const trace::read::recorded_run run(events);
    const auto found = trace::read::first_broken_order(run);
    return found ? found->rule : "";
  }
};

const trace::trace_facts web{{"task", "ModuleRun"}, {"module", "web"}};
const trace::trace_facts db{{"task", "ModuleRun"}, {"module", "db"}};

trace::trace_facts hook(const std::string& name) {
  return {{"task", "ModuleHookRun"}, {"hook", name}, {"module", "web"}};
}

} // namespace

TEST_CASE_FIXTURE(run_fixture, "two tasks of a queue at a time are a break, unless they are modules side by side") {
  const auto first = begin(hook("a"), 10, 0);
  const auto second = begin(hook("b"), 10, 0);
  end(first);
  end(second);
  CHECK(broken() == "a queue runs one task at a time");
  events.clear();
  static_cast<void>(begin(hook("a"), 10, 0));
  add({.type = {"start_operator"}});
  end(begin(hook("b"), 10, 0));
  CHECK_MESSAGE(broken().empty(), "the first was running when the operator was killed");
  const auto reload = add({.type = {"task_outcome"}});
  const auto one = begin(web, 5, reload);
  const auto two = begin(db, 5, reload);
  end(one);
  end(two);
  CHECK(broken().empty());
}

TEST_CASE_FIXTURE(run_fixture, "an event that overtakes one whose run has failed is a break") {
  end(begin(hook("a"), 10, 0), "failed");
  end(begin(hook("a"), 10, 0));
  end(begin(hook("b"), 10, 0));
  CHECK(broken().empty());
  end(begin(hook("a"), 10, 0), "failed");
  end(begin(hook("b"), 10, 0));
  CHECK(broken() == "a run for events that has failed is tried again before anything else in its queue");
}

TEST_CASE_FIXTURE(run_fixture, "steps of a reload out of order are a break, but not after a new reason") {
  const auto reason = add({.type = {"config_changed"}});
  const auto converge = [&](std::vector<std::uint64_t> reasons) {
    const auto step = begin({{"task", "ConvergeModules"}}, 0, reason);
    add({.cause = step, .type = {"reasons"}, .also = std::move(reasons), .facts = {{"task", "ConvergeModules"}}});
    const auto outcome = add({.cause = step, .type = {"task_outcome"}});
    add({.cause = outcome, .type = {"task_run"}, .facts = {{"outcome", "continues"}}});
    return outcome;
  };
  end(begin(web, 5, converge({reason})));
  const auto other = add({.type = {"config_changed"}});
  end(begin({{"task", "DiscoverModules"}}, 4, converge({reason, other})));
  CHECK(broken().empty());
  end(begin(web, 5, converge({reason, other})));
  end(begin({{"task", "GlobalHookRun"}, {"hook", "a"}}, 8, converge({reason, other})));
  end(begin({{"task", "DiscoverModules"}}, 4, converge({reason, other})));
  CHECK_MESSAGE(broken().empty(), "afterAll hooks have changed values");
  end(begin(web, 5, converge({reason, other})));
  end(begin({{"task", "DiscoverModules"}}, 4, converge({reason, other})));
  CHECK(broken() == "a round of a reload has its steps in order");
}

TEST_CASE_FIXTURE(run_fixture, "Helm before the hooks that come before it is a break") {
  const auto reason = add({.type = {"config_changed"}});
  const auto request = begin(web, 5, reason);
  part(request, "hook_run", "onStartup");
  part(request, "hook_run", "beforeHelm");
  part(request, "helm_run", "");
  part(request, "hook_run", "afterHelm");
  end(request);
  CHECK(broken().empty());
  const auto other = begin(web, 5, reason);
  part(other, "helm_run", "");
  part(other, "hook_run", "beforeHelm");
  end(other);
  CHECK(broken() == "a run of a module has onStartup, beforeHelm, Helm and afterHelm in this order");
}
