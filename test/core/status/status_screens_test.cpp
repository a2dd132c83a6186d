// The screens of a platform in states that last, as people see them at 80 and at 160 columns.
#include "core/modules/discovery_problems.hpp"
#include "core/releases/ending_objects.hpp"
#include "core/status/removal_story.hpp"
#include "core/status/status_samples.hpp"
#include "core/status/status_text.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

using namespace core::status;

namespace {

std::string status_at(const status_facts& x, std::size_t columns) {
  return text_of_status(assemble(x), columns);
}

std::string modules_at(const status_facts& x, std::size_t columns) {
  return text_of_modules(assemble(x).modules, x.now_us, columns);
}

core::modules::discovery_places places() {
  return {.modules_dirs = {"/modules"},
          .config_map_namespace = "addon-operator",
          .config_map_name = "addon-operator",
          .platform = "prod"};
}

/// A Deployment of `landing` was deleted, and a finalizer holds it.
status_facts with_ending_object() {
  const core::releases::manifest_object web{"apps/v1", "Deployment", "shop", "web"};
  core::releases::ending_objects endings;
  endings.note(web, core::releases::ending_mark(R"({"metadata":{"deletionTimestamp":"2026-11-25T03:14:30Z",
                 "finalizers":["example.com/hold"]}})"),
               0);
  auto x = test::quiet_platform();
  const auto words = endings.problem_of({web}, core::releases::ending_objects::grace_us);
  REQUIRE(words);
  const std::string subject = "objects of release 'landing' that are being deleted";
  x.problems.push_back(
    {subject, subject + ": " + *words, subject + ": " + *words, {}, "landing", test::seconds_ago(57)});
  return x;
}

/// The flag of `janitor` and the directory of `reports` have gone, so both releases stay until a user says
/// no.
status_facts with_held_removals() {
  core::modules::discovery_facts facts;
  facts.modules = {"landing", "landing-monitor", "janitor"};
  facts.enabled = {"landing", "landing-monitor"};
  facts.released = {{"landing", true}, {"landing-monitor", true}, {"janitor", true}, {"reports", true}};
  const auto found = core::modules::decide_modules(facts);
  auto x = test::quiet_platform();
  x.releases["janitor"] = {7, "deployed"};
  for (const auto& line : core::modules::discovery_problems(found, places())) x.problems.push_back({{}, line, line});
  return x;
}

/// A user has confirmed the removal of `janitor`. Helm removes the release, and a finalizer holds an object.
status_facts with_removal_under_way() {
  auto x = test::quiet_platform();
  const core::modules::release_removal what{
    .release = "janitor", .reason = "the flag janitorEnabled is false in: ConfigMap", .wanted_before = "values.yaml"};
  x.modules[2].off_reason = what.reason;
  x.releases["janitor"] = {7, "uninstalling"};
  core::tasks::queue_dump main{"main", core::tasks::queue_order::head_state::running, {}, false, {}};
  main.tasks.push_back(dump_of(core::tasks::delete_module{"janitor"}, "main"));
  main.tasks.front().waits = std::chrono::seconds(9);
  x.queues.push_back(std::move(main));
  x.removals = {{.release = "janitor",
                 .removed_us = test::seconds_ago(9),
                 .reason = what.reason,
                 .wanted_before = what.wanted_before,
                 .way_back = core::modules::hint_of(what, places()),
                 .objects = {"shop/ConfigMap/rules", "shop/CronJob/sweep"}}};
  x.seen[sights_of_removals(x.removals).front()] = {*text::parse_json(
    R"({"metadata":{"deletionTimestamp":"2026-11-25T03:15:25Z","finalizers":["example.com/hold"]}})")};
  return x;
}

/// The same when the release and its objects have gone.
status_facts with_removal_done() {
  auto x = with_removal_under_way();
  x.queues.clear();
  x.seen.clear();
  x.releases.erase("janitor");
  return x;
}

} // namespace

