#include "core/status/platform_news.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::status;
using core::modules::trouble;

namespace {

/// The news as `ModuleFailed module 'web'`, in order.
std::vector<std::string> told(platform_news& news) {
  std::vector<std::string> lines;
  for (const auto& x : news.take()) lines.push_back(std::string(name(x.kind)) + " " + x.subject);
  return lines;
}

using lines = std::vector<std::string>;

} // namespace

TEST_CASE("a module that fails is news once for each cause, and its next good run is news") {
  platform_news news;
  news.note_run("web", {});
  CHECK(told(news).empty());
  news.note_run("web", "hook a: exit status 1");
  const auto first = news.take();
  REQUIRE(first.size() == 1);
  CHECK(first[0].text
        == "module 'web' has failed, and is tried again: hook a: exit status 1. Next step: addon-operator status");
  news.note_run("web", "hook a: exit status 2");
  CHECK_MESSAGE(told(news).empty(), "it differs in a number only");
  news.note_run("web", "hook b: killed");
  CHECK(told(news) == lines{"ModuleFailed module 'web'"});
  news.note_run("web", {});
  CHECK(told(news) == lines{"ModuleRecovered module 'web'"});
  news.note_run("web", {});
  CHECK(told(news).empty());
}

TEST_CASE("a module that is switched off while it fails is forgotten") {
  platform_news news;
  news.note_run("web", "no");
  news.note_problem("module 'db'", "cannot run: no crontab", {trouble::cannot_run, "db"});
  CHECK(told(news).size() == 2);
  news.note_discovery({"next"}, {});
  news.note_run("web", {});
  news.note_problem("module 'db'", std::nullopt, {});
  CHECK(told(news).empty());
}

TEST_CASE("the failed run of a module is not told again as a failed queue") {
  platform_news news;
  news.note_run("web", "no");
  news.note_problem("queue 'main'", "ModuleRun web: no", {trouble::failing_task});
  news.note_problem("queue 'side'", "ModuleHookRun: no", {trouble::failing_task});
  CHECK(told(news) == lines{"ModuleFailed module 'web'", "TaskFailed queue 'side'"});
  news.note_problem("queue 'side'", std::nullopt, {});
  CHECK(told(news) == lines{"TaskRecovered queue 'side'"});
}

TEST_CASE("a task of queue main that is no run of a module is told") {
  platform_news news;
  news.note_problem("queue 'main'", "ModuleDelete web: no", {trouble::failing_task});
  CHECK(told(news) == lines{"TaskFailed queue 'main'"});
}

TEST_CASE("problems that follow from another one, or that end by themselves, are no news") {
  platform_news news;
  news.note_problem("needs of module 'a'", "it waits", {trouble::waits, "a"});
  news.note_problem("config values of a", "wait for the API server", {});
  CHECK(told(news).empty());
}

TEST_CASE("a section is refused and repaired, and another mistake in it is news") {
  platform_news news;
  news.note_sections({"values section 'web': web.a is wrong", "values section 'db': db.a is wrong"});
  CHECK(told(news) == lines{"SectionRefused values section 'db'", "SectionRefused values section 'web'"});
  news.note_sections({"values section 'web': web.b is wrong"});
  CHECK(told(news) == lines{"SectionRepaired values section 'db'", "SectionRefused values section 'web'"});
  news.note_sections({});
  CHECK(told(news) == lines{"SectionRepaired values section 'web'"});
}

TEST_CASE("each removal is news, and a removal that is held is news while its words change") {
  platform_news news;
  news.note_removed_release("web", "release 'web' is removed: its flag is false");
  news.note_removed_objects("db", "its upgrade removes ConfigMap a");
  news.note_removed_release("web", "release 'web' is removed: its flag is false");
  CHECK(told(news) == lines{"ReleaseRemoved web", "ObjectsRemoved db", "ReleaseRemoved web"});
  news.note_discovery({}, {{"unconfirmed", "these stay: a, b"}});
  CHECK(told(news) == lines{"RemovalHeld unconfirmed"});
  news.note_discovery({}, {{"unconfirmed", "these stay: a, b"}});
  CHECK(told(news).empty());
  news.note_discovery({}, {{"unconfirmed", "these stay: a"}});
  CHECK(told(news) == lines{"RemovalHeld unconfirmed"});
  news.note_discovery({}, {});
  CHECK_MESSAGE(told(news).empty(), "the removal itself is news");
}

TEST_CASE("an upgrade that is held is news, and its end is seen by the upgrade") {
  platform_news news;
  news.note_problem("release of module 'web'", "is held", {trouble::held, "web"});
  CHECK(told(news) == lines{"UpgradeHeld release of module 'web'"});
  news.note_problem("release of module 'web'", std::nullopt, {});
  CHECK(told(news).empty());
}

TEST_CASE("pauses of modules and queues are news with their beginning and their end") {
  platform_news news;
  news.note_pauses({{"web", "module 'web' is paused by key 'webMaintenance'"}});
  news.note_queue("main", "since 12:00 by uid 0");
  CHECK(told(news) == lines{"ModulePaused module 'web'", "QueuePaused queue 'main'"});
  news.note_pauses({});
  news.note_queue("main", std::nullopt);
  news.note_queue("main", std::nullopt);
  CHECK(told(news) == lines{"ModuleResumed module 'web'", "QueueResumed queue 'main'"});
}
