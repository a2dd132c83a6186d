#include "watch_machine_steps.hpp"

using namespace test::watch_machine;

TEST_SUITE_BEGIN("kube/watch_machine");

namespace {

/// A response that the transport has aborted, because it is too long.
texts too_long(fixture& x) {
  return x.step(inputs::list_answered{base::fail(error_code::invalid_input, "has more than 4 bytes")});
}

texts too_late(fixture& x) {
  return x.step(inputs::list_answered{base::fail(error_code::timeout, "timed out after 30000 milliseconds")});
}

std::string failure(const fixture& x) {
  for (const auto& effect : x.last)
    if (const auto* failed = std::get_if<effects::failed>(&effect)) return failed->reason.message;
  return {};
}

} // namespace

TEST_CASE("a page that was too long is asked for with fewer objects, and so are those of the next list") {
  fixture x;
  x.start();
  CHECK_EQ(too_long(x), texts{"failed invalid_input", "wait"});
  CHECK_EQ(x.waited(), texts{"limit=1"});
  too_long(x);
  CHECK_EQ(x.waited(), texts{"limit=1"});
  CHECK_EQ(x.page(list_of(10, {pod("a", 1)}, "next")), texts{"added a@1", "limit=1&continue=next"});
  CHECK_EQ(x.page(list_of(10, {pod("b", 2)})), texts{"added b@2", "listed", "watch from 10"});
  x.line(event("MODIFIED", pod("a", 11)));
  CHECK_EQ(x.end(410, status(410, "Expired")), texts{"expired", "limit=1"});
}

TEST_CASE("a page that took too long is asked for with fewer objects, and so are those of the next list") {
  fixture x;
  x.start();
  SUBCASE("without an answer") {
    CHECK_EQ(too_late(x), texts{"failed timeout", "wait"});
  }
  SUBCASE("by a proxy") {
    CHECK_EQ(x.refuse_list(504), texts{"failed timeout", "wait"});
  }
  CHECK_EQ(x.waited(), texts{"limit=1"});
  x.page_of_two();
  x.line(event("MODIFIED", pod("a", 11)));
  CHECK_EQ(x.end(410, status(410, "Expired")), texts{"expired", "limit=1"});
}

TEST_CASE_FIXTURE(fixture, "a page that took too long during an outage says nothing about its size") {
  start();
  too_late(*this);
  CHECK_EQ(step(inputs::server_returned{}), texts{"limit=2"});
}

TEST_CASE_FIXTURE(fixture, "a list of small pages may have as many objects as one of large pages") {
  start();
  too_late(*this);
  waited();
  int pages = 0;
  while (failure(*this).empty() && pages < 40'000) page(list_of(10, {}, "p" + std::to_string(++pages)));
  CHECK_EQ(pages, 20'000);
}

TEST_CASE_FIXTURE(fixture, "a list whose page names itself as the next one is given up") {
  start();
  page(list_of(10, {pod("a", 1)}, "again"));
  CHECK_EQ(page(list_of(10, {pod("b", 2)}, "again")), texts{"failed unavailable", "wait"});
  CHECK_NE(failure(*this).find("goes round in a circle"), std::string::npos);
  CHECK_EQ(waited(), texts{"limit=2"});
}

TEST_CASE_FIXTURE(fixture, "a list without an end is given up, and begun again later") {
  start();
  int pages = 0;
  while (failure(*this).empty() && pages < 20'000) page(list_of(10, {}, "p" + std::to_string(++pages)));
  CHECK_EQ(pages, 10'000);
  CHECK_NE(failure(*this).find("has no end: it is given up after 10000 pages"), std::string::npos);
}

TEST_CASE_FIXTURE(fixture,
                  "a server that names a long time is asked again before, less often each time that it says so") {
  start();
  for (const auto expected : {30s, 60s, 120s, 240s, 300s, 300s}) {
    step(inputs::list_answered{kube::api::http_response{429, {}, 86'400s}});
    CHECK_EQ(wait_time(), expected);
    waited();
  }
  page_of_two();
  end(429);
  step(inputs::server_returned{});
  step(inputs::watch_ended{kube::api::http_response{429, {}, 86'400s}});
  CHECK_EQ(wait_time(), 30s);
}

TEST_SUITE_END();
