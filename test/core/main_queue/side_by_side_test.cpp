#include "side_by_side_model.hpp"
#include "work_steps.hpp"

using namespace test::main_queue;
using namespace test::side_by_side;

namespace {

using kind = change::kind;

/// The part of the outcome that must be the same in all sequences of a scenario.
struct outcome_of_all {
  std::size_t ways = 0;
  std::size_t most_at_once = 0;
  bool has_passed = false;  ///< in any sequence
  model::releases released; ///< at the end
};

/// The limit of sequences. A scenario has a few thousand; work that begins again without a reason would have
/// too many.
constexpr std::size_t ways_max = 100'000;

outcome_of_all take_all_ways(const scenario& of, std::size_t at_once) {
  outcome_of_all all;
  chooser choose;
  do {
    model one(of, at_once, choose);
    one.run_to_end();
    all.released = one.released();
    all.most_at_once = std::max(all.most_at_once, one.most_at_once());
    all.has_passed = all.has_passed || one.has_passed();
    if (++all.ways == ways_max) FAIL("there are too many ways: what has ended begins again");
    if (one.released() != one.wanted()) FAIL("something else is released in the end than is wanted");
  } while (choose.next_way());
  return all;
}

const std::map<std::string, std::string> two_and_one{{"a", "010"}, {"b", "010"}, {"c", "020"}};
const std::map<std::string, std::string> three_and_one{{"a", "010"}, {"b", "010"}, {"c", "010"}, {"d", "020"}};
const std::map<std::string, std::string> two_and_two{{"a", "010"}, {"b", "010"}, {"c", "020"}, {"d", "020"}};

const scenario scenarios[] = {
  {"no change, four modules in two groups", two_and_two, {"a", "b", "c", "d"}},
  {"one of a group fails once", three_and_one, {"a", "b", "c", "d"}, {"b"}},
  {"two of a group fail once, and one of the next", two_and_one, {"a", "b", "c"}, {"a", "b", "c"}},
  {"global values change", two_and_two, {"a", "b", "c", "d"}, {}, {{kind::global_values}}},
  {"global values change, and one fails", three_and_one, {"a", "b", "c", "d"}, {"b"}, {{kind::global_values}}},
  {"values of one change, and it fails", two_and_one, {"a", "b", "c"}, {"b"}, {{kind::values_of, "b"}}},
  {"one of a group is disabled", three_and_one, {"a", "b", "c", "d"}, {}, {{kind::disable, "b"}}},
  {"one of a group that fails is disabled", two_and_one, {"a", "b", "c"}, {"b"}, {{kind::disable, "b"}}},
  {"one of a group is enabled", three_and_one, {"a", "c", "d"}, {}, {{kind::enable, "b"}}},
  {"one is disabled and enabled again",
   two_and_one,
   {"a", "b", "c"},
   {},
   {{kind::disable, "b"}, {kind::enable, "b"}},
   {},
   false},
  {"reasons come faster than modules run",
   {{"a", "010"}, {"b", "010"}},
   {"a", "b"},
   {},
   {{kind::global_values}, {kind::global_values}, {kind::global_values}},
   {},
   false},
  {"with global hooks", two_and_one, {"a", "b", "c"}, {"a"}, {{kind::global_values}}, {{"before"}, {"after"}}},
};

/// Scenarios in which modules pass a failed module.
const scenario passing[] = {
  {.name = "the first fails once",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"a"},
   .on_failure = module_failure::go_on},
  {.name = "the first fails once, and its values change",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"a"},
   .changes = {{kind::values_of, "a"}},
   .changes_between_messages = false,
   .on_failure = module_failure::go_on},
  {.name = "the first fails once, and global values change",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"a"},
   .changes = {{kind::global_values}},
   .changes_between_messages = false,
   .on_failure = module_failure::go_on},
  {.name = "the first fails once, and is disabled",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"a"},
   .changes = {{kind::disable, "a"}},
   .changes_between_messages = false,
   .on_failure = module_failure::go_on},
  {.name = "the first fails once, and the last needs it",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"a"},
   .on_failure = module_failure::go_on,
   .needs = {{"c", {"a"}}}},
  {.name = "two fail once, one needs the other, and global values change",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"a", "c"},
   .changes = {{kind::global_values}},
   .changes_between_messages = false,
   .on_failure = module_failure::go_on,
   .needs = {{"b", {"a"}}, {"c", {"b"}}}},
};

/// Scenarios in which a reason for a reload comes during each task.
const scenario restless[] = {
  {.name = "modules one after another", .numbers = two_and_two, .enabled = {"a", "b", "c", "d"}, .is_restless = true},
  {.name = "with global hooks",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .hooks = {{"before"}, {"after"}},
   .is_restless = true},
  {.name = "the last fails once",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .failing = {"c"},
   .is_restless = true},
  {.name = "the first always fails",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .is_restless = true,
   .always_failing = {"a"}},
  {.name = "the first always fails, and the rest passes it",
   .numbers = two_and_one,
   .enabled = {"a", "b", "c"},
   .hooks = {{}, {"after"}},
   .on_failure = module_failure::go_on,
   .is_restless = true,
   .always_failing = {"a"}},
};

} // namespace

