#include "core/status/hook_clues.hpp"

#include "core/status/status_samples.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::status;

namespace {

hook_status hook_of(const std::string& module, const std::string& name) {
  return {.module = module, .name = name, .occasions = "onStartup", .queues = {"main"}, .path = "/" + module + name};
}

std::string guess(const std::vector<hook_status>& hooks, const hook_texts& texts,
                  const std::string& place = "global.license.key") {
  value_places places{{place, {}}};
  add_hook_clues(places, hooks, texts, {}, test::status_now_us);
  return places.at(place).guess;
}

} // namespace

TEST_SUITE("core/hook_clues") {
  TEST_CASE("a missing value has the hook that names it in its file and has not run yet") {
    auto license = hook_of("", "30-license.sh");
    license.never_due = {"30 4 31 4 *"};
    const std::vector<hook_status> hooks{hook_of("", "10-other.sh"), license};
    CHECK_EQ(guess(hooks, {{"/30-license.sh", "\"path\":\"/global/license/key\""}}),
             "global hook '30-license.sh' has not run yet: its crontab '30 4 31 4 *' never fires; its file names it");
    CHECK_EQ(guess(hooks, {{"/30-license.sh", "sets global.license.key"}}).substr(0, 26), "global hook '30-license.sh");
  }

  TEST_CASE("a hook that has run without setting the value is named, too") {
    auto license = hook_of("", "a.sh");
    license.last_run = hook_run_end{test::seconds_ago(60), {}, false};
    CHECK_EQ(guess({license}, {{"/a.sh", "/global/license/key"}}),
             "global hook 'a.sh', whose file names it, has ended well at 2026-11-25 03:14:32 UTC without it");
  }

  TEST_CASE("without a hook that names the value a hook that has not run is a guess") {
    CHECK_EQ(guess({hook_of("", "a.sh")}, {}),
             "global hook 'a.sh' has not run yet: it runs at onStartup; it may be the hook that is to set it");
    CHECK_EQ(guess({hook_of("", "a.sh"), hook_of("", "b.sh"), hook_of("", "c.sh")}, {}), "");
  }

  TEST_CASE("hooks of other modules set no value of a section") {
    CHECK_EQ(guess({hook_of("shop", "a.sh")}, {{"/shopa.sh", "web.port"}}, "web.port"), "");
    CHECK_FALSE(guess({hook_of("web", "a.sh")}, {{"/weba.sh", "web.port"}}, "web.port").empty());
  }

  TEST_CASE("a value of a hook has the object that has woken it, and the queue in which it waits") {
    auto zones = hook_of("", "20-zones.sh");
    zones.last_run = hook_run_end{test::seconds_ago(60), {}, false, {}, "ConfigMap web/facts"};
    value_places places{{"global.zones", {"a string", "set by global hook '20-zones.sh'", "a list", 1}}};
    add_hook_clues(places, {zones}, {}, {}, test::status_now_us);
    CHECK(places["global.zones"].is_set_in_main);
    CHECK_EQ(places["global.zones"].guess,
             "(its last run, at 2026-11-25 03:14:32 UTC, came of an event of ConfigMap web/facts)");
    zones.queues = {"zones"};
    add_hook_clues(places, {zones}, {}, {}, test::status_now_us);
    CHECK_FALSE(places["global.zones"].is_set_in_main);
  }

  TEST_CASE("the writer of files is the hook with the words of their names in its file") {
    const std::vector<hook_status> hooks{hook_of("report", "a.sh"), hook_of("web", "b.sh")};
    const hook_texts texts{{"/reporta.sh", "> $TMPDIR/usage-$(date +%s).csv"}, {"/webb.sh", "exit 0"}};
    CHECK_EQ(
      writer_of_files({"usage-1795.csv"}, hooks, texts),
      "hook 'a.sh' of module 'report' (`addon-operator module pause report` stops it) may write them, because the "
      "file of the hook has the word 'usage-'");
    CHECK_EQ(writer_of_files({"a-1.csv", "tmp.xyz"}, hooks, texts), "");
  }
}
