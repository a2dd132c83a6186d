#include "core/status/status_text.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace core::status;

namespace {

std::string text_at(const status_facts& x, std::size_t columns) {
  return text_of_status(assemble(x), columns);
}

} // namespace

TEST_SUITE("core/status_text") {
  TEST_CASE("if all is well the screen is short") {
    CHECK_EQ(text_at(test::quiet_platform(), 160),
             "Ready for 4 min 12 s, no problem. It is 2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "2 modules on: landing, landing-monitor\n"
             "1 module off:\n"
             "  - janitor: no source has a flag janitorEnabled\n"
             "All is well.\n");
  }

  TEST_CASE("possible mistakes are listed without being problems, at most ten of them") {
    auto x = test::quiet_platform();
    x.remarks = {"module 'web': not executable, so no hooks: a.sh"};
    x.releases["landing"].warnings = {"unknown field \"spec.replica\""};
    x.modules[2].off_doubt = "its enabled script said no, but wrote to stderr (line 2: command not found)";
    const auto text = text_at(x, 160);
    CHECK_MESSAGE(text.find("May be mistakes\n"
                            "  - module 'web': not executable, so no hooks: a.sh\n"
                            "  - module 'janitor' is off: its enabled script said no, but wrote to stderr (line 2: "
                            "command not found); repair the script")
                    != text.npos,
                  text);
    CHECK_MESSAGE(text.find("  - helm upgrade landing: unknown field \"spec.replica\"\n") != text.npos, text);
    CHECK_MESSAGE(text.ends_with("All is well, apart from what may be mistakes.\n"), text);
    CHECK(assemble(x).is_well());
    x.remarks.assign(20, "file");
    CHECK_MESSAGE(text_at(x, 160).find("  - and 12 more: `-o json` shows all\n") != text.npos, text_at(x, 160));
  }

  TEST_CASE("of many modules that are off only the names are shown") {
    auto x = test::quiet_platform();
    for (int i = 0; i < 8; ++i) x.modules.push_back({.name = "off" + std::to_string(i)});
    CHECK_MESSAGE(text_at(x, 160).find("9 modules off: janitor, off0, off1") != std::string::npos, text_at(x, 160));
  }

  TEST_CASE("at 160 columns modules are a table") {
    CHECK_EQ(
      text_at(test::failing_platform(), 160),
      "1 PROBLEM: module 'landing' fails; landing-monitor waits. Ready for 4 min 12 s. It is 2026-11-25 03:15:32 UTC; "
      "ready since 2026-11-25 03:11:20.\n"
      "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
      "\n"
      "Problems\n"
      " 1. module 'landing' has failed 3 times: hook 'hooks/10-host.py': exit status 1: line 12: KeyError: 'host'\n"
      "    since 2026-11-25 03:14:10 (1 min 22 s ago)\n"
      "    these wait: landing-monitor (`addon-operator module pause landing` lets them run now)\n"
      "    next: repair hook 'hooks/10-host.py', or the thing that it reads: the words are its own; the next try is in "
      "12 s, `addon-operator trace why run landing`\n"
      "          shows what led to it\n"
      "\n"
      "Modules\n"
      "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
      " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  failed 3 times, next try in 12 s\n"
      " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  waits for module 'landing', which "
      "has "
      "failed 3 times\n"
      " 3. janitor          -         -                                     -      off: no source has a flag "
      "janitorEnabled\n"
      "\n"
      "Queues with work\n"
      "    main: 3 tasks, head ModuleRun:main:landing:GlobalValuesChanged waits 12 s after failure 3\n");
  }

  TEST_CASE("at 80 columns each module has two lines") {
    CHECK_EQ(text_at(test::failing_platform(), 80),
             "1 PROBLEM: module 'landing' fails; landing-monitor waits. Ready for 4 min 12 s.\n"
             "It is 2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Problems\n"
             " 1. module 'landing' has failed 3 times: hook 'hooks/10-host.py': exit status 1:\n"
             "    line 12: KeyError: 'host'\n"
             "    since 2026-11-25 03:14:10 (1 min 22 s ago)\n"
             "    these wait: landing-monitor (`addon-operator module pause landing` lets them\n"
             "                run now)\n"
             "    next: repair hook 'hooks/10-host.py', or the thing that it reads: the words\n"
             "          are its own; the next try is in 12 s, `addon-operator trace why run\n"
             "          landing` shows what led to it\n"
             "\n"
             "Modules\n"
             " 1. landing: failed 3 times, next try in 12 s\n"
             "    revision 4, last run 2026-11-25 03:11:12 (4 min 20 s ago), took 2.1 s\n"
             " 2. landing-monitor: waits for module 'landing', which has failed 3 times\n"
             "    revision 12, last run 2026-11-25 03:11:19 (4 min 13 s ago), took 0.4 s\n"
             " 3. janitor: off: no source has a flag janitorEnabled\n"
             "\n"
             "Queues with work\n"
             "    main: 3 tasks, head ModuleRun:main:landing:GlobalValuesChanged waits 12 s\n"
             "    after failure 3\n");
  }

  TEST_CASE("a module whose workload or hook is not well is not plainly ok, and the headline names the problem") {
    auto x = test::quiet_platform();
    x.workloads.push_back({"landing", "Deployment", "web", "front", "0 of 1 replica is available"});
    x.queues = {test::failing_hook_queue("landing-monitor", "hooks/a.sh", "exit status 1")};
    const auto text = text_at(x, 160);
    CHECK_MESSAGE(
      text.starts_with("2 PROBLEMS: hook 'hooks/a.sh' of module 'landing-monitor' fails; Deployment front of "
                       "module 'landing' is not available. Ready for 4 min 12 s."),
      text);
    CHECK_MESSAGE(text.find("not well: Deployment front is not available (problem 2)\n") != text.npos, text);
    CHECK_MESSAGE(text.find("not well: hook 'hooks/a.sh' fails (problem 1)\n") != text.npos, text);
  }

  TEST_CASE("many problems are counted in the headline, and each still has a name") {
    auto x = test::quiet_platform();
    for (const std::string name : {"a", "b", "c", "d", "e"}) x.problems.push_back({{}, name + ": x", name + ": x"});
    CHECK_MESSAGE(text_at(x, 160).starts_with("5 PROBLEMS: a; b; c; and 2 more. Ready"), text_at(x, 160));
  }

  TEST_CASE("a paused module is no problem, and its former failure is not lost") {
    auto x = test::quiet_platform();
    x.modules[0].pause = "since 03:00 by uid 0";
    x.modules[0].last_run->failure = "helm upgrade landing: denied";
    x.releases["landing"].warnings = {"upgrade failed, name: landing, error: denied"};
    CHECK(assemble(x).is_well());
    const auto text = text_at(x, 160);
    CHECK_MESSAGE(text.starts_with("Ready for 4 min 12 s, no problem, paused: landing."), text);
    CHECK_MESSAGE(text.find("paused (since 03:00 by uid 0); its last run has failed: helm upgrade landing: denied\n")
                    != text.npos,
                  text);
    CHECK_MESSAGE(text.find("May be mistakes") == text.npos, text);
  }

  TEST_CASE("a try that is due now has no time of 0.0 s") {
    auto x = test::failing_platform();
    x.queues[0].wait_left = std::chrono::milliseconds(30);
    const auto text = text_at(x, 160);
    CHECK_MESSAGE(text.find("0.0 s") == text.npos, text);
    CHECK_MESSAGE(text.find("it is tried again now") != text.npos, text);
  }

  TEST_CASE("a removed release says why, what has gone with it and whether it still holds") {
    auto x = test::quiet_platform();
    x.removals = {{.release = "guard",
                   .removed_us = test::seconds_ago(12),
                   .reason = "its enabled script says no",
                   .wanted_before = "values.yaml",
                   .way_back = "repair the script or what it reads",
                   .script = "/guard/enabled",
                   .objects = {"shop/NetworkPolicy/default-deny"}}};
    x.values_of_scripts["guard"] = {"global.discovery.production"};
    x.values["global.discovery.production"] = {
      "an empty list", "set by global hook '10-environments.sh'", {}, test::seconds_ago(13)};
    const auto text = text_at(x, 160);
    CHECK_MESSAGE(text.starts_with("1 RELEASE REMOVED 12 s ago: guard. Ready for 4 min 12 s, no problem."), text);
    CHECK_MESSAGE(text.find("Removed in the last hour\n"
                            "  - release 'guard' was removed: its enabled script says no. The script reads values: "
                            "global.discovery.production is an empty list since 2026-11-25 03:15:19,\n")
                    != text.npos,
                  text);
    CHECK_MESSAGE(text.find("With it went shop/NetworkPolicy/default-deny. Before, it was") != text.npos, text);
    CHECK_MESSAGE(
      text.find("    next: if this is a mistake, take the change back at the source of the value") != text.npos, text);
    CHECK_MESSAGE(text.ends_with("No problem, apart from what was removed.\n"), text);
    x.removals[0].made_again_us = test::seconds_ago(2);
    const auto after = text_at(x, 160);
    CHECK_MESSAGE(after.starts_with("Ready for 4 min 12 s, no problem."), after);
    CHECK_MESSAGE(after.find("made again at 2026-11-25 03:15:30") != after.npos, after);
    CHECK_MESSAGE(after.find("next:") == after.npos, after);
    CHECK_MESSAGE(after.ends_with("All is well.\n"), after);
  }

  TEST_CASE("an operator that starts is not ready, and says what it does") {
    auto x = test::quiet_platform();
    x.ready_us.reset();
    x.activity = "module 'landing' is being run since 2026-11-25T03:15:00Z";
    const auto text = text_at(x, 160);
    CHECK_EQ(text.substr(0, text.find('\n', text.find("Now:"))),
             "NOT READY, 5 min 0 s after its start, no problem. It is 2026-11-25 03:15:32 UTC; running since "
             "2026-11-25 03:10:32.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "Now: module 'landing' is being run since 2026-11-25T03:15:00Z");
  }

  TEST_CASE("a module that others pass is a problem with its next try, and programs that run are named") {
    auto x = test::quiet_platform();
    core::tasks::queue_dump main{.name = "main"};
    main.aside.push_back({.description = "ModuleRun:main:landing:Operator-Startup",
                          .type = "ModuleRun",
                          .module = "landing",
                          .waits = std::chrono::seconds(7),
                          .failures = 2,
                          .failure = "no host"});
    x.queues = {main};
    auto status = assemble(x);
    status.programs = {"helm upgrade landing has run for 7 s, pid 812"};
    const auto text = text_of_status(status, 160);
    CHECK_MESSAGE(text.find("Now: helm upgrade landing has run for 7 s, pid 812\n") != text.npos, text);
    CHECK_MESSAGE(text.find(" 1. module 'landing' has failed 2 times: no host\n    next: repair the thing that these "
                            "words name; the next try is in 7.0 s")
                    != text.npos,
                  text);
    CHECK_MESSAGE(text.find("failed 2 times, next try in 7.0 s") != text.npos, text);
  }

  TEST_CASE("no name is cut, and no foreign text controls the terminal") {
    auto x = test::failing_platform();
    const std::string name(90, 'n');
    x.modules[0].name = name;
    x.queues[0].tasks[0].failure = "\x1b[2J gone";
    for (const auto columns : {40, 80, 160}) {
      CAPTURE(columns);
      const auto text = text_at(x, static_cast<std::size_t>(columns));
      CHECK(text.find(name) != std::string::npos);
      CHECK_EQ(text.find('\x1b'), std::string::npos);
    }
  }
}
