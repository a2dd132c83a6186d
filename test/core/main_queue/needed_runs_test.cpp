#include "core/main_queue/needed_runs.hpp"

#include <doctest/doctest.h>

using namespace core::main_queue;

namespace {

bool all_run(const std::string&) {
  return true;
}

} // namespace

TEST_SUITE("core/needed_runs") {
  TEST_CASE("a module waits for a needed module that has failed, does not run, or waits itself") {
    needed_runs needs({{"web", {"db"}}, {"page", {"db", "web"}}});
    CHECK(needs.why_waits("web", all_run).empty());
    needs.note_failed("db");
    CHECK(needs.why_waits("db", all_run).empty());
    CHECK(needs.why_waits("web", all_run) == "it needs module 'db', which has failed");
    CHECK(needs.note_ran("db") == std::vector<std::string>{"web"});
    CHECK(needs.why_waits("page", all_run) == "it needs module 'web', which waits itself");
    CHECK(needs.why_waits("web", all_run).empty());
    CHECK(needs.note_ran("web") == std::vector<std::string>{"page"});
    CHECK(needs.why_waits("page", all_run).empty());
    CHECK(needs.waiting().empty());
    const auto none_runs = [](const std::string&) { return false; };
    CHECK(needs.why_waits("web", none_runs) == "it needs module 'db', which is not enabled, or cannot run");
    needs.forget("web");
    CHECK(needs.waiting().empty());
  }

  TEST_CASE("a module without needs never waits") {
    needed_runs needs({{"web", {"db"}}});
    needs.note_failed("db");
    CHECK(needs.why_waits("other", all_run).empty());
    CHECK(needs.note_ran("db").empty());
  }
}
