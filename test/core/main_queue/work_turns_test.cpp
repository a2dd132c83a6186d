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

  TEST_CASE_FIXTURE(cut_short, "after two rounds that were cut short everybody has a turn before the next reason") {
    cut(2);
    REQUIRE(begin(run_module{"a", 1, "test"}) == "begun");
    CHECK(texts(work.want_reload("held")) == lines{"repaired: all", "give way: a"});
    end();
    CHECK(effects.empty());
    run(run_module{"b", 2, "test"});
    CHECK(texts(work.want_reload("held again")) == lines{"repaired: all"});
    run(run_module{"c", 3, "test"});
    CHECK_MESSAGE(next() == "tasks: GlobalHookRun:main:beforeAll:b:", "the afterAll hooks belong to the next round");
    discover({"a", "b", "c"});
    CHECK(next().find("ModuleRun:main:a:held again") != std::string::npos);
    run(run_module{"a", 1, "test"});
    CHECK_MESSAGE(texts(work.want_reload("test")).front() == "withdraw", "the count begins anew");
  }

  TEST_CASE_FIXTURE(cut_short, "a reason is held up by nothing that has to be tried again") {
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

  TEST_CASE_FIXTURE(cut_short, "a deletion that gives way to a reason which is held has not happened") {
    cut(2);
    for (const auto* module : {"a", "b", "c"}) run(run_module{module, 1, "test"});
    run_after_all();
    CHECK(next() == "compare");
    REQUIRE(text(work.global_state_after("values", now_us)).starts_with("finished"));
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
    REQUIRE(begin(delete_module{"a"}) == "begun");
    CHECK(texts(work.want_reload("held")) == lines{"repaired: all", "give way: a"});
    end(task_superseded{"gives way"});
    CHECK(effects == lines{"withdraw", "repaired: all"});
    CHECK(work.plan().active().contains("a"));
  }

  TEST_CASE_FIXTURE(cut_short, "a round in which nothing has begun is not cut short") {
    static_cast<void>(work.want_reload("test"));
    for (int i = 0; i < 5; ++i) CHECK(texts(work.want_reload("test")) == lines{"withdraw", "repaired: all"});
    discover({"a"});
    CHECK(texts(work.want_reload("test")) == lines{"withdraw", "repaired: all"});
  }
}
