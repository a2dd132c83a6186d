#include "contract/rules/rule.hpp"

#include "contract/rules/rule_world.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace test {

namespace {

void check_inputs(const text::json& wanted, const reported_run& run, bool global) {
  const auto* section = global ? "global" : "web";
  for (const auto& [name, x] : wanted.as_object()) {
    const auto* found = (name == "values" ? run.values : run.config).find(section);
    CHECK_MESSAGE((found ? found->dump() : "nothing") == x.dump(), name);
  }
}

void check_step(rule_world& world, const rule& x, const rule_step& step) {
  const auto wanted = world.read(step.runs).as_array();
  const auto runs = world.take_runs(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(world.shown(runs[i]).dump() == wanted[i].dump());
  if (!step.inputs.empty()) {
    REQUIRE_FALSE(runs.empty());
    check_inputs(world.read(step.inputs), runs.back(), x.global);
  }
  world.expect(step.then);
}

void check_steps(rule_world& world, const rule& x) {
  for (std::size_t i = 0; i < x.steps.size(); ++i) {
    CAPTURE(i);
    world.act(x.steps[i].act);
    if (i == 0) world.start();
    check_step(world, x, x.steps[i]);
  }
  for (const auto& run : world.stop()) FAIL_CHECK("a run that no step asks for: ", world.shown(run).dump());
}

} // namespace

void check(const rule& x) {
  for (const auto& api : rule_apis()) {
    INFO(api.name);
    rule_world world(api, x);
    try {
      check_steps(world, x);
    } catch (const std::exception& e) {
      FAIL_CHECK(std::string(e.what()), "\n", world.log());
    }
  }
}

} // namespace test
