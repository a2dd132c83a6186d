#include "work_steps.hpp"

using namespace test::main_queue;

TEST_SUITE("core/main_queue/lifecycle_work_reload") {
  TEST_CASE_FIXTURE(work_fixture, "afterAll hooks that change global values begin the reload again") {
    static_cast<void>(work.want_reload("test"));
    discover({});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(text(work.global_state_after("other values", now_us)) == "tasks: ");
    CHECK(work.reload() == reload_state::under_way);
    discover({});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(text(work.global_state_after("values", now_us)).starts_with("finished"));
  }

  TEST_CASE_FIXTURE(work_fixture, "a reload that makes itself necessary ends with a pause after five rounds") {
    const auto round = [this] {
      discover({});
      run_after_all();
      CHECK(next() == "compare");
      return work.global_state_after("other values", now_us);
    };
    const auto pause_of = [](const core::main_queue::reload_step_variant& x) {
      const auto* end = std::get_if<core::main_queue::reload_step::finished>(&x);
      return end != nullptr ? end->pause : std::nullopt;
    };
    static_cast<void>(work.want_reload("test"));
    for (int i = 0; i < 4; ++i) CHECK(text(round()) == "tasks: ");
    const auto first = pause_of(round());
    REQUIRE(first);
    CHECK(work.reload() == reload_state::none);
    SUBCASE("the next round follows the pause, and has a longer pause behind it") {
      CHECK_FALSE(work.pause_over(first->number).empty());
      const auto second = pause_of(round());
      REQUIRE(second);
      CHECK(second->wait > first->wait);
      CHECK_MESSAGE(work.pause_over(first->number).empty(), "an old reminder begins nothing");
    }
    SUBCASE("a reason from outside begins at once, without pauses at first") {
      static_cast<void>(work.want_reload("test"));
      CHECK(work.pause_over(first->number).empty());
      CHECK(text(round()) == "tasks: ");
    }
  }

  TEST_CASE_FIXTURE(work_fixture, "a reason that comes while the global state is read begins the reload again") {
    static_cast<void>(work.want_reload("test"));
    discover({});
    run_after_all();
    CHECK(next() == "compare");
    static_cast<void>(work.want_reload("test"));
    CHECK(text(work.global_state_after("values", now_us)) == "tasks: ");
    CHECK(next() == "tasks: GlobalHookRun:main:beforeAll:b:");
  }

  TEST_CASE_FIXTURE(work_fixture, "only the first afterAll hook of a round needs the global state") {
    core::main_queue::work two{{{}, {"y", "z"}}};
    const auto after_all = [&](const std::string& hook) {
      const task run = run_global_hook{hook, run_global_hook::moment::after_all};
      static_cast<void>(two.begin(run, 0));
      const bool needs = two.needs_global_state();
      if (needs) two.global_state_before("values");
      CHECK(two.end(run, task_done{}).empty());
      return needs;
    };
    static_cast<void>(two.want_reload("test"));
    CHECK_FALSE(two.needs_global_state());
    CHECK(after_all("y"));
    CHECK_FALSE(after_all("z"));
    static_cast<void>(two.want_reload("test"));
    CHECK(after_all("y"));
  }

  TEST_CASE_FIXTURE(work_fixture, "a reload without afterAll hooks ends without a look at the global state") {
    core::main_queue::work plain{{{}, {}}};
    static_cast<void>(plain.want_reload("test"));
    static_cast<void>(plain.begin(discover_modules{}, 0));
    CHECK(plain.discovered({{}, {}, {}, {}}));
    CHECK(plain.end(discover_modules{}, task_done{}).empty());
    CHECK(text(plain.next_step(0)) == "finished after 0, first");
  }
}
