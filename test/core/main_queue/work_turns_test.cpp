#include "work_steps.hpp"

using namespace test::main_queue;

TEST_SUITE("core/main_queue/lifecycle_work") {
  /// A reload of `a`, `b` and `c` after `cut` consecutive rounds that were cut short during the run of `a`.
  struct cut_short : work_fixture {
    void cut(int rounds) {
      static_cast<void>(work.want_reload("test"));
      for (int i = 0; i < rounds; ++i) {
        discover({"a", "b", "c"});
        static_cast<void>(next());
        REQUIRE(begin(run_module{"a", 1, "test"}) == "begun");
        REQUIRE(texts(work.want_reload("test")) == lines{"withdraw", "repaired: all", "give way: a"});
        end();
      }
      discover({"a", "b", "c"});
      static_cast<void>(next());
    }
  };

  TEST_CASE_FIXTURE(cut_short, "after two rounds that were cut short every module has a turn before the next reason") {
    cut(2);
    REQUIRE(begin(run_module{"a", 1, "test"}) == "begun");
    CHECK(texts(work.want_reload("held")) == lines{"repaired: all", "give way: a"});
    end();
    CHECK(effects.empty());
    run(run_module{"b", 2, "test"});
    CHECK(texts(work.want_reload("held again")) == lines{"repaired: all"});
    run(run_module{"c", 3, "test"});
    run_after_all();
    CHECK(next() == "compare");
    // Behind the tasks that wait.
    CHECK(finish() == lines{"withdraw", "ConvergeModules:main:::held again"});
    CHECK(work.reload() == reload_state::queued);
    discover({"a", "b", "c"});
    CHECK(next().find("ModuleRun:main:a:held again") != std::string::npos);
    run(run_module{"a", 1, "test"});
    CHECK_MESSAGE(texts(work.want_reload("once more")) == lines{"repaired: all"}, "no round is cut while reasons come");
    for (const auto* module : {"b", "c"}) run(run_module{module, 1, "test"});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(finish() == lines{"withdraw", "ConvergeModules:main:::once more"});
    discover({});
    run_after_all();
    CHECK(next() == "compare");
    CHECK_MESSAGE(finish().empty(), "a reload without a held reason");
    static_cast<void>(work.want_reload("test"));
    run(run_global_hook{"b", run_global_hook::moment::before_all});
    CHECK_MESSAGE(texts(work.want_reload("test")).front() == "withdraw", "the count begins anew");
  }

  TEST_CASE_FIXTURE(cut_short, "the reload of a held reason sees the values that afterAll hooks have changed") {
    cut(2);
    for (const auto* module : {"a", "b", "c"}) run(run_module{module, 1, "test"});
    run_after_all();
    static_cast<void>(work.want_reload("held"));
    CHECK(next() == "compare");
    CHECK(finish("other values") == lines{"withdraw", "ConvergeModules:main:::held"});
  }

  TEST_CASE_FIXTURE(cut_short, "a reload that is cut short again and again goes behind the tasks that wait") {
    static_cast<void>(work.want_reload("test"));
    for (int i = 0; i < 8; ++i) {
      discover({"a", "b", "c"});
      static_cast<void>(next());
      run(run_module{"a", 1, "test"}, task_failed{});
      REQUIRE(texts(work.want_reload("test")).front() == "withdraw");
    }
    CHECK(next() == "behind: ConvergeModules:main:::test");
    CHECK(work.reload() == reload_state::under_way);
    discover({"a", "b", "c"});
  }

  TEST_CASE_FIXTURE(cut_short, "a task that has to be tried again holds up no reason") {
    const task_result failures[] = {task_failed{}, task_continues{}};
    for (const auto& how : failures) {
      cut_short one;
      one.cut(2);
      REQUIRE(one.begin(run_module{"a", 1, "test"}) == "begun");
      static_cast<void>(one.work.want_reload("held"));
      one.end(how);
      CHECK(one.effects == lines{"withdraw", "repaired: all"});
      CHECK(one.next() == "tasks: GlobalHookRun:main:beforeAll:b:");
    }
    cut(2);
    run(run_module{"a", 1, "test"}, task_failed{});
    CHECK(texts(work.want_reload("test")) == lines{"withdraw", "repaired: all"});
  }

  TEST_CASE_FIXTURE(cut_short,
                    "a run that takes long while a reason is held gives way, for it may wait for that reload") {
    using namespace std::chrono_literals;
    cut(2);
    REQUIRE(begin(run_module{"a", 1, "test"}) == "begun");
    const task a = run_module{"a", 1, "test"};
    const task b = run_module{"b", 2, "test"};
    CHECK(work.let_long_run_give_way(a, 0s, 0s).empty());
    static_cast<void>(work.want_reload("held"));
    end();
    REQUIRE(work.is_reload_held());
    REQUIRE(begin(run_module{"b", 2, "test"}) == "begun");
    CHECK(work.let_long_run_give_way(b, 1s, 999ms).empty());
    CHECK(texts(work.let_long_run_give_way(b, 1s, 1s)) == lines{"give way: b"});
    end();
  }

  TEST_CASE_FIXTURE(cut_short, "a failed module that later modules pass ends no protection of a round") {
    work = core::main_queue::work{{{"b"}, {"z"}}, {}, {}, {}, module_failure::go_on};
    cut(2);
    run(run_module{"a", 1, "test"}, task_failed{});
    CHECK(texts(work.want_reload("held")) == lines{"repaired: all"});
    run(run_module{"b", 2, "test"}, task_failed{});
    CHECK(effects.empty());
    run(run_module{"c", 3, "test"});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(finish() == lines{"withdraw", "ConvergeModules:main:::held"});
  }

  TEST_CASE_FIXTURE(cut_short, "a deletion that gives way to a reason which is held has not happened") {
    cut(2);
    for (const auto* module : {"a", "b", "c"}) run(run_module{module, 1, "test"});
    run_after_all();
    CHECK(next() == "compare");
    REQUIRE(finish().empty());
    static_cast<void>(work.want_reload("test"));
    for (int i = 0; i < 2; ++i) {
      discover({"b", "c"}, {"a"});
      static_cast<void>(next());
      REQUIRE(begin(run_module{"b", 2, "test"}) == "begun");
      static_cast<void>(work.want_reload("test"));
      end();
    }
    discover({"b", "c"}, {"a"});
    static_cast<void>(next());
    for (const auto* module : {"b", "c"}) run(run_module{module, 1, "test"});
    REQUIRE(begin(delete_module{"a"}) == "begun");
    CHECK(texts(work.want_reload("held")) == lines{"repaired: all", "give way: a"});
    end(task_superseded{"gives way"});
    CHECK_MESSAGE(effects.empty(), "the round goes on without it");
    run_after_all();
    CHECK(next() == "compare");
    CHECK(finish() == lines{"withdraw", "ConvergeModules:main:::held"});
    CHECK(work.plan().active().contains("a"));
    discover({"b", "c"}, {"a"});
    static_cast<void>(next());
    CHECK(begin(delete_module{"a"}) == "begun");
  }

  TEST_CASE_FIXTURE(cut_short, "a round without a begun task is not cut short") {
    static_cast<void>(work.want_reload("test"));
    for (int i = 0; i < 5; ++i) CHECK(texts(work.want_reload("test")) == lines{"withdraw", "repaired: all"});
    discover({"a"});
    CHECK(texts(work.want_reload("test")) == lines{"withdraw", "repaired: all"});
  }
}