TEST_SUITE("core/modules side by side") {
  TEST_CASE("an event behind a reload has its turn after a few rounds, and the reload ends, although reasons go on") {
    for (const auto& x : restless) {
      const std::string name = x.name;
      CAPTURE(name);
      for (const std::size_t at_once : {1, 4}) {
        CAPTURE(at_once);
        chooser choose;
        std::size_t ways = 0;
        do {
          const auto rounds = model(x, at_once, choose).rounds_until_served();
          REQUIRE_MESSAGE(rounds, "the event waits for ever");
          CHECK(*rounds <= 12);
        } while (choose.next_way() && ++ways < 1'000);
      }
    }
  }

  TEST_CASE("modules that pass a failed module come to the same end, and never pass a module that they need") {
    for (const auto& x : passing) {
      const std::string name = x.name;
      CAPTURE(name);
      const auto one_by_one = take_all_ways(x, 1);
      if (x.needs.size() < 2) CHECK(one_by_one.has_passed);
      for (const std::size_t at_once : {2, 4}) {
        CAPTURE(at_once);
        CHECK(take_all_ways(x, at_once).released == one_by_one.released);
      }
    }
  }

  TEST_CASE(
    "whatever happens in whichever order, the end is that of modules one by one, and numbers keep their order") {
    for (const auto& x : scenarios) {
      const std::string name = x.name;
      CAPTURE(name);
      const auto one_by_one = take_all_ways(x, 1);
      CHECK(one_by_one.most_at_once == 1);
      for (const std::size_t at_once : {2, 4}) {
        CAPTURE(at_once);
        const auto all = take_all_ways(x, at_once);
        CHECK(all.ways > 1);
        CHECK(all.released == one_by_one.released);
        CHECK(all.most_at_once > 1);
      }
    }
  }

  /// A reload that has come to the runs of `a`, `b` and `c`, which have the same number.
  struct group_fixture : work_fixture {
    group_fixture() {
      work = core::main_queue::work{{{"b"}, {"z"}}, {}, {2, {{"a", "1"}, {"b", "1"}, {"c", "1"}}}};
      static_cast<void>(work.want_reload("test"));
      discover({"a", "b", "c"});
      REQUIRE(next() == "tasks: ParallelModuleRun:main:3 modules, a to c:test");
    }
    static task run_of(const std::string& module) { return run_module{module, 1, "test"}; }
    lines end_of(const std::string& module, const task_result& how = task_done{}) {
      return texts(work.end(run_of(module), how));
    }
  };

  TEST_CASE_FIXTURE(group_fixture, "members of a group wait and run as modules alone do") {
    CHECK(work.reload_tasks() == 4);
    REQUIRE(begin(run_of("a")) == "begun");
    REQUIRE(begin(run_of("b")) == "begun");
    CHECK(work.under_way().size() == 2);
    CHECK(work.state_of("a") == run_state::running);
    CHECK(work.state_of("c") == run_state::waiting);
    CHECK(end_of("a", task_failed{}).empty());
    CHECK(work.state_of("a") == run_state::waiting);
    CHECK(end_of("b").empty());
    CHECK(texts(work.want_run("b", "change")) == lines{"ModuleRun:main:b:change"});
    CHECK_MESSAGE(work.want_run("a", "change").empty(), "its next try covers it");
    REQUIRE(begin(run_of("c")) == "begun");
    CHECK(end_of("c").empty());
    run(run_of("a"));
    CHECK(next() == "tasks: GlobalHookRun:main:afterAll:z:");
  }

  TEST_CASE_FIXTURE(group_fixture,
                    "a reason for a reload asks every member that runs to give way, and no other begins") {
    REQUIRE(begin(run_of("a")) == "begun");
    REQUIRE(begin(run_of("b")) == "begun");
    CHECK(texts(work.want_reload("again")) == lines{"withdraw", "repaired: all", "give way: a", "give way: b"});
    CHECK(begin(run_of("c")) == "a run that has begun since covers it");
    CHECK(end_of("a").empty());
    CHECK(end_of("b", task_failed{}).empty());
    CHECK_MESSAGE(work.state_of("b") == run_state::none, "its failure is left to the next round");
    discover({"a", "b", "c"});
    CHECK(next() == "tasks: ParallelModuleRun:main:3 modules, a to c:again");
  }

  TEST_CASE_FIXTURE(group_fixture, "a member that has failed counts as failed while its siblings begin and end") {
    for (int cut = 0; cut < 2; ++cut) {
      REQUIRE(begin(run_of("a")) == "begun");
      static_cast<void>(work.want_reload("test"));
      CHECK(end_of("a").empty());
      discover({"a", "b", "c"});
      static_cast<void>(next());
    }
    REQUIRE(begin(run_of("a")) == "begun");
    REQUIRE(begin(run_of("b")) == "begun");
    CHECK(end_of("a", task_failed{}).empty());
    REQUIRE(begin(run_of("c")) == "begun");
    CHECK(end_of("b").empty());
    CHECK_MESSAGE(texts(work.want_reload("test")).front() == "withdraw", "`a` may need it, so it is not held");
  }

  TEST_CASE_FIXTURE(group_fixture,
                    "a reason that is held begins its round when a member fails, and its siblings give way") {
    for (int cut = 0; cut < 2; ++cut) {
      REQUIRE(begin(run_of("a")) == "begun");
      static_cast<void>(work.want_reload("test"));
      CHECK(end_of("a").empty());
      discover({"a", "b", "c"});
      static_cast<void>(next());
    }
    REQUIRE(begin(run_of("a")) == "begun");
    REQUIRE(begin(run_of("b")) == "begun");
    CHECK(texts(work.want_reload("held")) == lines{"repaired: all", "give way: a", "give way: b"});
    CHECK(end_of("a", task_failed{}) == lines{"withdraw", "repaired: all", "give way: b"});
  }
}
