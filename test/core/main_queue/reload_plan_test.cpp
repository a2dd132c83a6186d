#include "core/main_queue/reload_plan.hpp"

#include <doctest/doctest.h>

using namespace core::main_queue;
using namespace core::modules;
using namespace core::tasks;

namespace {

using moment = run_global_hook::moment;

std::vector<std::string> texts(const std::vector<task>& tasks) {
  std::vector<std::string> all;
  for (const auto& x : tasks) all.push_back(describe(x, "main"));
  return all;
}

discovered_modules found(std::vector<std::string> enabled, std::vector<std::string> to_delete = {},
                         std::vector<std::string> to_purge = {}) {
  return {std::move(enabled), {}, {}, std::move(to_delete), std::move(to_purge)};
}

/// Carries out a whole plan, without disturbances.
std::vector<std::string> run_to_end(reload_plan& plan, const discovered_modules& discovered) {
  std::vector<std::string> done;
  for (auto next = plan.plan(); !next.empty(); next = plan.plan())
    for (const auto& x : next) {
      done.push_back(describe(x, "main"));
      const auto round = plan.round();
      if (const auto* hook = std::get_if<run_global_hook>(&x)) plan.global_hook_ran(hook->at, hook->hook, round);
      if (std::holds_alternative<discover_modules>(x)) plan.discovered(discovered, round);
      if (const auto* first = std::get_if<ensure_definitions>(&x))
        plan.definitions_ensured(first->module, first->enabling);
      if (const auto* run = std::get_if<run_module>(&x)) plan.module_ran(run->module, round);
      if (const auto* removal = std::get_if<delete_module>(&x)) plan.module_deleted(removal->module);
      if (const auto* purge = std::get_if<purge_release>(&x)) plan.release_purged(purge->release);
    }
  plan.finish();
  return done;
}

} // namespace

