#include "core/modules/problem_ledger.hpp"

#include <doctest/doctest.h>

using namespace core::config;
using namespace core::modules;

namespace {

using lines = std::vector<std::string>;

lost_watch lost(std::string what, std::string since) {
  return {std::move(what), std::move(since), "refused"};
}

} // namespace

TEST_SUITE("core/problem_ledger") {
  TEST_CASE("the problems are those of the configuration, of modules, and of watches, a line each") {
    problem_ledger ledger;
    CHECK(ledger.lines().empty());
    ledger.note_watch(1, lost("Pod", "2026-01-01T00:00:00Z"));
    ledger.note("module web", "hook a.sh does not configure");
    ledger.note_configuration({"section 'db' is no object"}, {{"wbe", "no module has this name"}});
    CHECK(ledger.lines()
          == lines{"section 'db' is no object", "ConfigMap key 'wbe' has no effect: no module has this name",
                   "module web: hook a.sh does not configure",
                   "watch of Pod is lost since 2026-01-01T00:00:00Z: refused"});
  }

  TEST_CASE("a problem that has gone is not shown") {
    problem_ledger ledger;
    ledger.note("module web", "a");
    ledger.note("module web", "b");
    CHECK(ledger.lines() == lines{"module web: b"});
    ledger.note("module web", std::nullopt);
    ledger.note_watch(1, lost("Pod", "2026-01-01T00:00:00Z"));
    ledger.note_watch(1, std::nullopt);
    ledger.note_configuration({"a"}, {{"k", "r"}});
    ledger.note_configuration({}, {});
    CHECK(ledger.lines().empty());
  }

  TEST_CASE("a watch of a hook whose kind is not served is no problem, and has a line until it is served") {
    problem_ledger ledger;
    ledger.note_unserved(1, "Rail (example.com/v1), for hook 'hooks/a.sh' of module 'web'");
    ledger.note_unserved(2, "Widget");
    CHECK(ledger.lines().empty());
    REQUIRE(ledger.unserved_lines().size() == 1);
    CHECK(ledger.unserved_lines()[0].starts_with(
      "watch of Rail (example.com/v1), for hook 'hooks/a.sh' of module 'web': the API server does not serve the kind"));
    ledger.note_unserved(1, std::nullopt);
    CHECK(ledger.unserved_lines().empty());
  }

  TEST_CASE("a problem of the configuration is news once, until it has gone and come back") {
    problem_ledger ledger;
    const auto first = ledger.note_configuration({"a"}, {{"k", "r"}});
    CHECK(first.sections == lines{"a"});
    CHECK(first.keys == std::vector<ignored_key>{{"k", "r"}});
    const auto second = ledger.note_configuration({"b", "a"}, {{"k", "r"}, {"l", "r"}});
    CHECK(second.sections == lines{"b"});
    CHECK(second.keys == std::vector<ignored_key>{{"l", "r"}});
    CHECK(ledger.note_configuration({}, {}).sections.empty());
    CHECK(ledger.note_configuration({"a"}, {}).sections == lines{"a"});
  }

  TEST_CASE("long words that a module has said already are not said again by a watch") {
    problem_ledger ledger;
    const std::string words =
      "pods is forbidden: User \"u\" cannot list resource \"pods\" (add to a ClusterRole: - {…})";
    ledger.note("module web", "waits for objects: the API server refuses it: " + words);
    ledger.note_watch(1, lost_watch{"Pod", "2026-01-01T00:00:00Z", words});
    ledger.note_watch(2, lost_watch{"Node", "2026-01-01T00:00:01Z", "other " + words});
    REQUIRE(ledger.lines().size() == 3);
    CHECK(ledger.lines()[1] == "watch of Pod is lost since 2026-01-01T00:00:00Z, as is said above");
    CHECK(ledger.lines()[2] == "watch of Node is lost since 2026-01-01T00:00:01Z: other " + words);
  }

  TEST_CASE("of many lost watches those are named that have been lost longest") {
    problem_ledger ledger;
    ledger.note_watch(1, lost("Pod", "2026-01-01T00:00:02Z"));
    ledger.note_watch(2, lost("Secret", "2026-01-01T00:00:01Z"));
    ledger.note_watch(3, lost("Node", "2026-01-01T00:00:02Z"));
    for (std::uint64_t i = 4; i <= 5; ++i) ledger.note_watch(i, lost("Job", "2026-01-01T00:00:03Z"));
    auto shown = ledger.lines();
    REQUIRE(shown.size() == 5);
    CHECK(shown[0] == "watch of Secret is lost since 2026-01-01T00:00:01Z: refused");
    CHECK(shown[1] == "watch of Node is lost since 2026-01-01T00:00:02Z: refused");
    CHECK(shown[2] == "watch of Pod is lost since 2026-01-01T00:00:02Z: refused");
    for (std::uint64_t i = 6; i <= 7; ++i) ledger.note_watch(i, lost("Role", "2026-01-01T00:00:04Z"));
    shown = ledger.lines();
    REQUIRE(shown.size() == 6);
    CHECK(shown[5] == "and 2 more watches");
  }
}
