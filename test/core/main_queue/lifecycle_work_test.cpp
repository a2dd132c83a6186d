#include "work_steps.hpp"

using namespace test::main_queue;

TEST_SUITE("core/main_queue/lifecycle_work") {
  TEST_CASE_FIXTURE(work_fixture, "a reload is queued, then under way, then done, and knows how long it has lasted") {
    CHECK(work.reload() == reload_state::none);
    CHECK(work.reload_tasks() == 0);
    CHECK(texts(work.want_reload("Operator-Startup")) == lines{"withdraw", "ConvergeModules:main:::Operator-Startup"});
    CHECK(work.reload() == reload_state::queued);
    CHECK(work.reload_tasks() == 1);
    discover({"web"});
    CHECK(work.reload() == reload_state::under_way);
    CHECK(next() == "tasks: ModuleRun:main:web:Operator-Startup");
    CHECK(work.reload_tasks() == 2);
    run(run_module{"web", 1, "Operator-Startup"});
    run_after_all();
    CHECK_FALSE(work.is_first_reload_done());
    CHECK(next() == "compare");
    CHECK(text(work.global_state_after("values", now_us + 7)) == "finished after 7, first");
    CHECK(work.reload() == reload_state::none);
    CHECK(work.is_first_reload_done());
  }

  TEST_CASE_FIXTURE(work_fixture, "the second reload has a time of its own and is not the first") {
    reload_once();
    now_us = 5000;
    static_cast<void>(work.want_reload("test"));
    discover({});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(text(work.global_state_after("values", now_us + 3)) == "finished after 3");
  }

  TEST_CASE_FIXTURE(work_fixture, "a second reason for a reload plans anew and adds no second ConvergeModules") {
    static_cast<void>(work.want_reload("test"));
    CHECK(texts(work.want_reload("again")) == lines{"withdraw", "repaired: all"});
    discover({"web"});
    CHECK(texts(work.want_reload("again")) == lines{"withdraw", "repaired: all"});
    CHECK(next() == "tasks: GlobalHookRun:main:beforeAll:b:");
  }

  TEST_CASE_FIXTURE(work_fixture,
                    "a run of a module waits until it begins, and another reason adds nothing meanwhile") {
    reload_once();
    CHECK(work.state_of("web") == run_state::none);
    CHECK(texts(work.want_run("web", "change")) == lines{"ModuleRun:main:web:change"});
    CHECK(work.state_of("web") == run_state::waiting);
    CHECK(work.want_run("web", "change").empty());
    CHECK(begin(run_module{"web", 1, "change"}) == "begun");
    CHECK(work.state_of("web") == run_state::running);
    end();
    CHECK(work.state_of("web") == run_state::none);
  }

  TEST_CASE_FIXTURE(work_fixture,
                    "what others release is the module's matter, or that of a reload if nobody wants it") {
    CHECK_MESSAGE(work.want_release("web", "hand").empty(), "the first discovery finds it");
    reload_once();
    CHECK(texts(work.want_release("web", "hand")) == lines{"ModuleRun:main:web:hand"});
    auto expected = work;
    const auto reload = texts(expected.want_reload("hand"));
    CHECK(texts(work.want_release("other", "hand")) == reload);
  }

  TEST_CASE_FIXTURE(work_fixture, "what comes during a run asks for another one") {
    reload_once();
    static_cast<void>(work.want_run("web", "change"));
    CHECK(begin(run_module{"web", 1, "change"}) == "begun");
    CHECK(texts(work.want_run("web", "change")) == lines{"ModuleRun:main:web:change"});
    CHECK(work.state_of("web") == run_state::running_and_waiting);
    end();
    CHECK(work.state_of("web") == run_state::waiting);
  }

  TEST_CASE_FIXTURE(work_fixture, "a run that fails waits again and covers what comes meanwhile") {
    reload_once();
    static_cast<void>(work.want_run("web", "change"));
    for (const task_result& how : {task_result(task_failed{}), task_result(task_postponed{})}) {
      run(run_module{"web", 1, "change"}, how);
      CHECK(work.state_of("web") == run_state::waiting);
      CHECK(work.want_run("web", "change").empty());
      CHECK(texts(work.want(runs_follow{{"web"}, "change"})) == lines{"repaired: web"});
    }
  }

  TEST_CASE_FIXTURE(work_fixture, "of two runs of a module the second has nothing to do") {
    reload_once();
    static_cast<void>(work.want_run("web", "change"));
    static_cast<void>(work.want_reload("test"));
    discover({"web"});
    static_cast<void>(next());
    run(run_module{"web", 1, "test"});
    CHECK(begin(run_module{"web", 1, "change"}) == "a run that has begun since covers it");
    CHECK(work.under_way().empty());
  }

  TEST_CASE_FIXTURE(work_fixture, "a reload takes back runs that wait, and lets the one that runs give way") {
    reload_once();
    static_cast<void>(work.want_run("web", "change"));
    CHECK(begin(run_module{"web", 1, "change"}) == "begun");
    static_cast<void>(work.want_run("web", "change"));
    CHECK(texts(work.want_reload("test"))
          == lines{"withdraw", "repaired: all", "give way: web", "ConvergeModules:main:::test"});
    CHECK(work.state_of("web") == run_state::running);
    end();
    CHECK(work.state_of("web") == run_state::none);
  }

  TEST_CASE_FIXTURE(work_fixture, "no task of a paused module begins, and the end of the pause runs it") {
    reload_once();
    const core::modules::paused_modules web({{"web", {}}});
    static_cast<void>(work.want_run("web", "change"));
    CHECK(texts(work.set_paused(web)) == lines{"asked for: web"});
    CHECK(begin(run_module{"web", 1, "change"}) == "the module is paused");
    CHECK(work.want_run("web", "change").empty());
    CHECK(texts(work.want(runs_follow{{"web"}, "change"})) == lines{"repaired: web"});
    CHECK(work.state_of("web") == run_state::none);
    CHECK_MESSAGE(work.set_paused(web).empty(), "nothing has changed");
    CHECK(texts(work.set_paused({})) == lines{"ModuleRun:main:web:ModuleResumed"});
    CHECK(begin(run_module{"web", 1, "ModuleResumed"}) == "begun");
  }

  TEST_CASE_FIXTURE(work_fixture, "a deletion waits for the end of a pause, and so does the removal of a release") {
    reload_once();
    static_cast<void>(work.set_paused(core::modules::paused_modules({{"web", {}}, {"gone", {}}})));
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    CHECK(next() == "tasks: GlobalHookRun:main:afterAll:z:");
    CHECK(begin(delete_module{"web"}) == "the module is paused");
    CHECK(begin(purge_release{"gone"}) == "the release is paused");
    CHECK(work.want_run("web", "change").empty());
    CHECK(texts(work.set_paused({})) == lines{"ModuleDelete:main:web:"});
  }

  TEST_CASE_FIXTURE(work_fixture, "a module that was paused at the start is run by the end of the pause") {
    static_cast<void>(work.set_paused(core::modules::paused_modules({{"web", {}}})));
    static_cast<void>(work.want_reload("Operator-Startup"));
    discover({"web"});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(text(work.global_state_after("values", now_us)) == "finished after 0, first");
    CHECK(texts(work.set_paused({})) == lines{"ModuleRun:main:web:ModuleResumed"});
  }

  TEST_CASE_FIXTURE(work_fixture, "a run that fails after a reload was wanted is left to the reload") {
    reload_once();
    static_cast<void>(work.want_run("web", "change"));
    CHECK(begin(run_module{"web", 1, "change"}) == "begun");
    static_cast<void>(work.want_reload("test"));
    end(task_failed{});
    CHECK(work.state_of("web") == run_state::none);
  }

  TEST_CASE_FIXTURE(work_fixture, "a module that is not enabled is not run") {
    CHECK(work.want_run("web", "change").empty());
    reload_once();
    CHECK(work.want_run("db", "change").empty());
    static_cast<void>(work.want_run("web", "change"));
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    CHECK(begin(run_module{"web", 1, "change"}) == "a run that has begun since covers it");
  }

  TEST_CASE_FIXTURE(work_fixture, "a run belongs to the enabling that is current when it begins") {
    reload_once();
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    REQUIRE(next() == "tasks: ModuleDelete:main:web:");
    run(delete_module{"web"});
    static_cast<void>(work.want_reload("test"));
    discover({"web"});
    static_cast<void>(next());
    const auto begun = work.begin(run_module{"web", 1, "test"}, now_us);
    REQUIRE(std::holds_alternative<task>(begun));
    CHECK(std::get<run_module>(std::get<task>(begun)).enabling == 2);
  }

  TEST_CASE_FIXTURE(work_fixture, "a discovery during which a reload was wanted does not count") {
    static_cast<void>(work.want_reload("test"));
    REQUIRE(begin(discover_modules{}) == "begun");
    static_cast<void>(work.want_reload("test"));
    CHECK_FALSE(work.discovered({{"web"}, {}, {}, {}}));
    end();
    CHECK_FALSE(work.plan().is_enabled("web"));
  }

  TEST_CASE_FIXTURE(work_fixture, "removals may be held by the last discovery, or by a discovery under way") {
    static_cast<void>(work.want_reload("test"));
    CHECK_FALSE(work.may_hold_removals());
    REQUIRE(begin(discover_modules{}) == "begun");
    CHECK(work.may_hold_removals());
    CHECK(work.discovered({{"web"}, {}, {}, {}, {}}));
    end();
    CHECK_FALSE(work.may_hold_removals());
    core::modules::discovered_modules holding{{"web"}, {}, {}, {}, {}};
    holding.unconfirmed = {"db"};
    REQUIRE(begin(discover_modules{}) == "begun");
    CHECK(work.discovered(holding));
    end();
    CHECK(work.may_hold_removals());
  }

  TEST_CASE_FIXTURE(work_fixture, "a deletion counts only if it was done, in whichever round") {
    struct row {
      task_result how;
      bool overtaken;
      bool deleted;
    };
    const row rows[] = {{task_done{}, false, true},
                        {task_done{}, true, true},
                        {task_superseded{"its hooks do not configure"}, false, false},
                        {task_superseded{"gives way"}, true, false},
                        {task_failed{}, false, false}};
    for (const auto& x : rows) {
      work_fixture one;
      one.reload_once();
      static_cast<void>(one.work.want_reload("test"));
      one.discover({}, {"web"});
      REQUIRE(one.begin(delete_module{"web"}) == "begun");
      if (x.overtaken) static_cast<void>(one.work.want_reload("test"));
      one.end(x.how);
      CHECK(one.work.plan().active().contains("web") != x.deleted);
    }
  }

  TEST_CASE_FIXTURE(work_fixture,
                    "a deletion that is put off holds up no reload, and comes again when the module asks") {
    reload_once();
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    REQUIRE(next() == "tasks: ModuleDelete:main:web:");
    run(delete_module{"web"}, task_superseded{"its hooks do not configure"});
    run_after_all();
    CHECK(next() == "compare");
    CHECK(text(work.global_state_after("values", now_us)).starts_with("finished"));

    CHECK(texts(work.want_run("web", "HooksConfigureAgain")) == lines{"ModuleDelete:main:web:"});
    CHECK(texts(work.want_run("web", "HooksConfigureAgain")) == lines{"repaired: web"});
    run(delete_module{"web"});
    CHECK_FALSE(work.plan().active().contains("web"));
    CHECK(work.want_run("web", "HooksConfigureAgain").empty());
  }

  TEST_CASE_FIXTURE(work_fixture, "a deletion that was put off comes again with the next reload") {
    reload_once();
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    static_cast<void>(next());
    run(delete_module{"web"}, task_superseded{"gives way"});
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    CHECK(next() == "tasks: ModuleDelete:main:web:");
  }

  TEST_CASE_FIXTURE(work_fixture, "a deletion has nothing to do once the module is enabled again or deleted") {
    reload_once();
    static_cast<void>(work.want_reload("test"));
    discover({}, {"web"});
    static_cast<void>(next());
    run(delete_module{"web"});
    CHECK(begin(delete_module{"web"}) == "the module is not to be deleted any more");
    static_cast<void>(work.want_reload("test"));
    discover({"web"});
    CHECK(begin(delete_module{"web"}) == "the module is not to be deleted any more");
  }

  TEST_CASE_FIXTURE(work_fixture, "the script of a module is asked by its run, or on its own if no run of it comes") {
    work = core::main_queue::work{{{"b"}, {"z"}}, {}, {}, {"web", "db"}};
    const auto change = [this](const char* module) { return texts(work.want(runs_follow{{module}, "change"})); };
    CHECK_MESSAGE((change("db") == lines{"repaired: db", "ModuleAskEnabledScript:main:db:"}),
                  "the first reload may ask too early");
    reload_once();
    CHECK(change("web") == lines{"repaired: web", "ModuleRun:main:web:change"});
    CHECK(change("none") == lines{"repaired: none"});
    CHECK(change("db") == lines{"repaired: db", "ModuleAskEnabledScript:main:db:"});
    CHECK_MESSAGE((change("db") == lines{"repaired: db"}), "the question that waits covers it");
    run(run_module{"web", 1, "change"});
    CHECK(begin(ask_enabled_script{"db"}) == "begun");
    CHECK_MESSAGE((change("db") == lines{"repaired: db", "ModuleAskEnabledScript:main:db:"}),
                  "a question under way has not seen it");
    end(task_failed{});
    CHECK(change("db") == lines{"repaired: db"});
    static_cast<void>(work.want_reload("test"));
    CHECK_MESSAGE(
      (change("web") == lines{"repaired: web", "ModuleRun:main:web:change", "ModuleAskEnabledScript:main:web:"}),
      "the discovery may find it to be off");
  }

  TEST_CASE_FIXTURE(work_fixture, "a task is overtaken by a reload that is wanted after it has begun") {
    reload_once();
    static_cast<void>(work.want_run("web", "change"));
    REQUIRE(begin(run_module{"web", 1, "change"}) == "begun");
    CHECK_FALSE(work.is_overtaken(run_module{"web", 1, "change"}));
    static_cast<void>(work.want_reload("test"));
    CHECK(work.is_overtaken(run_module{"web", 1, "change"}));
    end(task_superseded{});
  }

  TEST_CASE_FIXTURE(work_fixture, "what a change asks for is a reload, runs of modules, or nothing") {
    reload_once();
    CHECK(work.want(nothing_follows{}).empty());
    CHECK(texts(work.want(runs_follow{{"web", "db"}, "change"}))
          == lines{"repaired: web", "ModuleRun:main:web:change", "repaired: db"});
    CHECK(texts(work.want(reload_follows{"change"}))
          == lines{"withdraw", "repaired: all", "ConvergeModules:main:::change"});
  }
}