TEST_SUITE("core/reload_plan") {
  TEST_CASE("a reload is beforeAll, discovery, runs, deletions, purges, afterAll") {
    reload_plan plan{{{"b1", "b2"}, {"z"}}};
    CHECK(plan.plan().empty());
    plan.want("Operator-Startup");
    CHECK(run_to_end(plan, found({"a", "b"}, {"c", "d"}, {"x", "y"}))
          == std::vector<std::string>{
            "GlobalHookRun:main:beforeAll:b1:", "GlobalHookRun:main:beforeAll:b2:", "DiscoverModules:main:::",
            "ModuleRun:main:a:Operator-Startup", "ModuleRun:main:b:Operator-Startup", "ModuleDelete:main:d:",
            "ModuleDelete:main:c:", "ModulePurge:main:y:", "ModulePurge:main:x:", "GlobalHookRun:main:afterAll:z:"});
    CHECK_FALSE(plan.wanted());
  }

  TEST_CASE("definitions of all modules come before the run of the first, once for each enabling") {
    reload_plan plan{{}, {"b", "c", "x"}};
    plan.want("Operator-Startup");
    const std::vector<std::string> first{"DiscoverModules:main:::",           "ModuleEnsureCRDs:main:b:",
                                         "ModuleEnsureCRDs:main:c:",          "ModuleRun:main:a:Operator-Startup",
                                         "ModuleRun:main:b:Operator-Startup", "ModuleRun:main:c:Operator-Startup"};
    CHECK(run_to_end(plan, found({"a", "b", "c"})) == first);
    plan.want("test");
    CHECK(run_to_end(plan, found({"a", "b"}, {"c"}))
          == std::vector<std::string>{"DiscoverModules:main:::", "ModuleRun:main:a:test", "ModuleRun:main:b:test",
                                      "ModuleDelete:main:c:"});
    plan.want("test");
    CHECK(run_to_end(plan, found({"c"}))
          == std::vector<std::string>{"DiscoverModules:main:::", "ModuleEnsureCRDs:main:c:", "ModuleRun:main:c:test"});
  }

  TEST_CASE("a module whose definitions are refused has no run in this round, and is tried again in the next") {
    reload_plan plan{{}, {"a"}};
    plan.want("test");
    plan.discovered(found({"a", "b"}), plan.round());
    plan.definitions_refused("a", plan.round() - 1);
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleEnsureCRDs:main:a:"});
    plan.definitions_refused("a", plan.round());
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleRun:main:b:test"});
    plan.module_ran("b", plan.round());
    CHECK(plan.are_modules_done());
    plan.want("again");
    plan.discovered(found({"a", "b"}), plan.round());
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleEnsureCRDs:main:a:"});
    CHECK_FALSE(plan.are_modules_done());
  }

  TEST_CASE("a module that is held back gets no definitions") {
    reload_plan plan{{}, {"a"}};
    plan.want("test");
    auto x = found({"a"});
    x.held_back = {"a"};
    plan.discovered(x, plan.round());
    CHECK(plan.plan().empty());
  }

  TEST_CASE("a paused module has no work, and the round is complete without it") {
    reload_plan plan{{}, {"a"}};
    CHECK(plan.set_paused(paused_modules({{"a", {}}, {"c", {}}, {"x", {}}})) == paused_modules());
    plan.want("test");
    plan.discovered(found({"a", "b"}, {"c", "d"}, {"x", "y"}), plan.round());
    CHECK(texts(plan.plan())
          == std::vector<std::string>{"ModuleRun:main:b:test", "ModuleDelete:main:d:", "ModulePurge:main:y:"});
    plan.module_ran("b", plan.round());
    plan.module_deleted("d");
    plan.release_purged("y");
    CHECK(plan.are_modules_done());
    static_cast<void>(plan.set_paused({}));
    CHECK_MESSAGE(!plan.are_modules_done(), "its work is left, and is done in the same round if that goes on");
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleEnsureCRDs:main:a:"});
    plan.definitions_ensured("a", plan.enabling("a"));
    CHECK(texts(plan.plan())
          == std::vector<std::string>{"ModuleRun:main:a:test", "ModuleDelete:main:c:", "ModulePurge:main:x:"});
  }

  TEST_CASE("making a plan twice gives the same plan") {
    reload_plan plan{{{"b"}, {}}};
    plan.want("test");
    CHECK(texts(plan.plan()) == texts(plan.plan()));
  }

  TEST_CASE("a new reason during a reload begins it again, and outcomes of the round before do not count") {
    reload_plan plan{{{"b"}, {}}};
    plan.want("first");
    const auto old_round = plan.round();
    plan.global_hook_ran(moment::before_all, "b", old_round);
    plan.want("second");
    plan.discovered(found({"a"}), old_round);
    plan.module_ran("a", old_round);
    CHECK(texts(plan.plan()) == std::vector<std::string>{"GlobalHookRun:main:beforeAll:b:"});
  }

  TEST_CASE("of several reasons the last one is that of the runs") {
    reload_plan plan{{}};
    plan.want("first");
    plan.want("second");
    plan.discovered(found({"a"}), plan.round());
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleRun:main:a:second"});
  }

  TEST_CASE("a deletion that was planned and taken back is planned again as long as it is not done") {
    reload_plan plan{{}};
    plan.want("first");
    run_to_end(plan, found({"a"}));
    plan.want("second");
    plan.discovered(found({}, {"a"}), plan.round());
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleDelete:main:a:"});
    plan.want("third");
    CHECK(plan.active() == std::set<std::string>{"a"});
  }

  TEST_CASE("the enabling of a module rises only after it was deleted") {
    reload_plan plan{{}};
    plan.want("first");
    run_to_end(plan, found({"a"}));
    const auto first = plan.enabling("a");
    plan.want("second");
    run_to_end(plan, found({"a"}));
    CHECK(plan.enabling("a") == first);
    plan.want("third");
    run_to_end(plan, found({}, {"a"}));
    CHECK(plan.enabling("a") == 0);
    plan.want("fourth");
    run_to_end(plan, found({"a"}));
    CHECK(plan.enabling("a") > first);
  }

  TEST_CASE("a module that is held back is neither run nor deleted") {
    reload_plan plan{{}};
    plan.want("first");
    auto x = found({"a", "b"});
    x.held_back = {"a"};
    CHECK(run_to_end(plan, x) == std::vector<std::string>{"DiscoverModules:main:::", "ModuleRun:main:b:first"});
    CHECK(plan.is_enabled("a"));
  }

  TEST_CASE("no modules at all is a complete reload") {
    reload_plan plan{{}};
    plan.want("first");
    CHECK(run_to_end(plan, found({})) == std::vector<std::string>{"DiscoverModules:main:::"});
  }

  TEST_CASE("neighbours with the same number are one task, unless modules run one by one") {
    const std::map<std::string, std::string> numbers{{"a", "010"}, {"b", "010"}, {"c", "020"},
                                                     {"d", "030"}, {"e", "030"}, {"f", "030"}};
    const auto runs = [&](std::size_t at_once, const discovered_modules& x) {
      reload_plan plan{{}, {"e"}, {at_once, numbers}};
      plan.want("test");
      plan.discovered(x, plan.round());
      plan.definitions_refused("e", plan.round());
      return texts(plan.plan());
    };
    using lines = std::vector<std::string>;
    const auto all = found({"a", "b", "c", "d", "e", "f"}, {"x"});
    CHECK(runs(2, all)
          == lines{"ParallelModuleRun:main:2 modules, a to b:test", "ModuleRun:main:c:test",
                   "ParallelModuleRun:main:2 modules, d to f:test", "ModuleDelete:main:x:"});
    CHECK(runs(1, all)
          == lines{"ModuleRun:main:a:test", "ModuleRun:main:b:test", "ModuleRun:main:c:test", "ModuleRun:main:d:test",
                   "ModuleRun:main:f:test", "ModuleDelete:main:x:"});
    CHECK_MESSAGE(runs(2, found({"a", "c", "g", "h"})).size() == 4, "a module whose number is not known runs alone");
    auto held = found({"a", "b", "d", "f"});
    held.held_back = {"b", "d"};
    CHECK(runs(2, held) == lines{"ModuleRun:main:a:test", "ModuleRun:main:f:test"});
  }

  TEST_CASE("a group that has been cut short has those members left that have not run") {
    reload_plan plan{{}, {}, {4, {{"a", "1"}, {"b", "1"}, {"c", "1"}}}};
    plan.want("test");
    plan.discovered(found({"a", "b", "c"}), plan.round());
    plan.module_ran("b", plan.round());
    const auto left = plan.plan();
    REQUIRE(left.size() == 1);
    const auto& group = std::get<run_modules>(left.front());
    CHECK(group.at_once == 4);
    REQUIRE(group.members.size() == 2);
    CHECK(group.members.back().module == "c");
    CHECK(group.members.back().enabling == plan.enabling("c"));
    CHECK(group.members.back().event == "test");
    plan.module_ran("a", plan.round());
    CHECK(texts(plan.plan()) == std::vector<std::string>{"ModuleRun:main:c:test"});
  }
}