TEST_SUITE("core/status_screens") {
  TEST_CASE("an object that a finalizer holds is a problem of its module") {
    CHECK_EQ(status_at(with_ending_object(), 80),
             "1 PROBLEM: objects of release 'landing' are being deleted. Ready for 4 min 12 s.\n"
             "It is 2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Problems\n"
             " 1. objects of release 'landing' that are being deleted: shop/Deployment/web is\n"
             "    being deleted since 2026-11-25T03:14:30Z, held by the finalizer\n"
             "    example.com/hold\n"
             "    since 2026-11-25 03:14:35 (57 s ago)\n"
             "    next: the program of the finalizer example.com/hold must run and let the\n"
             "          object go (a finalizer that is removed by hand leaves behind what it\n"
             "          was to clean up); ask who has deleted the object; the release makes it\n"
             "          again when it has gone\n"
             "\n"
             "Modules\n"
             " 1. landing: not well: objects of its release are being deleted (problem 1)\n"
             "    revision 4, last run 2026-11-25 03:11:12 (4 min 20 s ago), took 2.1 s\n"
             " 2. landing-monitor: ok\n"
             "    revision 12, last run 2026-11-25 03:11:19 (4 min 13 s ago), took 0.4 s\n"
             " 3. janitor: off: no source has a flag janitorEnabled\n");
    CHECK_EQ(status_at(with_ending_object(), 160),
             "1 PROBLEM: objects of release 'landing' are being deleted. Ready for 4 min 12 s. It is "
             "2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Problems\n"
             " 1. objects of release 'landing' that are being deleted: shop/Deployment/web is being "
             "deleted since 2026-11-25T03:14:30Z, held by the finalizer example.com/hold\n"
             "    since 2026-11-25 03:14:35 (57 s ago)\n"
             "    next: the program of the finalizer example.com/hold must run and let the object go (a "
             "finalizer that is removed by hand leaves behind what it was to clean\n"
             "          up); ask who has deleted the object; the release makes it again when it has gone\n"
             "\n"
             "Modules\n"
             "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
             " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  not well: "
             "objects of its release are being deleted (problem 1)\n"
             " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  ok\n"
             " 3. janitor          -         -                                     -      off: no source "
             "has a flag janitorEnabled\n");
    CHECK_EQ(modules_at(with_ending_object(), 80),
             " 1. landing: not well: objects of its release are being deleted (problem 1)\n"
             "    revision 4, last run 2026-11-25 03:11:12 (4 min 20 s ago), took 2.1 s\n"
             " 2. landing-monitor: ok\n"
             "    revision 12, last run 2026-11-25 03:11:19 (4 min 13 s ago), took 0.4 s\n"
             " 3. janitor: off: no source has a flag janitorEnabled\n");
    CHECK_EQ(modules_at(with_ending_object(), 160),
             "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
             " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  not well: "
             "objects of its release are being deleted (problem 1)\n"
             " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  ok\n"
             " 3. janitor          -         -                                     -      off: no source "
             "has a flag janitorEnabled\n");
  }

  TEST_CASE("removals that no user has asked for are held, and each has its confirmation") {
    CHECK_EQ(status_at(with_held_removals(), 80),
             "1 PROBLEM: releases would be removed that no flag or enabled script switches\n"
             "off, and they stay as they are. Ready for 4 min 12 s. It is 2026-11-25 03:15:32\n"
             "UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Problems\n"
             " 1. releases would be removed that no flag or enabled script switches off, and\n"
             "    they stay as they are: janitor, reports. Bring back what had switched them\n"
             "    on (ConfigMap 'addon-operator', modules/values.yaml, a global hook, a\n"
             "    directory in /modules), or confirm each that is to go by a key in the\n"
             "    ConfigMap: janitorEnabled: \"false\", reportsEnabled: \"false\"\n"
             "\n"
             "Modules\n"
             " 1. landing: ok\n"
             "    revision 4, last run 2026-11-25 03:11:12 (4 min 20 s ago), took 2.1 s\n"
             " 2. landing-monitor: ok\n"
             "    revision 12, last run 2026-11-25 03:11:19 (4 min 13 s ago), took 0.4 s\n"
             " 3. janitor: off: no source has a flag janitorEnabled\n"
             "    revision 7\n");
    CHECK_EQ(status_at(with_held_removals(), 160),
             "1 PROBLEM: releases would be removed that no flag or enabled script switches off, and they "
             "stay as they are. Ready for 4 min 12 s. It is 2026-11-25 03:15:32\n"
             "UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Problems\n"
             " 1. releases would be removed that no flag or enabled script switches off, and they stay as "
             "they are: janitor, reports. Bring back what had switched them on\n"
             "    (ConfigMap 'addon-operator', modules/values.yaml, a global hook, a directory in "
             "/modules), or confirm each that is to go by a key in the ConfigMap:\n"
             "    janitorEnabled: \"false\", reportsEnabled: \"false\"\n"
             "\n"
             "Modules\n"
             "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
             " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  ok\n"
             " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  ok\n"
             " 3. janitor          7         -                                     -      off: no source "
             "has a flag janitorEnabled\n");
  }

  TEST_CASE("a removal under way names what has gone and what a finalizer holds") {
    CHECK_EQ(status_at(with_removal_under_way(), 80),
             "1 RELEASE REMOVED 9.0 s ago: janitor. Ready for 4 min 12 s, no problem. It is\n"
             "2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Removed in the last hour\n"
             "  - release 'janitor' was removed: the flag janitorEnabled is false in:\n"
             "    ConfigMap. With it went shop/ConfigMap/rules and shop/CronJob/sweep. Still\n"
             "    there, and being deleted, is shop/ConfigMap/rules (held by the finalizer\n"
             "    example.com/hold). Before, it was switched on by: values.yaml\n"
             "    since 2026-11-25 03:15:23 (9.0 s ago)\n"
             "    next: if this is a mistake, bring back what is missing, or set\n"
             "          janitorEnabled: \"true\" in: ConfigMap: the release is made again\n"
             "\n"
             "Modules\n"
             " 1. landing: ok\n"
             "    revision 4, last run 2026-11-25 03:11:12 (4 min 20 s ago), took 2.1 s\n"
             " 2. landing-monitor: ok\n"
             "    revision 12, last run 2026-11-25 03:11:19 (4 min 13 s ago), took 0.4 s\n"
             " 3. janitor: runs for 9.0 s\n"
             "    revision 7\n"
             "\n"
             "Queues with work\n"
             "    main: 1 task, head ModuleDelete:main:janitor: running for 9.0 s\n");
    CHECK_EQ(status_at(with_removal_under_way(), 160),
             "1 RELEASE REMOVED 9.0 s ago: janitor. Ready for 4 min 12 s, no problem. It is 2026-11-25 "
             "03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Removed in the last hour\n"
             "  - release 'janitor' was removed: the flag janitorEnabled is false in: ConfigMap. With it "
             "went shop/ConfigMap/rules and shop/CronJob/sweep. Still there, and\n"
             "    being deleted, is shop/ConfigMap/rules (held by the finalizer example.com/hold). Before, "
             "it was switched on by: values.yaml\n"
             "    since 2026-11-25 03:15:23 (9.0 s ago)\n"
             "    next: if this is a mistake, bring back what is missing, or set janitorEnabled: \"true\" "
             "in: ConfigMap: the release is made again\n"
             "\n"
             "Modules\n"
             "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
             " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  ok\n"
             " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  ok\n"
             " 3. janitor          7         -                                     -      runs for 9.0 s\n"
             "\n"
             "Queues with work\n"
             "    main: 1 task, head ModuleDelete:main:janitor: running for 9.0 s\n");
    CHECK_EQ(modules_at(with_removal_under_way(), 80),
             " 1. landing: ok\n"
             "    revision 4, last run 2026-11-25 03:11:12 (4 min 20 s ago), took 2.1 s\n"
             " 2. landing-monitor: ok\n"
             "    revision 12, last run 2026-11-25 03:11:19 (4 min 13 s ago), took 0.4 s\n"
             " 3. janitor: runs for 9.0 s\n"
             "    revision 7\n");
    CHECK_EQ(modules_at(with_removal_under_way(), 160),
             "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
             " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  ok\n"
             " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  ok\n"
             " 3. janitor          7         -                                     -      runs for 9.0 s\n");
    CHECK_EQ(text_of_queues(with_removal_under_way().queues, core::tasks::empty_queues::counted),
             "Queue 'main': length 1, status: 'running for 9.0 s'\n"
             "\n"
             " 1. ModuleDelete:main:janitor:\n"
             "\n"
             "Summary:\n"
             "- 'main' queue: 1 task.\n"
             "- total 1 task to handle.\n");
  }

  TEST_CASE("a removal that is done stays on the screen with the way back") {
    CHECK_EQ(status_at(with_removal_done(), 80),
             "1 RELEASE REMOVED 9.0 s ago: janitor. Ready for 4 min 12 s, no problem. It is\n"
             "2026-11-25 03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Removed in the last hour\n"
             "  - release 'janitor' was removed: the flag janitorEnabled is false in:\n"
             "    ConfigMap. With it went shop/ConfigMap/rules and shop/CronJob/sweep. Before,\n"
             "    it was switched on by: values.yaml\n"
             "    since 2026-11-25 03:15:23 (9.0 s ago)\n"
             "    next: if this is a mistake, bring back what is missing, or set\n"
             "          janitorEnabled: \"true\" in: ConfigMap: the release is made again\n"
             "\n"
             "2 modules on: landing, landing-monitor\n"
             "1 module off:\n"
             "  - janitor: the flag janitorEnabled is false in: ConfigMap\n"
             "No problem, apart from what was removed.\n");
    CHECK_EQ(status_at(with_removal_done(), 160),
             "1 RELEASE REMOVED 9.0 s ago: janitor. Ready for 4 min 12 s, no problem. It is 2026-11-25 "
             "03:15:32 UTC; ready since 2026-11-25 03:11:20.\n"
             "addon-operator 0.1.0, platform 'prod', namespace 'addon-operator'\n"
             "\n"
             "Removed in the last hour\n"
             "  - release 'janitor' was removed: the flag janitorEnabled is false in: ConfigMap. With it "
             "went shop/ConfigMap/rules and shop/CronJob/sweep. Before, it was\n"
             "    switched on by: values.yaml\n"
             "    since 2026-11-25 03:15:23 (9.0 s ago)\n"
             "    next: if this is a mistake, bring back what is missing, or set janitorEnabled: \"true\" "
             "in: ConfigMap: the release is made again\n"
             "\n"
             "2 modules on: landing, landing-monitor\n"
             "1 module off:\n"
             "  - janitor: the flag janitorEnabled is false in: ConfigMap\n"
             "No problem, apart from what was removed.\n");
    CHECK_EQ(modules_at(with_removal_done(), 160),
             "    NAME             REVISION  LAST RUN                              TOOK   STATE\n"
             " 1. landing          4         2026-11-25 03:11:12 (4 min 20 s ago)  2.1 s  ok\n"
             " 2. landing-monitor  12        2026-11-25 03:11:19 (4 min 13 s ago)  0.4 s  ok\n"
             " 3. janitor          -         -                                     -      off: the flag "
             "janitorEnabled is false in: ConfigMap\n");
  }
}
